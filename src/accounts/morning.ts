/**
 * Morning follow-ups: code determines who is due and in which order, an agent writes each, and all drafts
 * await approval as one stack. Accounts are skipped if a draft is pending, was written within their stage's
 * days, or if there was contact since.
 */
import { and, eq, gte, inArray, sql, type SQL } from "drizzle-orm";
import { approvals } from "../approvals/tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { Json } from "../kernel/hash.ts";
import { DAY_MS, isoTime } from "../kernel/clock.ts";
import { approvalStatusSchema, type ApprovalStatus } from "../approvals/api/approval.ts";
import { followupDraftSchema, type DueAccount, type FollowupDraft } from "./api/account-query.ts";
import type { StageRule } from "./api/account-stages.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { dueAccount, dueAccounts } from "./due.ts";
import { followupMaterials, type FollowupMaterials } from "./materials.ts";
import { findAccountRow } from "./resolve.ts";
import { stageNamed } from "./stages.ts";

/** Maximum accounts scanned for ones without a draft. */
const LOOKED_THROUGH = 100;
/** Agent calls per allowed draft: invalid answers are skipped. */
const ASKED_PER_DRAFT = 2;
const WHY_CHARS = 400;

/** The result of asking for a draft: the text, or why there is none and whether to continue. */
export type DraftAnswer =
  | { readonly kind: "draft"; readonly output: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "stop"; readonly problem: string };

interface MorningDeps {
  readonly files: WorkspaceDeps;
  readonly rules: readonly StageRule[];
  /** The team's name, for the signature. */
  readonly team: string;
  /** Maximum drafts. */
  readonly atMost: number;
  /** Asks the agent for a draft, under its own run ID. */
  readonly draft: (runId: string, task: FollowupTask) => Promise<DraftAnswer>;
  /** Submits it for approval as a call of `execute_followup`. Returns whether it is pending. */
  readonly propose: (
    call: { readonly runId: string; readonly callId: string },
    input: Readonly<Record<string, Json>>,
  ) => Promise<boolean>;
  readonly newId: () => string;
}

/** The agent's task. */
export interface FollowupTask {
  readonly name: string;
  readonly task: string;
  readonly material: string;
}

/**
 * Drafts follow-ups until a deadline. `day` determines the call IDs, so a repeat drafts nothing twice.
 * `turnId` identifies the morning: an interrupted one resumes.
 */
export async function draftMorning(
  deps: MorningDeps,
  { day, turnId, untilMs }: { readonly day: string; readonly turnId: string; readonly untilMs: number },
): Promise<{ readonly summary: string }> {
  const { files, rules } = deps;
  const { accounts, total } = await dueAccounts(
    files.db,
    rules,
    { limit: LOOKED_THROUGH },
    files.clock.now(),
  );
  const spoken = await draftedLately(deps, accounts);
  const open = accounts.filter(({ account_id: id }) => !spoken.has(id));
  const before = await draftedIn(files.db, turnId);
  let drafted = before;
  let problem = "";
  for (const due of open.slice(0, deps.atMost * ASKED_PER_DRAFT)) {
    if (drafted >= deps.atMost || files.clock.now() >= untilMs) break;
    const done = await followUp(deps, due, day);
    if (done.kind === "stop") {
      ({ problem } = done);
      break;
    }
    if (done.kind === "waits") drafted++;
  }
  const waiting = Math.max(0, spoken.size - before);
  return { summary: summaryOf({ total, waiting, drafted, problem }) };
}

type Done = { readonly kind: "waits" | "passed" } | { readonly kind: "stop"; readonly problem: string };

async function followUp(deps: MorningDeps, due: DueAccount, day: string): Promise<Done> {
  const { account_id: id, recommended_channel: channel } = due;
  const materials = await followupMaterials(deps.files, deps.rules, { id, channel }).catch(() => null);
  if (materials === null) return { kind: "passed" };
  const runId = deps.newId();
  const answer = await deps.draft(runId, taskOf(materials, deps.team));
  if (answer.kind === "stop") return answer;
  const draft = answer.kind === "draft" ? followupDraftSchema.safeParse(answer.output) : null;
  if (draft?.success !== true || !(await isStillDue(deps, due))) return { kind: "passed" };
  const waits = await deps.propose(
    { runId, callId: `${day}:${id}` },
    callOf(due, materials.channel, draft.data),
  );
  return { kind: waits ? "waits" : "passed" };
}

