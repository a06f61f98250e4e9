/** Lists approvals, newest first. */
import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { approvals } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import { approvalStatusSchema, type Approval, type ApprovalStatus } from "../protocol/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { approvalIdOf } from "./propose.ts";
import { readApproval } from "./rows.ts";
import { effectsOf, find, get } from "./store.ts";
import { view, viewContext, viewOf } from "./view.ts";

/** States in which somebody or something still has to act: `open` in a query. */
const OPEN: readonly ApprovalStatus[] = ["pending", "approved", "executing", "needs_human"];

/** Which approvals. */
export interface ListQuery {
  /** A status, several with commas, or `open`. */
  readonly status?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The approval a call has already led to; null where it led to none. */
export async function findProposal(
  deps: ApprovalDeps,
  conversationId: string,
  toolCallId: string,
): Promise<Approval | null> {
  const loaded = await find(deps, await approvalIdOf(deps.db.tenantId, conversationId, toolCallId));
  return loaded === null ? null : view(deps, loaded);
}

/** One approval as of now. Throws `not_found`. */
export async function getApproval(deps: ApprovalDeps, approvalId: string): Promise<Approval> {
  return view(deps, await get(deps, approvalId));
}

/** What one run put before people, oldest first: enough to say and to link. */
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

/** A page of approvals with their effects. Throws `invalid_request` for an unknown status or a broken cursor. */
export async function listApprovals(
  deps: ApprovalDeps,
  query: ListQuery,
): Promise<{ items: Approval[]; nextCursor: string | null }> {
  const limit = Math.min(query.limit ?? LIMITS.pageSize, LIMITS.pageSizeMax);
  const conditions: SQL[] = [];
  if (query.status !== undefined) conditions.push(inArray(approvals.status, parseStatuses(query.status)));
  if (query.conversationId !== undefined) conditions.push(eq(approvals.conversationId, query.conversationId));
  if (query.cursor !== undefined) {
    const { at, id } = parseCursor(query.cursor);
    conditions.push(sql`(${approvals.createdAt}, ${approvals.id}) < (${at}, ${id})`);
  }
  const rows = await deps.db
    .rows(approvals, and(...conditions))
    .orderBy(desc(approvals.createdAt), desc(approvals.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const ledger = await effectsOf(
    deps,
    page.map(({ id }) => id),
  );
  const context = await viewContext(deps, page.map(readApproval));
  return {
    items: page.map((row) => viewOf({ row: readApproval(row), effects: ledger.get(row.id) ?? [] }, context)),
    nextCursor: rows.length > limit && last !== undefined ? `${last.createdAt}|${last.id}` : null,
  };
}

function parseStatuses(text: string): ApprovalStatus[] {
  return text.split(",").flatMap((word) => {
    if (word.trim() === "open") return OPEN;
    const status = approvalStatusSchema.safeParse(word.trim());
    if (!status.success) throw new AppError("invalid_request", "There is no such status of an approval.");
    return status.data;
  });
}

function parseCursor(cursor: string): { at: string; id: string } {
  const [at, id, ...rest] = cursor.split("|");
  if (at === undefined || id === undefined || rest.length > 0) {
    throw new AppError("invalid_request", "This cursor is not one of ours.");
  }
  return { at, id };
}
