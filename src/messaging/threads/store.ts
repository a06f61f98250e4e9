/** Threads as rows: changed by compare-and-set on their revision, together with what is said of the change. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { auditIf, type AuditEntry } from "../../platform/audit/index.ts";
import { textThreads, threadEntries } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { EntryRow, ThreadKey, ThreadRow } from "./types.ts";

/** A thread; null where we know of none. */
export function findThread(db: TenantDb, key: ThreadKey): Promise<ThreadRow | null> {
  return db.find(textThreads, isThread(key));
}

/** What is said of a change in the thread itself. */
export type NewEntry = Omit<EntryRow, "tenantId" | "number" | "line">;

/** Writes a changed thread with its entry and its line of the audit; false where someone else changed it first, and then nothing is written. */
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
    db
      .update(textThreads, { ...change, revision }, at(row, row.revision))
      .returning({ number: textThreads.number }),
    ...(entry === undefined
      ? []
      : [db.insertIf(threadEntries, { ...entry, number, line }, textThreads, at(row, revision))]),
    ...(audited === undefined ? [] : [auditIf(db, audited, nowMs, textThreads, at(row, revision))]),
  ]);
  return Array.isArray(rows) && rows.length > 0;
}

function at(key: ThreadKey, revision: number): SQL {
  return sql`${isThread(key)} and ${textThreads.revision} = ${revision}`;
}

/** The condition of one thread. */
export function isThread({ number, line }: ThreadKey): SQL {
  return and(eq(textThreads.number, number), eq(textThreads.line, line)) ?? sql`false`;
}
