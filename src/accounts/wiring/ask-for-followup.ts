/** Wires asking the agent for one follow-up, charged to the team's monthly budget. */
import { FOLLOWUPS_JOB, type DraftAnswer, type FollowupTask } from "../index.ts";
import { askAgent, taskText } from "../../agent/index.ts";
import { followupAgent } from "../agents/followup-agent.ts";
import { ACCOUNTS_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";

/** Reasons to stop for the morning, because a person must act first. */
const STOPS: Readonly<Record<string, string>> = {
  budget_spent: "The month’s budget is used up.",
  rate_limited: "This hour’s limit of model calls is reached.",
  agent_disabled: "The agent for follow-ups is turned off.",
  not_configured: "No model is connected.",
  upstream_failed: "The model didn’t answer.",
};

export async function askForFollowup(
  ctx: TenantContext,
  {
    runId,
    task,
    timeZone,
  }: { readonly runId: string; readonly task: FollowupTask; readonly timeZone: string },
): Promise<DraftAnswer> {
  const { end, output } = await askAgent(askWorld(ctx), {
    runId,
    agent: followupAgent,
    text: taskText(
      { task: task.task, context: task.material },
      { title: "Accounts", nowMs: ctx.clock.now(), timeZone, hasForm: true },
    ),
    about: `A follow-up with ${task.name}`,
    conversationId,
    trigger: FOLLOWUPS_JOB,
    startedBy: "system:steward",
    timeZone,
  });
  if (output !== undefined) return { kind: "draft", output };
  const problem = STOPS[end.error?.code ?? end.reason];
  return problem === undefined ? { kind: "none" } : { kind: "stop", problem };
}
