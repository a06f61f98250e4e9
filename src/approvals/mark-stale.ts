/** News on a thread: what waits for a decision there no longer fits. */
import { and, count, eq, inArray, or, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { advance } from "./advance.ts";
import { announce, announceChange } from "./announce.ts";
import { unjudged } from "./counted.ts";
import type { ApprovalDeps } from "./ports.ts";
import { readApproval } from "./rows.ts";
import { staleSentence, type StaleReason } from "./stale-reasons.ts";
import { get, move } from "./store.ts";
import { alertForDecision } from "./request-decision.ts";
import { DIRECT_RULE, type ApprovalRow } from "./types.ts";
import { leaveOutWriter, openBundle, openBundlesTo } from "./wrote-since.ts";

/** Most drafts one arrival makes stale at once; the check before executing catches the rest. */
const MAX_DRAFTS = 50;

/** Whether a thread has drafts that `markThreadStale` would look at. */
export async function hasWaitingDrafts(db: TenantDb, threadKey: string): Promise<boolean> {
  const ofThread = sql`${approvals.status} in ('pending', 'approved') and ${approvals.threadKey} = ${threadKey}`;
  const rows = await db.pick({ id: approvals.id }, approvals, or(ofThread, openBundle)).limit(1);
  return rows.length > 0;
}

/** How many drafts wait for a decision on a thread. */
export async function countWaitingDrafts(db: TenantDb, threadKey: string): Promise<number> {
  const [found] = await db.pick(
    { drafts: sql<number>`${count()}`.as("drafts") },
    approvals,
    and(eq(approvals.threadKey, threadKey), eq(approvals.status, "pending")),
  );
  return Number(found?.["drafts"] ?? 0);
}

/**
 * Makes the waiting and the held drafts of a thread stale, as when the other side writes (`newestMessageId`) or a colleague sends something in their
 * place. Drafts that were made knowing that message stay, and where a colleague wrote, what people scheduled themselves. A draft to several
 * people leaves out the one who wrote. Returns how many went stale. Repeats are safe.
 */
export async function markThreadStale(
  deps: ApprovalDeps,
  threadKey: string,
  reason: StaleReason,
  newestMessageId?: string,
): Promise<number> {
  const rows = await deps.db
    .rows(
      approvals,
      and(eq(approvals.threadKey, threadKey), inArray(approvals.status, ["pending", "approved"])) ??
        sql`false`,
    )
    .orderBy(approvals.createdAt)
    .limit(MAX_DRAFTS);
  const waiting = rows
    .map(readApproval)
    .filter(({ preconditions, rule }) =>
      newestMessageId === undefined
        ? rule !== DIRECT_RULE
        : !preconditions.some((one) => deps.effects.precondition(one).seen?.messageId === newestMessageId),
    );
  const moved = [];
  for (const row of waiting) {
    const stale = await move(deps, row, {
      to: "stale",
      set: { staleReason: staleSentence(reason) },
      ...(await unjudged(deps, row)),
      audit: [
        { actor: STEWARD, action: "approval.stale", sentence: `No longer fits, not sent: ${row.title}` },
      ],
    });
    if (stale !== null) moved.push(row);
  }
  const bundles =
    newestMessageId === undefined
      ? []
      : await leaveOutWriter(deps, { threadKey, messageId: newestMessageId });
  for (const { row, to } of bundles) {
    if (to === "stale") moved.push(row);
    else await showLeftOut(deps, row);
  }
  for (const [index, row] of moved.entries()) {
    const outcomesToFollow = moved.slice(index + 1).filter((later) => later.turnId === row.turnId).length;
    await advance(deps, row.id, { outcomesToFollow }).catch((error: unknown) => {
      deps.logger.warn("approval.advance_failed", { approvalId: row.id, error });
    });
    await announceChange(deps, row.id);
    await deps.workflow.nudge(row.id);
  }
  return moved.length;
}

/** What was held asks people again; what waits is only shown. */
async function showLeftOut(deps: ApprovalDeps, { id, status, version }: ApprovalRow): Promise<void> {
  const now = await get(deps, id);
  if (status === "approved")
    await alertForDecision(deps, now, version).catch((error: unknown) => {
      deps.logger.warn("approval.ring_failed", { approvalId: id, error });
    });
  await announce(deps, now);
  await deps.workflow.nudge(id);
}

/** Shows the drafts of a thread again that wait for a decision: something was sent there that their cards tell. */
export async function showWaitingDrafts(deps: ApprovalDeps, threadKey: string): Promise<void> {
  const rows = await deps.db
    .rows(approvals, and(eq(approvals.threadKey, threadKey), eq(approvals.status, "pending")) ?? sql`false`)
    .orderBy(approvals.createdAt)
    .limit(MAX_DRAFTS);
  const bundles = await openBundlesTo(deps, threadKey);
  const shown = new Set(
    [...rows, ...bundles.filter(({ status }) => status === "pending")].map(({ id }) => id),
  );
  for (const id of shown) await announceChange(deps, id);
}
