/** The team's policy as it holds for one agent: what the team set for the agent goes before what it set for all. Pure. */
import { quietUntil } from "../approvals/policy/index.ts";
import type { Policy } from "../approvals/api/policy.ts";
import type { AgentSettings } from "./api/agent.ts";
import type { AgentDefinition } from "./define-agent.ts";

/** Whose calls, and when. `agent`: null for callers that are no agent of ours. */
interface PolicyAsOf {
  readonly agent: Pick<AgentDefinition, "beginsInShadow"> | null;
  readonly nowMs: number;
  readonly timeZone: string;
}

/** How free an agent is: as the team set it for the agent, else only noting where the agent begins so, else as the team's policy says. */
export function autonomyOf(
  policy: Pick<Policy, "autonomy">,
  settings: Pick<AgentSettings, "autonomy">,
  agent: Pick<AgentDefinition, "beginsInShadow"> | null,
): Policy["autonomy"] {
  return settings.autonomy ?? (agent?.beginsInShadow === true ? "shadow" : policy.autonomy);
}

/** The policy an agent's calls are judged by at a moment. */
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

/** Outside its hours an agent asks for whatever it may else do by itself. */
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
