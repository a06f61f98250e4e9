/**
 * Reads approvals with their effects, and contains the only way to change a status: a compare-and-set on
 * status and version, whose dependent rows are written in the same batch, guarded by the move's ID. An
 * illegal transition throws before any write.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { auditIf, type AuditEntry } from "../platform/audit/index.ts";
import { byIds, type Statement } from "../platform/db/index.ts";
import { approvals, effects } from "./tables/approvals.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import type { ApprovalStatus } from "./api/approval.ts";
import { hashOfEffect } from "./hash.ts";
import type { ApprovalDeps, EffectDocument } from "./ports.ts";
import { canMove } from "./state.ts";
import { decisionOf, readApproval, readEffect } from "./rows.ts";
import type { ApprovalRow, EffectRow, StoredApproval, StoredEffect } from "./types.ts";

/** An approval with its effects in order. */
export interface Loaded {
  readonly row: ApprovalRow;
  readonly effects: readonly EffectRow[];
}

/** Time during which others leave a freshly moved approval to the code that moved it. */
const GRACE_MS = 15_000;

/** Returns null if it doesn't exist. */
export async function findLoaded(deps: Pick<ApprovalDeps, "db">, approvalId: string): Promise<Loaded | null> {
  const [found, ledger] = (await deps.db.batch([
    deps.db.rows(approvals, eq(approvals.id, approvalId)),
    deps.db.rows(effects, eq(effects.approvalId, approvalId)).orderBy(effects.effectIndex),
  ])) as [StoredApproval[], StoredEffect[]];
  const row = found[0];
  return row === undefined ? null : { row: readApproval(row), effects: ledger.map(readEffect) };
}

export async function effectsOf(
  { db }: Pick<ApprovalDeps, "db">,
  ids: readonly string[],
): Promise<Map<string, EffectRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(effects, byIds(effects.approvalId, ids)).orderBy(effects.effectIndex);
  return Map.groupBy(rows.map(readEffect), ({ approvalId }) => approvalId);
}

/** Throws `not_found`. */
export async function get(deps: Pick<ApprovalDeps, "db">, approvalId: string): Promise<Loaded> {
  const found = await findLoaded(deps, approvalId);
  if (found === null) throw new AppError("not_found", "That approval doesn’t exist.");
  return found;
}

/** When the reconciler must look at an approval that entered a state and was not driven since. */
export function dueAfterMove(status: ApprovalStatus, nowMs: number, startsAt: string | null): string {
  const startMs = status === "approved" && startsAt !== null ? Math.max(nowMs, msOf(startsAt)) : nowMs;
  return isoTime(startMs + GRACE_MS);
}

/** A status change with everything that depends on it. */
export interface Move {
  readonly to: ApprovalStatus;
  readonly set?: Partial<Omit<StoredApproval, "id" | "tenantId" | "status" | "version" | "moveId">>;
  /** Further conditions of the compare-and-set. */
  readonly where?: SQL;
  /** Audit entries; their IDs are derived from the move. */
  readonly audit: readonly Omit<AuditEntry, "id" | "subject">[];
  /** Statements that take effect only if the move won. Guard each with `wonBy(approvalId, moveId)` or `insertIf`. */
  readonly follow?: (moveId: string) => Statement[];
}

/** Columns that undo a decision. Its ID is kept as used, so that a late repeat of it has no effect. */
export function undecided(row: ApprovalRow) {
  const decisionId = decisionOf(row)?.decisionId ?? "";
  return {
    decisionId: null,
    decision: null,
    decidedById: null,
    decidedByName: null,
    decidedAt: null,
    reason: null,
    startsAt: null,
    spentDecisions: [...(row.spentDecisions ?? []), ...(decisionId === "" ? [] : [decisionId])],
  } as const;
}

/** Condition on `approvals` that a move won; for `insertIf` and `auditIf`. */
export function wonBy(approvalId: string, moveId: string): SQL {
  return sql`${approvals.id} = ${approvalId} and ${approvals.moveId} = ${moveId}`;
}

/** The same for updates and deletes in other tables. */
export function ifWonBy(approvalId: string, moveId: string): SQL {
  return sql`exists (select 1 from ${approvals} where ${wonBy(approvalId, moveId)})`;
}

/**
 * Moves an approval from the state it was read in. Returns the stored row, or null if another writer was
 * first and nothing was written. Throws TypeError for an illegal transition.
 */
export async function move(deps: ApprovalDeps, row: ApprovalRow, change: Move): Promise<ApprovalRow | null> {
  const [moved] = await deps.db.batch(moveStatements(deps, row, change));
  return writtenApproval(moved);
}

/** The row returned by a statement with `returning`; null if it wrote none. */
export function writtenApproval(written: unknown): ApprovalRow | null {
  const [row] = written as readonly StoredApproval[];
  return row === undefined ? null : readApproval(row);
}

/** Updates columns if no move happened since the row was read. Returns the stored row, or null if one did. */
export async function amend(
  { db }: Pick<ApprovalDeps, "db">,
  row: ApprovalRow,
  set: Parameters<typeof db.update<typeof approvals>>[1],
): Promise<ApprovalRow | null> {
  const mine = and(eq(approvals.id, row.id), eq(approvals.version, row.version)) ?? sql`false`;
  return writtenApproval(await db.update(approvals, set, mine).returning());
}

/**
 * Statements of a move, for a batch; the first returns the row if the move won. Throws TypeError for an
 * illegal transition.
 */
export function moveStatements(deps: ApprovalDeps, row: ApprovalRow, change: Move): Statement[] {
  if (!canMove(row.status, change.to)) {
    throw new TypeError(`an approval never goes from ${row.status} to ${change.to}`);
  }
  const { db, clock } = deps;
  const nowMs = clock.now();
  const moveId = deps.ids.newId();
  const heldUntil = row.status === "approved" ? row.executeAfter : null;
  const startsAt = change.set?.startsAt === undefined ? heldUntil : change.set.startsAt;
  const update = db
    .update(
      approvals,
      {
        dueAt: dueAfterMove(change.to, nowMs, startsAt),
        ...change.set,
        status: change.to,
        version: row.version + 1,
        moveId,
        updatedAt: isoTime(nowMs),
      },
      and(
        eq(approvals.id, row.id),
        eq(approvals.status, row.status),
        eq(approvals.version, row.version),
        change.where,
      ) ?? sql`false`,
    )
    .returning();
  const audits = change.audit.map((entry, index) =>
    auditIf(
      db,
      { ...entry, id: `${moveId}:${index}`, subject: { kind: "approval", id: row.id } },
      nowMs,
      approvals,
      wonBy(row.id, moveId),
    ),
  );
  return [update, ...(change.follow?.(moveId) ?? []), ...audits];
}

/** Ledger rows for effects not yet performed. A row's ID is also its idempotency key. */
export function plannedRows(approvalId: string, documents: readonly EffectDocument[], nowIso: string) {
  return Promise.all(
    documents.map(async (effect, effectIndex) => {
      const id = await derivedId("effect", approvalId, String(effectIndex));
      return {
        id,
        approvalId,
        effectIndex,
        kind: effect.kind,
        title: effect.title,
        document: effect.document,
        hash: await hashOfEffect(effect),
        status: "planned" as const,
        attempts: 0,
        idempotencyKey: id,
        updatedAt: nowIso,
      };
    }),
  );
}
