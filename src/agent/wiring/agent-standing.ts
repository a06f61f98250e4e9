/** Combines the team’s policy with the settings of its agents. */
import { autonomyOf, getAgent, settingsByAgent, disabledAgents } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { Policy } from "../../team/api/policy.ts";
import { DEFAULT_AGENT_SETTINGS } from "../api/agent.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantLimits } from "../api/objects.ts";

/** An agent's effective settings. */
export interface AgentStanding {
  readonly title: string;
  readonly enabled: boolean;
  readonly mode: Policy["autonomy"];
  /** Whether the team set the mode for this agent explicitly. */
  readonly isOwnMode: boolean;
  readonly tokenBudget: number;
}

/** Default maximum tokens of context. */
const TOKEN_BUDGET = 8_000;

export async function standingOf(ctx: TenantContext, name: string): Promise<AgentStanding> {
  const db = ctx.db;
  // Loads the settings of all agents, so that callers asking for several share one query.
  const [set, { policy }] = await Promise.all([settingsByAgent(db), getPolicy(db)]);
  const settings = set[name] ?? DEFAULT_AGENT_SETTINGS;
  const definition = getAgent(name);
  return {
    title: definition.title,
    enabled: settings.enabled,
    mode: autonomyOf(policy, settings, definition),
    isOwnMode: settings.autonomy !== null,
    tokenBudget: settings.tokenBudget ?? TOKEN_BUDGET,
  };
}

function limitsOf(policy: Policy, timeZone: string, disabled: readonly string[]): TenantLimits {
  return {
    disabledAgents: disabled,
    toolCallsPerHour: policy.toolCallsPerHour,
    monthlyBudgetMicroUsd: Math.floor(policy.monthlyBudgetUsd * 1_000_000),
    timeZone,
  };
}

/** Throws `not_found` for an unknown tenant. */
export async function readTenantLimits(ctx: TenantContext): Promise<TenantLimits> {
  const db = ctx.db;
  const [tenant, { policy }, disabled] = await Promise.all([
    ctx.deployment.system.findTenant(ctx.tenantId),
    getPolicy(db),
    disabledAgents(db),
  ]);
  if (tenant === null) throw new AppError("not_found", "That team doesn’t exist.");
  return limitsOf(policy, tenant.timeZone, disabled);
}
