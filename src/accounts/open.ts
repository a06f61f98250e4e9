/** What others ask of accounts, and their checks and filing, composed for a team. */
import * as z from "zod";
import { openFiles } from "../workspace/open-files.ts";
import type { FileAuthor } from "../platform/api/workspace-change.ts";
import type { TenantContext } from "../platform/context.ts";
import type { ImportLine, ImportResult } from "./api/account-import.ts";
import {
  importLines,
  stageRules,
  beginAccounts as begin,
  fileKnown,
  type FilingDeps,
  checkAccounts,
  proposeFound,
  readSources,
  type Read,
  draftMorning,
  FOLLOWUPS_JOB,
  type DraftAnswer,
  type FollowupTask,
} from "./index.ts";
import type { SkillFiles } from "./begin.ts";
import { writeOnce } from "../workspace/open.ts";
import type { Task, WorkResult } from "../platform/work/index.ts";
import { contactsByNumber } from "../messaging/open.ts";
import { pastMailOf } from "../messaging/open-mail.ts";
import { notifier } from "../platform/notifier.ts";
import type { Slot } from "../agent/schedules/index.ts";
import { accountChange } from "./effects/account-change.ts";
import { accountFiler, accountReadingSchema } from "./agents/account-filer.ts";
import { type Answer, taskText } from "../agent/index.ts";
import { ACCOUNTS_CONVERSATION as conversationId } from "../approvals/index.ts";
import { OUTSIDE_TEXT_RULE } from "../workspace/tools/files/index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { askOnce, runTool } from "../agent/open.ts";
import { followupAgent } from "./agents/followup-agent.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import { STEWARD } from "../agent/api/message.ts";
import { dayOf } from "../kernel/calendar.ts";

/** Takes records of another system into a team's accounts; open pages read accounts again. Throws `not_found` for no team. */
export async function importAccounts(
  ctx: TenantContext,
  by: FileAuthor,
  lines: readonly ImportLine[],
): Promise<{ results: ImportResult[] }> {
  const [timeZone, rules] = await Promise.all([ctx.timeZone(), stageRules(ctx.db)]);
  const results = await importLines({ files: openFiles(ctx), rules, timeZone, by }, lines);
  await tellOfAccounts(ctx)();
  return { results };
}

/** A file of the deployment, since a team needs it once (api/skill-files.ts). */
const SKILLS = "account-skills.json";
const skillsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Idempotent. */
export function beginAccounts(ctx: TenantContext): Promise<void> {
  return begin({ db: ctx.db, write: writeOnce(ctx), skills: () => readSkills(ctx) });
}

async function readSkills({ deployment, tenantId, log }: TenantContext): Promise<SkillFiles | null> {
  try {
    return skillsSchema.parse(await deployment.document(SKILLS));
  } catch (error) {
    log.error("accounts.skills_unavailable", { tenantId, error: String(error) });
    return null;
  }
}

/** Does no I/O. */
export function filingDeps(ctx: TenantContext): FilingDeps {
  return {
    files: openFiles(ctx),
    logger: ctx.log,
    timeZone: () => ctx.timeZone(),
    async namesOf(numbers) {
      const contactOf = await contactsByNumber(ctx, numbers);
      return (number) => contactOf(number)?.name ?? null;
    },
    pastMail: (address, after) => pastMailOf(ctx, address, after),
  };
}

/** Makes open pages reload accounts. */
export function tellOfAccounts(ctx: TenantContext): () => Promise<void> {
  return async () => ctx.publish({ type: "records.changed", records: ["accounts"] });
}

/** Files existing records of accounts' new people. */
export function fileAccounts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return fileKnown(filingDeps(ctx), untilMs, tellOfAccounts(ctx));
}

/** A slot's work is aborted after four minutes (src/agent/schedules/run-slot.ts). */
const WORK_MS = 3 * 60_000;
const ALERT = "account_chain";

export async function runCheck(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const admins = notifier(ctx);
  const done = await checkAccounts(
    {
      files: openFiles(ctx),
      logger: ctx.log,
      tell: async (news) => void (await admins.raiseAlert({ code: ALERT, ...news })),
      settle: () => admins.settleAlert(ALERT, { resolution: "Every account’s history proves its state." }),
    },
    { since: slotAt, untilMs: ctx.clock.now() + WORK_MS },
  );
  await tellOfAccounts(ctx)();
  return done;
}

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
