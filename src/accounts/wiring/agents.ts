/** The agents of accounts at work: they read what is filed, and draft the morning’s follow-ups. */
import { accountChange } from "../effects/account-change.ts";
import { accountFiler, accountReadingSchema } from "../agents/account-filer.ts";
import { type Answer, taskText } from "../../agent/index.ts";
import {
  proposeFound,
  readSources,
  type Read,
  draftMorning,
  FOLLOWUPS_JOB,
  type DraftAnswer,
  type FollowupTask,
} from "../index.ts";
import { ACCOUNTS_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { OUTSIDE_TEXT_RULE } from "../../workspace/tools/files/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { askOnce } from "../../agent/wiring/ask-world.ts";
import { openFiles } from "../../workspace/open-files.ts";
import { followupAgent } from "../agents/followup-agent.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { STEWARD } from "../../agent/api/message.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { runTool } from "../../agent/wiring/tools.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** Reads due sources. */
export async function readAccountSources(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const files = openFiles(ctx);
  const proposing = {
    files,
    approvals: () => approvalDeps(ctx),
    agent: accountFiler.name,
    rule: OUTSIDE_TEXT_RULE,
    effectOf: (document: Parameters<typeof accountChange.of>[0]) => accountChange.of(document),
  };
  const ask = async (text: string): Promise<Read> => {
    const answer = await askOnce(ctx, {
      agent: accountFiler,
      text,
      about: "What is filed with an account",
      conversationId,
      trigger: "account-source",
    });
    return readOf(answer);
  };
  return readSources({ files, ask, propose: (change) => proposeFound(proposing, change) }, untilMs);
}

const WAITS = new Set(["budget_spent", "agent_disabled", "upstream_failed", "not_configured"]);

/** An invalid answer counts as none; if the model could not be asked, the source stays pending. */
function readOf({ end, output }: Pick<Answer, "end" | "output">): Read {
  if (WAITS.has(end.error?.code ?? end.reason))
    return {
      kind: "wait",
      ...(end.reason !== "rate_limited" || end.resumesAt === undefined
        ? {}
        : { untilMs: Date.parse(end.resumesAt) }),
    };
  const read = accountReadingSchema.safeParse(output);
  return read.success ? { kind: "reading", reading: read.data } : { kind: "none" };
}

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
  const { end, output } = await askOnce(ctx, {
    runId,
    agent: followupAgent,
    text: taskText(
      { task: task.task, context: task.material },
      { title: "Accounts", nowMs: ctx.clock.now(), timeZone, hasForm: true },
    ),
    about: `A follow-up with ${task.name}`,
    conversationId,
    trigger: FOLLOWUPS_JOB,
    timeZone,
  });
  if (output !== undefined) return { kind: "draft", output };
  const problem = STOPS[end.error?.code ?? end.reason];
  return problem === undefined ? { kind: "none" } : { kind: "stop", problem };
}
