/** Composition of what a question about projects is answered around. */
import type { AgentWorld } from "../../agent/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { isoTime, systemClock as clock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import { aroundQuestion } from "../agent-work/index.ts";
import type { FoundPassage } from "../../knowledge/api/search-items.ts";
import { standingOf } from "../../agent/wiring/agent-standing.ts";
import { tenantHandle } from "../../features/tenant.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** Agents that are given it. */
const AROUND: ReadonlySet<string> = new Set(["nl-query"]);

/** Loads the context the asker may see. Failures are logged and ignored. */
export function aroundOf(env: Env, tenantId: string): AgentWorld["aroundOf"] {
  return async ({ agent, ...asked }, { id = null }) => {
    if (!AROUND.has(agent)) return null;
    const nowMs = clock.now();
    try {
      const [timeZone, { tokenBudget }] = await Promise.all([
        zoneOf(env, tenantId),
        standingOf(env, tenantId, agent),
      ]);
      const tenant = tenantHandle(env, tenantId);
      const found: FoundPassage[] = [];
      const retrieve: Parameters<typeof aroundQuestion>[0]["retrieve"] = async (query) => {
        const passages = await tenant.retrieve(query, { userId: id });
        found.push(...passages);
        return passages;
      };
      const deps = { db: tenantDb(env, tenantId), nowMs, timeZone, budgetTokens: tokenBudget, retrieve };
      const { parts, trace } = await aroundQuestion(deps, asked);
      const step = {
        kind: "hook",
        name: "context",
        status: `${trace.usedTokens} of ${trace.budgetTokens} tokens`,
        at: isoTime(nowMs),
        durationMs: clock.now() - nowMs,
        detail: { ...trace },
      } as const;
      return { parts, step, quotes: found.flatMap(({ quote }) => quote ?? []) };
    } catch (error) {
      logger.warn("agent.context_failed", { tenantId, error });
      return null;
    }
  };
}
