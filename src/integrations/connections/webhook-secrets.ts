/**
 * A connection's webhook signing secrets, sealed as one list: two while a secret is being rotated. No runtime-specific imports: Node
 * scripts use it too.
 */
import { openCredential, sealCredential } from "./sealed.ts";

interface Owner {
  readonly tenantId: string;
  readonly connectionId: string;
}

const FIELD = "webhookSecrets";

/** Throws AppError `not_configured` without a usable key. */
export function sealWebhookSecrets(
  masterKeys: string,
  owner: Owner,
  secrets: readonly string[],
): Promise<string> {
  return sealCredential(masterKeys, { ...owner, field: FIELD }, JSON.stringify(secrets));
}

/**
 * Recently opened lists, keyed by ciphertext; a replaced secret has a different ciphertext, so entries never go stale. Saves deriving a
 * key per delivery in a burst.
 */
const opened = new Map<string, readonly string[]>();
const MAX_OPENED = 64;

/** Opens the list; empty if none was set. Throws AppError `not_configured` if it was sealed for another scope or under a lost key. */
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
