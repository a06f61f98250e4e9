/** Composition of actions: what performs a tenant's approved effects. */
import { createExecutor } from "../actions/index.ts";
import type { EffectDocument, EffectExecutor } from "../approvals/ports.ts";
import { dbFor } from "../db/index.ts";
import { recordSent } from "../inbox/index.ts";
import { settleUrgentNews } from "../notifications/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { findAccount } from "./accounts.ts";
import { notificationDeps } from "./notifications.ts";
import { recordsOf } from "./text-records.ts";
import { openFiles } from "./open-files.ts";

/**
 * The executor of one tenant's approved effects. Cheap; connections are found when needed, in that tenant alone. A text that was sent is kept
 * with the others; where that fails, the provider's own event of it is.
 */
export function effectExecutor(env: Env, tenantId: string): EffectExecutor {
  const executor = createExecutor(
    {
      quo: (connectionId) => findAccount(env, tenantId, "quo", connectionId),
      google: (connectionId) => findAccount(env, tenantId, "google", connectionId),
      workspace: async () => openFiles(env, tenantId),
      github: (connectionId) => findAccount(env, tenantId, "github", connectionId),
    },
    recordsOf(env, tenantId),
  );
  const deps = { db: dbFor(env.DB, tenantId), clock: systemClock };
  return {
    ...executor,
    async perform(effect, options) {
      const performed = await executor.perform(effect, options);
      if (effect.kind === "sms.send" && performed.providerId !== null) {
        await recordSent(deps, performed.providerId, effect.document).catch((error: unknown) => {
          systemLogger.warn("inbox.sent_text_not_kept", { tenantId, error });
        });
        await settleUrgent(env, tenantId, effect.document);
      }
      return performed;
    },
  };
}

/** Somebody who texted in trouble has been answered: the people on call are not asked about it any more. Never throws. */
async function settleUrgent(env: Env, tenantId: string, document: EffectDocument["document"]): Promise<void> {
  const { to } = document;
  const number = typeof to === "object" && to !== null && "number" in to ? to["number"] : null;
  if (typeof number !== "string") return;
  try {
    await settleUrgentNews(notificationDeps(env, tenantId), `sms:${number}`, "Somebody has answered");
  } catch (error) {
    systemLogger.warn("inbox.urgent_not_settled", { tenantId, error });
  }
}
