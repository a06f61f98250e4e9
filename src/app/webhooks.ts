/** Composition of webhooks: whose a connection is, and the queues behind an accepted delivery. */
import { openWebhookSecrets } from "../connections/index.ts";
import { tenantDb, deploymentDb } from "../db/index.ts";
import {
  sendAccepted,
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

/** A burst asks once: half of the time of an acknowledgement. What is disabled or changed is believed for that much longer. */
const MOMENT = { keptMs: 2_000, most: 64, now: () => systemClock.now() } as const;
const secretsOf = new ShortMemory<WebhookSecrets>(MOMENT);
const urgentWordsOf = new ShortMemory<readonly string[]>(MOMENT);

/** What accepting a delivery is given. Cheap. */
export function webhookDeps(env: Env): WebhookDeps {
  return {
    clock: systemClock,
    db: (tenantId) => tenantDb(env, tenantId),
    ofApp(vendor) {
      const secret = oauthClients(env)[vendor]?.signingSecret;
      return {
        secrets: secret === undefined ? [] : [secret],
        async connectionOf(accountId) {
          const [found, ...others] = await deploymentDb(env).listConsented(vendor, accountId);
          return found === undefined || others.length > 0 ? null : found;
        },
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
      return secretsOf.get(`${vendor} ${connectionId}`, ask, isFresh);
    },
  };
}

/** Hands the work of an accepted delivery out, behind the answer. */
export function received(
  env: Env,
  { tenantId, work }: Pick<AcceptedDelivery, "tenantId" | "work">,
): Promise<void> {
  const ask = async () => (await getPolicy(tenantDb(env, tenantId))).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(tenantId, ask);
  return sendAccepted({ send: sendWork(env), urgentWords }, tenantId, work);
}
