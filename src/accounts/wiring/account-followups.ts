/** Wires morning follow-ups: each draft goes through the gate as a call of the agent. */
import { draftMorning, FOLLOWUPS_JOB, type DraftAnswer, type FollowupTask } from "../index.ts";
import { followupAgent } from "../agents/followup-agent.ts";
import { ACCOUNTS_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { STEWARD } from "../../agent/api/message.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { openFiles } from "../../workspace/open-files.ts";
import { runTool } from "../../agent/wiring/tools.ts";
import { askAgent, taskText } from "../../agent/index.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** A slot's work is aborted after four minutes (src/agent/schedules/run-slot.ts). */
const WORK_MS = 3 * 60_000;

export async function runFollowups(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const [timeZone, team] = await Promise.all([
    ctx.timeZone(),
    ctx.deployment.system.findTenant(ctx.tenantId),
  ]);
  const { policy } = await getPolicy(ctx.db);
  const gate = runTool(ctx);
  const turnId = `${FOLLOWUPS_JOB}:${slotAt}`;
  const scope = {
    tenantId: ctx.tenantId,
    timeZone,
    conversationId,
    conversationTitle: "Morning follow-ups",
    turnId,
    agent: followupAgent.name,
    speaker: STEWARD,
    outside: true,
    recentTexts: [],
  };
  return draftMorning(
    {
      files: openFiles(ctx),
      rules: policy.accountStages,
      team: team?.name ?? "",
      atMost: policy.morningDrafts,
      newId: () => ctx.ids.newId(),
      draft: (runId, task) => askForFollowup(ctx, { runId, task, timeZone }),
      async propose({ runId, callId }, input) {
        const call = { id: callId, name: "execute_followup", input };
        const { approvals } = await gate(call, { ...scope, runId });
        return approvals.length > 0;
      },
    },
    { day: dayOf(Date.parse(slotAt), timeZone), turnId, untilMs: ctx.clock.now() + WORK_MS },
  );
}

/** Reasons to stop for the morning, because a person must act first. */
const STOPS: Readonly<Record<string, string>> = {
  budget_spent: "The month’s budget is used up.",
  rate_limited: "This hour’s limit of model calls is reached.",
  agent_disabled: "The agent for follow-ups is turned off.",
  not_configured: "No model is connected.",
  upstream_failed: "The model didn’t answer.",
};

async function askForFollowup(
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
