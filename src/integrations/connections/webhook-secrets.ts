/**
 * The secrets a connection's webhooks may be signed with, sealed as one list: two while a secret is being rotated. Without imports that need
 * a runtime of its own: Node scripts use it too.
 */
import { openCredential, sealCredential } from "./sealed.ts";

interface Owner {
  readonly tenantId: string;
  readonly connectionId: string;
}

const FIELD = "webhookSecrets";

/** Seals the list. Throws AppError `not_configured` where there is no usable key. */
export function sealWebhookSecrets(
  masterKeys: string,
  owner: Owner,
  secrets: readonly string[],
): Promise<string> {
  return sealCredential(masterKeys, { ...owner, field: FIELD }, JSON.stringify(secrets));
}

/**
 * Lists opened lately, by the very bytes they were sealed as: a replaced secret has other bytes, so nothing here is ever out of date. A burst of
 * deliveries then derives no key for each.
 */
const opened = new Map<string, readonly string[]>();
const MAX_OPENED = 64;

/** Opens the list; empty where none was set. Throws AppError `not_configured` for what was sealed elsewhere or under a lost key. */
export async function openWebhookSecrets(
  masterKeys: string,
  owner: Owner,
  sealed: string | null,
): Promise<readonly string[]> {
  if (sealed === null) return [];
  const key = JSON.stringify([masterKeys, owner.tenantId, owner.connectionId, sealed]);
  const known = opened.get(key);
  if (known !== undefined) return known;
  const list: unknown = JSON.parse(await openCredential(masterKeys, { ...owner, field: FIELD }, sealed));
  const secrets = Array.isArray(list) ? list.filter((secret) => typeof secret === "string") : [];
  for (const oldest of opened.keys()) if (opened.size >= MAX_OPENED) opened.delete(oldest);
  opened.set(key, secrets);
  return secrets;
}