function taskOf({ due, style, sources, read, ...rest }: FollowupMaterials, team: string): FollowupTask {
  const { account_id: account, account_name: name, stage, why, next_steps: nextSteps } = due;
  const material = {
    us: team,
    account,
    name,
    stage,
    why,
    nextSteps,
    ...rest,
    style,
    lastSaid: sources,
    read,
  };
  return {
    name,
    task: `Draft a follow-up with ${name}. Draft only: answer with it.`,
    material: JSON.stringify(material),
  };
}

/** Code supplies the reason; the agent only writes the text. */
function callOf(
  { account_id: account, why }: DueAccount,
  channel: FollowupDraft["channel"],
  { subject, body, context_used: contextUsed }: FollowupDraft,
): Readonly<Record<string, Json>> {
  return {
    account,
    channel,
    ...(channel === "email" ? { subject: subject ?? "" } : {}),
    body,
    rationale: why.slice(0, WHY_CHARS),
    contextUsed: contextUsed.slice(0, 12),
  };
}

/** There may have been contact while the agent was writing. */
async function isStillDue({ files, rules }: MorningDeps, { account_id: id }: DueAccount): Promise<boolean> {
  const row = await findAccountRow(files.db, id);
  const rule = row === null ? null : stageNamed(rules, row.stage);
  if (row === null || rule === null || rule.days === null) return false;
  return dueAccount(row, rule, files.clock.now()).days_since_contact >= rule.days;
}

const ACCOUNT_OF = sql<string>`json_extract(${approvals.proposedEffects}, '$[#-1].document.accountId')`;

const OPEN: ApprovalStatus[] = ["pending", "approved", "executing", "needs_human"];
const OVER = approvalStatusSchema.options.filter((status) => !OPEN.includes(status));

/** Accounts with a pending draft, or with any draft written within their stage's days. */
async function draftedLately(
  { files, rules }: MorningDeps,
  due: readonly DueAccount[],
): Promise<ReadonlySet<string>> {
  const nowMs = files.clock.now();
  const daysOf = new Map(
    due.map(({ account_id: id, stage }) => [id, stageNamed(rules, stage)?.days ?? 0] as const),
  );
  const most = Math.max(0, ...daysOf.values());
  const ids = JSON.stringify([...daysOf.keys()]);
  const isTheirs = sql`${approvals.tool} = 'execute_followup' and ${ACCOUNT_OF} in (select value from json_each(${ids}))`;
  const pick = (where: SQL | undefined) =>
    files.db.pick(
      { account: ACCOUNT_OF, createdAt: approvals.createdAt, status: approvals.status },
      approvals,
      and(where, isTheirs),
    );
  const [open, over] = await Promise.all([
    pick(inArray(approvals.status, OPEN)),
    pick(and(inArray(approvals.status, OVER), gte(approvals.createdAt, isoTime(nowMs - most * DAY_MS)))),
  ]);
  const isLate = ({ account, createdAt }: (typeof over)[number]): boolean =>
    nowMs - Date.parse(createdAt) < (daysOf.get(account) ?? 0) * DAY_MS;
  return new Set([...open, ...over.filter(isLate)].map(({ account }) => account));
}

/** Number of drafts this morning so far. */
async function draftedIn(db: TenantDb, turnId: string): Promise<number> {
  const isOfTurn = and(eq(approvals.turnId, turnId), eq(approvals.tool, "execute_followup"));
  const [row] = await db.pick({ count: sql<number>`count(*)`.as("count") }, approvals, isOfTurn);
  return Number(row?.["count"] ?? 0);
}

function summaryOf(done: {
  readonly total: number;
  readonly waiting: number;
  readonly drafted: number;
  readonly problem: string;
}): string {
  const { total, waiting, drafted, problem } = done;
  if (total === 0) return "No account is due for a follow-up.";
  return [
    `${total} due for a follow-up.`,
    waiting === 0 ? "" : `${waiting} already drafted.`,
    drafted === 0 ? "Nothing was drafted." : `${drafted} drafted for approval.`,
    problem,
  ]
    .filter((part) => part !== "")
    .join(" ");
}
