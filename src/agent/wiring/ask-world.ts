/** Composition of what every run of a tenant's agents needs: models, admission, the hooks at its end, its record. */
import { endHooks, type AskWorld } from "../index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { anthropicModel } from "../../integrations/anthropic/client.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { alertAdmins } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import { admission } from "./admission.ts";
import { notificationDeps } from "../../notifications/open.ts";

/** What asking an agent one question takes. */
export function askWorld(env: Env, tenantId: string): AskWorld {
  const hooks = {
    clock,
    logger,
    alertAdmins: ({ runId, conversationId }: { runId: string; conversationId: string }) =>
      alertAdmins(notificationDeps(env, tenantId), { code: "turn_failed", turnId: runId, conversationId }),
  };
  return {
    db: tenantDb(env, tenantId),
    models: { cheap: env.CHEAP_MODEL, main: env.AGENT_MODEL, heavy: env.HEAVY_MODEL },
    callModel: anthropicModel({ baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY }),
    admission: admission(env, tenantId),
    endHooks: (run) => endHooks(hooks, run),
    clock,
    logger,
  };
}
