/** Composition of how an agent stands in a team: what it set for it, else what its policy says. */
import { autonomyOf, findAgent, settingsByAgent, type AgentDefinition } from "../index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { Policy } from "../../approvals/api/policy.ts";
import { DEFAULT_AGENT_SETTINGS } from "../api/agent.ts";

/** A team's settings of an agent. */
export interface AgentStanding {
  readonly title: string;
  readonly enabled: boolean;
  readonly mode: Policy["autonomy"];
  /** Whether the team set the mode for this agent explicitly. */
  readonly isOwnMode: boolean;
  readonly tokenBudget: number;
}

/** Tokens of context where a team set none. */
const TOKEN_BUDGET = 8_000;

/** An agent as the team has set it. */
export async function standingOf(ctx: TenantContext, name: string): Promise<AgentStanding> {
  const db = ctx.db;
  // Of all agents at once: who asks of several of them asks the same, once.
  const [set, { policy }] = await Promise.all([settingsByAgent(db), getPolicy(db)]);
  const settings = set[name] ?? DEFAULT_AGENT_SETTINGS;
  const definition = definitionOf(name);
  return {
    title: definition.title,
    enabled: settings.enabled,
    mode: autonomyOf(policy, settings, definition),
    isOwnMode: settings.autonomy !== null,
    tokenBudget: settings.tokenBudget ?? TOKEN_BUDGET,
  };
}

/** An agent's definition. Throws `not_found`. */
export function definitionOf(name: string): AgentDefinition {
  const agent = findAgent(name);
  if (agent === null) throw new AppError("not_found", "That agent doesn’t exist.");
  return agent;
}
