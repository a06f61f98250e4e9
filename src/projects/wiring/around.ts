/** Wires the context of questions about projects. */
import type { AgentWorld } from "../../agent/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import { aroundQuestion } from "../agent-work/index.ts";
import type { FoundPassage } from "../../platform/api/search-items.ts";
import { standingOf } from "../../agent/wiring/agent-standing.ts";
import { tenantHandle } from "../../agent/tools/tenant.ts";

/** Agents that receive it. */
const AROUND: ReadonlySet<string> = new Set(["nl-query"]);

/** Loads the context the asker may see. Failures are logged and ignored. */
export function aroundOf(ctx: TenantContext): AgentWorld["aroundOf"] {
  return async ({ agent, ...asked }, { id = null }) => {
    if (!AROUND.has(agent)) return null;
    const nowMs = ctx.clock.now();
    try {
      const [timeZone, { tokenBudget }] = await Promise.all([ctx.timeZone(), standingOf(ctx, agent)]);
      const tenant = tenantHandle(ctx);
      const found: FoundPassage[] = [];
      const retrieve: Parameters<typeof aroundQuestion>[0]["retrieve"] = async (query) => {
        const passages = await tenant.retrieve(query, { userId: id });
        found.push(...passages);
        return passages;
      };
      const deps = { db: ctx.db, nowMs, timeZone, budgetTokens: tokenBudget, retrieve };
      const { parts, trace } = await aroundQuestion(deps, asked);
      const step = {
        kind: "hook",
        name: "context",
        status: `${trace.usedTokens} of ${trace.budgetTokens} tokens`,
        at: isoTime(nowMs),
        durationMs: ctx.clock.now() - nowMs,
        detail: { ...trace },
      } as const;
      return { parts, step, quotes: found.flatMap(({ quote }) => quote ?? []) };
    } catch (error) {
      ctx.log.warn("agent.context_failed", { tenantId: ctx.tenantId, error });
      return null;
    }
  };
}
