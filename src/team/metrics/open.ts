/** Composition of the hourly agent metrics. */
import { notifier } from "../../platform/notifier.ts";
import { findAgent, getAgentSettings, withSettings } from "../../agent/index.ts";
import { measureAgents } from "./index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";

/** Persisted with schedules. */
export const METRICS_JOB = "agents.figures";

/** Measures today and yesterday, and notifies admins of alarms. */
export async function runMetrics(ctx: TenantContext): Promise<{ readonly summary: string }> {
  const db = ctx.db;
  const worked = await measureAgents({
    db,
    clock: ctx.clock,
    timeZone: await ctx.timeZone(),
    async agent(name) {
      const defined = findAgent(name);
      if (defined === null) return null;
      const [settings, { policy }] = await Promise.all([getAgentSettings(db, name), getPolicy(db)]);
      const { title, limits } = withSettings(defined, settings);
      return { title, maxCalls: limits.modelCalls ?? policy.turn.modelCalls };
    },
    async tellAdmins({ once, title, body }) {
      await notifier(ctx).raiseAlert({
        code: "agent_figures",
        once,
        title,
        body,
        path: "/settings/figures",
      });
    },
  });
  return { summary: `Measured ${worked} ${worked === 1 ? "agent" : "agents"}.` };
}
