/** The team's policy for one agent: the agent's own settings override the team's. Pure. */
import { quietUntil } from "../approvals/policy/index.ts";
import type { Policy } from "../team/api/policy.ts";
import type { AgentSettings } from "./api/agent.ts";
import type { AgentDefinition } from "./define-agent.ts";

/** The caller and the time. `agent` is null for callers that are not our agents. */
interface PolicyAsOf {
  readonly agent: Pick<AgentDefinition, "beginsInShadow"> | null;
  readonly nowMs: number;
  readonly timeZone: string;
}

/** An agent's autonomy: its own setting, else shadow if it begins so, else the team's. */
export function autonomyOf(
  policy: Pick<Policy, "autonomy">,
  settings: Pick<AgentSettings, "autonomy">,
  agent: Pick<AgentDefinition, "beginsInShadow"> | null,
): Policy["autonomy"] {
  return settings.autonomy ?? (agent?.beginsInShadow === true ? "shadow" : policy.autonomy);
}

/** The policy that judges an agent's calls at a given time. */
export function policyFor(
  policy: Policy,
  settings: AgentSettings,
  { agent, nowMs, timeZone }: PolicyAsOf,
): Policy {
  const { rules } = settings;
  const own = {
    ...policy,
    permissionMode: settings.permissionMode ?? policy.permissionMode,
    autonomy: autonomyOf(policy, settings, agent),
    tools: {
      ...policy.tools,
      ...modesOf(rules.ask, "ask"),
      ...modesOf(rules.allow, "allow"),
      ...modesOf(rules.deny, "deny"),
    },
  };
  const isAtWork = settings.hours === null || quietUntil(nowMs, settings.hours, timeZone) !== null;
  return isAtWork ? own : asking(own);
}

function modesOf(tools: readonly string[], mode: Policy["tools"][string]): Policy["tools"] {
  return Object.fromEntries(tools.map((tool) => [tool, mode]));
}

/** Outside its hours an agent asks before everything that it could otherwise do. */
function asking(policy: Policy): Policy {
  const tools = Object.entries(policy.tools).map(([tool, mode]) => [tool, mode === "allow" ? "ask" : mode]);
  return {
    ...policy,
    autonomy: policy.autonomy === "execute" ? "propose" : policy.autonomy,
    permissionMode: "default",
    rules: policy.rules.map((rule) => (rule.decision === "allow" ? { ...rule, decision: "ask" } : rule)),
    tools: Object.fromEntries(tools) as Policy["tools"],
  };
}
