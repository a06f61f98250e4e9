/** Composition of webhooks: whose a connection is, and the queues behind an accepted delivery. */
import { openWebhookSecrets } from "../connections/index.ts";
import { tenantDb, deploymentDb } from "../db/index.ts";
import {
  Backlog,
  HandOver,
  SecretMemory,
  type AcceptedDelivery,
  type WebhookDeps,
  type WebhookSecrets,
} from "../inbox/index.ts";
import { oauthClients } from "../integrations/oauth/clients.ts";
import { systemClock } from "../kernel/clock.ts";
import { ShortMemory } from "../kernel/short-memory.ts";
import type { Env } from "../platform/env.ts";
import { getPolicy } from "../policy/index.ts";
import { sendWork } from "./queues.ts";

/** A burst asks once. */
const MOMENT = { keptMs: 2_000, most: 64, now: () => systemClock.now() } as const;
const ownersOf = new ShortMemory<{ readonly tenantId: string; readonly connectionId: string }>(MOMENT);
const urgentWordsOf = new ShortMemory<readonly string[]>(MOMENT);
const secretsOf = new SecretMemory(systemClock);
const backlog = new Backlog(systemClock);
export const handOver = new HandOver(systemClock);

/** What accepting a delivery is given. Cheap. */
export function webhookDeps(env: Env): WebhookDeps {
  return {
    clock: systemClock,
    db: (tenantId) => tenantDb(env, tenantId),
    isFull: (tenantId) => backlog.isFull(tenantId),
    ofApp(vendor) {
      const secret = oauthClients(env)[vendor]?.signingSecret;
      const ask = async (accountId: string) => {
        const [found, ...others] = await deploymentDb(env).listConsented(vendor, accountId);
        return found === undefined || others.length > 0 ? null : found;
      };
      return {
        secrets: secret === undefined ? [] : [secret],
        connectionOf: (accountId) => ownersOf.get(`${vendor} ${accountId}`, () => ask(accountId)),
      };
    },
    secrets(vendor, connectionId, isFresh = false) {
      const ask = async (): Promise<WebhookSecrets | null> => {
        const found = await deploymentDb(env).findWebhookConnection(connectionId);
        if (found === null || found.vendor !== vendor) return null;
        const { tenantId, webhookSecrets: sealed } = found;
        const secrets = await openWebhookSecrets(env.MASTER_KEYS, { tenantId, connectionId }, sealed);
        return { tenantId, secrets };
      };
      return secretsOf.find(`${vendor} ${connectionId}`, ask, isFresh);
    },
  };
}

/** Hands the work of an accepted delivery out, behind the answer, and looks how much of the team's waits. */
export async function received(
  env: Env,
  { tenantId, work }: Pick<AcceptedDelivery, "tenantId" | "work">,
): Promise<void> {
  const db = tenantDb(env, tenantId);
  const ask = async () => (await getPolicy(db)).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(tenantId, ask);
  await Promise.all([
    handOver.accepted({ send: sendWork(env), urgentWords }, tenantId, work),
    backlog.look(db),
  ]);
}
