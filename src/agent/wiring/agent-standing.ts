/** Combines an agent's settings with the team's policy. */
import { autonomyOf, getAgent, settingsByAgent } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { Policy } from "../../team/api/policy.ts";
import { DEFAULT_AGENT_SETTINGS } from "../api/agent.ts";

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
