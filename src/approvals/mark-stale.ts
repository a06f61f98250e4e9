/** Makes pending drafts stale when something new happens on their thread. */
import { and, count, eq, inArray, or, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { approvals } from "./tables/approvals.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { advance } from "./advance.ts";
import { announce, announceChange } from "./announce.ts";
import { unjudged } from "./decision-tallies.ts";
import type { ApprovalDeps } from "./ports.ts";
import { readApproval } from "./rows.ts";
import { staleSentence, type StaleReason } from "./stale-reasons.ts";
import { get, move } from "./store.ts";
import { alertForDecision } from "./request-decision.ts";
import { DIRECT_RULE, type ApprovalRow } from "./types.ts";
import { leaveOutWriter, openBundle, openBundlesTo } from "./left-out-recipients.ts";

/** Maximum drafts one message makes stale. The check before execution catches the rest. */
const MAX_DRAFTS = 50;

/** Whether a thread has drafts that `markThreadStale` would check. */
export async function hasWaitingDrafts(db: TenantDb, threadKey: string): Promise<boolean> {
  const ofThread = sql`${approvals.status} in ('pending', 'approved') and ${approvals.threadKey} = ${threadKey}`;
  const rows = await db.pick({ id: approvals.id }, approvals, or(ofThread, openBundle)).limit(1);
  return rows.length > 0;
}

export async function countWaitingDrafts(db: TenantDb, threadKey: string): Promise<number> {
  const [found] = await db.pick(
    { drafts: sql<number>`${count()}`.as("drafts") },
    approvals,
    and(eq(approvals.threadKey, threadKey), eq(approvals.status, "pending")),
  );
  return Number(found?.["drafts"] ?? 0);
}

/**
 * Makes the pending and held drafts of a thread stale, as when a contact writes (`newestMessageId`) or a
 * colleague sends something instead. Kept are drafts made with knowledge of that message and, where a
 * colleague wrote, messages that people scheduled themselves. In a bundle, only the writer's part is
 * removed. Returns how many went stale. Idempotent.
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

/** Held drafts returned to pending, so people are asked again; pending ones are only refreshed. */
async function showLeftOut(deps: ApprovalDeps, { id, status, version }: ApprovalRow): Promise<void> {
  const now = await get(deps, id);
  if (status === "approved")
    await alertForDecision(deps, now, version).catch((error: unknown) => {
      deps.logger.warn("approval.ring_failed", { approvalId: id, error });
    });
  await announce(deps, now);
  await deps.workflow.nudge(id);
}

/** Refreshes the pending drafts of a thread on open pages, because their cards show what was sent there. */
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
