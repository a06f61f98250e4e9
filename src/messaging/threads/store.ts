/**
 * Stores threads with compare-and-set on their revision, together with the entry that describes the change.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { formatNumber } from "../../kernel/phone.ts";
import { mailThreadKey, mailThreadPath, threadKeyOf } from "../inbox/index.ts";
import { auditIf, type AuditEntry } from "../../platform/audit/index.ts";
import { textThreads, threadEntries } from "../tables/threads.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import type { EntryRow, ThreadKey, ThreadRow } from "./types.ts";

/** Null if unknown. */
export function findThread(db: TenantDb, key: ThreadKey): Promise<ThreadRow | null> {
  return db.find(textThreads, isThread(key));
}

/** Display name of a thread's outside party, where no contact is known. */
export function partyName({ number, withName, withAddress }: ThreadRow): string {
  return withName || withAddress || formatNumber(number);
}

/** The number or address by which contacts know the outside party. */
export function partyOf({ number, withAddress }: Pick<ThreadRow, "number" | "withAddress">): string {
  return withAddress?.toLowerCase() ?? number;
}

/** App path of a thread. */
export function pathOf({ number, line }: ThreadKey): string {
  return isMailbox(line)
    ? mailThreadPath(number)
    : `/texts/${encodeURIComponent(number)}?line=${encodeURIComponent(line)}`;
}

/** The conversation in which Steward handles a thread. */
export function conversationOf({ number, line }: ThreadKey): string {
  return isMailbox(line) ? mailThreadKey(number) : threadKeyOf(number);
}

function isMailbox(line: string): boolean {
  return line.includes("@");
}

/** The thread entry that describes a change. */
export type NewEntry = Omit<EntryRow, "tenantId" | "number" | "line">;

/**
 * Writes a changed thread with its entry and audit line; false, without writing anything, if it was changed
 * concurrently.
 */
export async function saveThread(
  db: TenantDb,
  row: ThreadRow,
  change: Partial<ThreadRow>,
  told: { readonly entry?: NewEntry; readonly audited?: AuditEntry; readonly nowMs?: number } = {},
): Promise<boolean> {
  const { entry, audited, nowMs = 0 } = told;
  const { number, line } = row;
  const revision = row.revision + 1;
  const [rows] = await db.batch([
    changedThread(db, row, change),
    ...(entry === undefined
      ? []
      : [db.insertIf(threadEntries, { ...entry, number, line }, textThreads, at(row, revision))]),
    ...(audited === undefined ? [] : [auditIf(db, audited, nowMs, textThreads, at(row, revision))]),
  ]);
  return Array.isArray(rows) && rows.length > 0;
}

/** Changes a thread; returns a row unless it was changed concurrently. */
export function changedThread(db: TenantDb, row: ThreadRow, change: Partial<ThreadRow>): Statement {
  return db
    .update(textThreads, { ...change, revision: row.revision + 1 }, at(row, row.revision))
    .returning({ number: textThreads.number });
}

function at(key: ThreadKey, revision: number): SQL {
  return sql`${isThread(key)} and ${textThreads.revision} = ${revision}`;
}

/** Condition that selects one thread. */
export function isThread({ number, line }: ThreadKey): SQL {
  return and(eq(textThreads.number, number), eq(textThreads.line, line)) ?? sql`false`;
}
