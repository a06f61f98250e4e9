/** The agents as they are defined: what they are told, what they may use here, how far they may go. */
import { readTenantLimits } from "../../agent/open.ts";
import { powers } from "../../agent/tools/powers.ts";
import { offerTo } from "../../agent/tools/agent-tools.ts";
import type { TenantContext } from "../../platform/context.ts";
import {
  allAgents,
  findAgent,
  getInstructions,
  instructionsByAgent,
  instructionsHistory,
  restoreInstructions,
  settingsByAgent,
  updateAgentSettings,
  updateInstructions,
  viewAgentSettings,
  withSettings,
} from "../../agent/index.ts";
import { listConnected } from "../../integrations/connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { agentFigures, matterFigures } from "../metrics/index.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { teamEndpoints } from "../api/team.ts";
import { agentEndpoints } from "../../agent/api/agent.ts";
import { ASKED_ONCE_CALLS, isAskedOnce } from "../../agent/define-agent.ts";
import { metricsEndpoints } from "../api/metrics.ts";
import { decodeCursor, pageFrom } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";
import { dayOf } from "../../kernel/calendar.ts";

export function agentRoutes(app: App): void {
  serve(app, teamEndpoints.agents, listAgents);

  serve(app, metricsEndpoints.figures, async ({ ctx, db, principal, query }) => {
    const sinceMs = ctx.clock.now() - (Number(query.days) - 1) * 24 * 3_600_000;
    const since = dayOf(sinceMs, principal.tenant.timeZone);
    const [items, matters] = await Promise.all([
      agentFigures(db, since, (name) => findAgent(name)?.title ?? name),
      matterFigures(db, since),
    ]);
    return { since, items, matters };
  });

  serve(app, agentEndpoints.settings, async ({ ctx, db, param }) =>
    viewAgentSettings(db, param("name"), ctx.config.models),
  );

  serve(app, agentEndpoints.updateSettings, async ({ ctx, db, tenantId, principal, param, body }) => {
    const change = { ...body, agent: param("name"), by: userActor(principal.user), nowMs: ctx.clock.now() };
    const updated = await updateAgentSettings(db, change, ctx.config.models);
    const [tenant, limits] = await Promise.all([ctx.objects.team(), readTenantLimits(ctx)]);
    await tenant.configure(tenantId, limits);
    await tenant.publish(tenantId, { type: "settings.updated" });
    return updated;
  });

  serve(app, agentEndpoints.instructions, async ({ db, param }) => getInstructions(db, param("name")));

  serve(app, agentEndpoints.updateInstructions, async ({ ctx, db, principal, param, body }) =>
    updateInstructions(db, {
      ...body,
      agent: param("name"),
      by: userActor(principal.user),
      nowMs: ctx.clock.now(),
    }),
  );

  serve(app, agentEndpoints.restoreInstructions, async ({ ctx, db, principal, param, body }) =>
    restoreInstructions(db, {
      ...body,
      agent: param("name"),
      by: userActor(principal.user),
      nowMs: ctx.clock.now(),
    }),
  );

  serve(app, agentEndpoints.instructionsHistory, async ({ db, param, query }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const before = query.cursor === undefined ? undefined : Number(decodeCursor(query.cursor, 1)[0]);
    const rows = await instructionsHistory(db, param("name"), { before, limit: limit + 1 });
    return pageFrom(
      rows,
      limit,
      (row) => row,
      (row) => [String(row.version)],
    );
  });
}

/** Every agent as this team has it. */
async function listAgents({ ctx, db }: { readonly ctx: TenantContext; readonly db: TenantDb }) {
  const [{ policy }, told, settings, connected] = await Promise.all([
    getPolicy(db),
    instructionsByAgent(db),
    settingsByAgent(db),
    listConnected(db),
  ]);
  const ofTools = powers(policy);
  const items = allAgents().map((defined) => {
    const agent = withSettings(defined, settings[defined.name]);
    const { name, title, description, tier, conversational, delegable, maxTokens, windowTokens } = agent;
    const { uses: _, ...limits } = agent.limits;
    const { tools, notConnected } = offerTo(name, connected);
    const offered = new Set([...(tools[name]?.core ?? []), ...(tools[name]?.deferred ?? [])]);
    return {
      name,
      title,
      description,
      tier,
      model: ctx.config.models[tier],
      conversational,
      delegable: delegable !== false,
      enabled: settings[name]?.enabled !== false,
      structured: agent.output !== undefined,
      instructions: told[name] ?? agent.instructions,
      tools: ofTools.filter((power) => offered.has(power.name)),
      notConnected,
      limits: isAskedOnce(agent)
        ? { maxTokens, modelCalls: ASKED_ONCE_CALLS, ...limits }
        : { maxTokens, windowTokens, ...policy.turn, ...limits },
    };
  });
  return { items, nextCursor: null };
}
