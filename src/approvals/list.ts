/** Lists approvals, newest first; of those that need someone to act, the urgent ones before the others. */
import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { byIds } from "../platform/db/index.ts";
import { approvals } from "./tables/approvals.ts";
import { AppError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import { approvalStatusSchema, type Approval, type ApprovalStatus } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { approvalIdOf } from "./propose.ts";
import { readApproval } from "./rows.ts";
import { effectsOf, findLoaded, get } from "./store.ts";
import type { StoredApproval } from "./types.ts";
import { view, viewContext, viewOf } from "./view.ts";

/** The statuses that `open` stands for in a query: someone or something still has to act. */
const OPEN: readonly ApprovalStatus[] = ["pending", "approved", "executing", "needs_human"];

/** Maximum items of a page. */
const PAGE = 50;

interface ListQuery {
  /** A status, several separated by commas, or `open`. */
  readonly status?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The approval that a call led to; null if it led to none. */
export async function findProposal(
  deps: ApprovalDeps,
  conversationId: string,
  toolCallId: string,
): Promise<Approval | null> {
  return findApproval(deps, await approvalIdOf(deps.db.tenantId, conversationId, toolCallId));
}

/** Returns null if it doesn't exist. */
export async function findApproval(deps: ApprovalDeps, approvalId: string): Promise<Approval | null> {
  const loaded = await findLoaded(deps, approvalId);
  return loaded === null ? null : view(deps, loaded);
}

/** Throws `not_found`. */
export async function getApproval(deps: ApprovalDeps, approvalId: string): Promise<Approval> {
  return view(deps, await get(deps, approvalId));
}

/** The approvals of one run, oldest first, with enough to show and link them. */
export async function approvalsOfRun(
  { db }: Pick<ApprovalDeps, "db">,
  runId: string,
): Promise<{ id: string; title: string; status: ApprovalStatus }[]> {
  const rows = await db
    .rows(approvals, eq(approvals.turnId, runId))
    .orderBy(approvals.createdAt, approvals.id)
    .limit(LIMITS.pageSizeMax);
  return rows.map(({ id, title, status }) => ({ id, title, status }));
}

/** A page of approvals with their effects. Throws `invalid_request` for an unknown status or an invalid cursor. */
export async function listApprovals(
  deps: ApprovalDeps,
  query: ListQuery,
): Promise<{ items: Approval[]; nextCursor: string | null }> {
  const limit = Math.min(query.limit ?? PAGE, PAGE);
  const rows = await newest(deps, query, limit + 1);
  const page = rows.slice(0, limit);
  const ledger = await effectsOf(
    deps,
    page.map(({ id }) => id),
  );
  const context = await viewContext(deps, page.map(readApproval));
  const items = page.map((row) =>
    viewOf({ row: readApproval(row), effects: ledger.get(row.id) ?? [] }, context),
  );
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items,
    nextCursor: more ? `${isOpenList(query) && last.urgent ? "1" : "0"}|${last.createdAt}|${last.id}` : null,
  };
}

/** Whether a list holds only what someone has to act on: it is short, and its urgent approvals come first. */
function isOpenList({ status }: ListQuery): boolean {
  return status !== undefined && parseStatuses(status).every((one) => OPEN.includes(one));
}

/**
 * Queries each status separately, and of an open list the urgent approvals apart from the others, so that
 * an index provides each order and nothing is sorted.
 */
async function newest({ db }: ApprovalDeps, query: ListQuery, count: number): Promise<StoredApproval[]> {
  const from = query.cursor === undefined ? null : parseCursor(query.cursor);
  const isOpen = isOpenList(query);
  const before =
    from === null ? undefined : sql`(${approvals.createdAt}, ${approvals.id}) < (${from.at}, ${from.id})`;
  // The condition must match the partial index's word for word.
  const urgent = and(sql`urgent = 1`, from?.isUrgent === true ? before : undefined);
  const others = and(sql`urgent = 0`, from?.isUrgent === true ? undefined : before);
  const parts = isOpen ? [...(from === null || from.isUrgent ? [urgent] : []), others] : [before];
  const newestFirst = [desc(approvals.createdAt), desc(approvals.id)];
  const order = [...(isOpen ? [desc(approvals.urgent)] : []), ...newestFirst];
  const statuses = query.status === undefined ? approvalStatusSchema.options : parseStatuses(query.status);
  if (query.conversationId !== undefined) {
    const those = and(
      eq(approvals.conversationId, query.conversationId),
      inArray(approvals.status, statuses),
    );
    return db
      .rows(approvals, and(those, or(...parts)))
      .orderBy(...order)
      .limit(count);
  }
  const fields = { id: approvals.id, at: approvals.createdAt, urgent: approvals.urgent };
  const found = (await db.batch(
    [...new Set(statuses)].flatMap((status) =>
      parts.map((part) =>
        db
          .pick(fields, approvals, and(eq(approvals.status, status), part))
          .orderBy(...newestFirst)
          .limit(count),
      ),
    ),
  )) as { id: string; at: string; urgent: boolean | number }[][];
  const isFirst = (one: { urgent: boolean | number }): number => (isOpen && one.urgent ? 1 : 0);
  const ids = found
    .flat()
    .toSorted(
      (left, right) =>
        isFirst(right) - isFirst(left) || compare(right.at, left.at) || compare(right.id, left.id),
    )
    .slice(0, count)
    .map(({ id }) => id);
  return db.rows(approvals, byIds(approvals.id, ids)).orderBy(...order);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function parseStatuses(text: string): ApprovalStatus[] {
  return text.split(",").flatMap((word) => {
    if (word.trim() === "open") return OPEN;
    const status = approvalStatusSchema.safeParse(word.trim());
    if (!status.success) throw new AppError("invalid_request", "That isn’t a status of an approval.");
    return status.data;
  });
}

function parseCursor(cursor: string): { isUrgent: boolean; at: string; id: string } {
  const [urgent, at, id, ...rest] = cursor.split("|");
  if (at === undefined || id === undefined || rest.length > 0) {
    throw new AppError("invalid_request", "This cursor is not one of ours.");
  }
  return { isUrgent: urgent === "1", at, id };
}
