/**
 * Replaces pending drafts with a newer one: the draft it names, and drafts to the same people from earlier
 * turns of the conversation. The old draft is withdrawn in the batch that stores the new one, so that there
 * is always exactly one to decide on. Drafts that a person edited or approved are kept.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals } from "./tables/approvals.ts";
import { type Statement } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { ApprovalStatus } from "./api/approval.ts";
import { endedSample, sampleTally } from "./decision-tallies.ts";
import type { Described } from "./describe.ts";
import type { ApprovalDeps } from "./ports.ts";
import { readApproval, settledBy } from "./rows.ts";
import { findLoaded, ifWonBy, moveStatements } from "./store.ts";
import type { ApprovalRow, NamedDraft, ProposalScope } from "./types.ts";

const REASON = "Replaced by a newer draft";
/** Maximum drafts that one call replaces. */
const MAX_REPLACED = 10;

/** Statuses after which the message goes out, or may have. */
const GOES_OUT: ReadonlySet<ApprovalStatus> = new Set(["approved", "executing", "done", "needs_human"]);

interface NewDraft {
  readonly id: string;
  readonly scope: Pick<ProposalScope, "conversationId" | "turnId">;
  readonly replaces: NamedDraft | undefined;
  readonly described: Pick<Described, "threadKey" | "facts">;
}

/** The pending drafts to replace. Throws `invalid_arguments` if a named draft must be kept. */
export async function findReplaced(deps: ApprovalDeps, draft: NewDraft): Promise<ApprovalRow[]> {
  const [named, others] = await Promise.all([findNamed(deps, draft), findEarlier(deps, draft)]);
  return [...(named === null ? [] : [named]), ...others.filter(({ id }) => id !== named?.id)];
}

async function findNamed(
  deps: ApprovalDeps,
  { id, scope: { conversationId }, replaces }: NewDraft,
): Promise<ApprovalRow | null> {
  if (replaces === undefined || replaces.approvalId === id) return null;
  const row = (await findLoaded(deps, replaces.approvalId))?.row ?? null;
  const why = await whyItStays(deps, row, { conversationId, onPersonsWord: replaces.onPersonsWord });
  if (why !== null) throw new AppError("invalid_arguments", `${why} Nothing was proposed.`);
  return row?.status === "pending" ? row : null;
}

/** Why a named draft can't be replaced; null if it can, or if it is already closed. */
async function whyItStays(
  deps: ApprovalDeps,
  row: ApprovalRow | null,
  asked: { readonly conversationId: string; readonly onPersonsWord: NamedDraft["onPersonsWord"] },
): Promise<string | null> {
  if (row === null) return "That draft doesn't exist: use an approvalId from <context> or list_approvals.";
  if (!(await mayChange(row, asked)))
    return "That draft belongs to another conversation. A person’s newest message has to ask for that and name the draft: ask them first.";
  if (row.status === "pending")
    return row.edited
      ? "A person has edited that draft, so it stays. If a person wants it gone, withdraw_draft it and draft again."
      : null;
  const newer = await newerDraft(deps, row);
  if (newer !== null && newer.conversationId !== asked.conversationId) return isReplacedBy(newer);
  return GOES_OUT.has(row.status)
    ? `That draft doesn't wait any more: ${settledBy(row)?.by.name ?? "somebody"} approved it. If something else must now be said, draft it without replaces.`
    : null;
}

/** The draft that waits in place of a replaced one; null without one. */
export async function newerDraft(deps: ApprovalDeps, row: ApprovalRow): Promise<ApprovalRow | null> {
  let newest = row;
  for (let hops = 0; hops < MAX_REPLACED && newest.replacedById !== null; hops += 1) {
    const next = await findLoaded(deps, newest.replacedById);
    if (next === null) return null;
    newest = next.row;
  }
  return newest.id !== row.id && newest.status === "pending" ? newest : null;
}

/** Says that a draft was replaced, to an agent that names the old one. */
export function isReplacedBy({ id, title }: Pick<ApprovalRow, "id" | "title">): string {
  return `That draft was replaced by ${id} (“${title}”), which still waits: name that one if it is meant.`;
}

/** An agent may withdraw drafts of its own conversation, and others if a member asked for it. */
export async function mayChange(
  row: Pick<ApprovalRow, "conversationId" | "title">,
  {
    conversationId,
    onPersonsWord,
  }: { readonly conversationId: string; readonly onPersonsWord: NamedDraft["onPersonsWord"] },
): Promise<boolean> {
  return row.conversationId === conversationId || onPersonsWord(row, "theirs");
}

/** Drafts of the same turn are kept side by side. A forward doesn't replace a reply in the same thread. */
async function findEarlier(
  { db }: ApprovalDeps,
  { id, scope, described: { threadKey, facts } }: NewDraft,
): Promise<ApprovalRow[]> {
  if (threadKey === null || facts.recipients.length === 0) return [];
  const reached = new Set(facts.recipients.map(({ address }) => address));
  const rows = await db
    .rows(
      approvals,
      and(
        eq(approvals.threadKey, threadKey),
        eq(approvals.status, "pending"),
        eq(approvals.conversationId, scope.conversationId),
        eq(approvals.edited, false),
        sql`${approvals.turnId} <> ${scope.turnId} and ${approvals.id} <> ${id}`,
      ),
    )
    .orderBy(approvals.createdAt)
    .limit(MAX_REPLACED);
  return rows.map(readApproval).filter(({ facts: of }) => {
    const to = of?.recipients ?? [];
    return to.length > 0 && to.every(({ address }) => reached.has(address));
  });
}

/** Adds to each the tally of the rule it samples. */
export function withSamples(
  deps: ApprovalDeps,
  replaced: readonly ApprovalRow[],
): Promise<(ApprovalRow & { readonly sample: string | null })[]> {
  return Promise.all(replaced.map(async (row) => ({ ...row, sample: await sampleTally(deps, row) })));
}

/** Condition for `insertIf`: all of them are still pending and unchanged. */
export function stillWait([first, ...rest]: readonly [ApprovalRow, ...ApprovalRow[]]): SQL {
  const asRead = (row: ApprovalRow): SQL =>
    sql`${approvals.id} = ${row.id} and ${approvals.version} = ${row.version} and ${approvals.status} = 'pending'`;
  const others = rest.map((row) => sql`exists (select 1 from ${approvals} where ${asRead(row)})`);
  return sql.join([asRead(first), ...others], sql` and `);
}

/** Statements that withdraw them, effective only if the same batch stores the new draft. */
export function withdrawReplaced(
  deps: ApprovalDeps,
  replaced: readonly (ApprovalRow & { readonly sample: string | null })[],
  newer: { readonly id: string; readonly moveId: string },
): Statement[] {
  return replaced.flatMap((row) =>
    moveStatements(deps, row, {
      to: "withdrawn",
      set: {
        reason: REASON,
        replacedById: newer.id,
        decidedById: STEWARD.id,
        decidedByName: STEWARD.name,
        decidedAt: isoTime(deps.clock.now()),
      },
      where: ifWonBy(newer.id, newer.moveId),
      audit: [
        {
          actor: { kind: "agent", id: row.agent, name: row.agent },
          action: "approval.withdrawn",
          sentence: `A newer draft took its place: ${row.title}`,
        },
      ],
      follow: (moveId) => endedSample(deps, row.sample, { isFailed: true, won: ifWonBy(row.id, moveId) }),
    }),
  );
}
