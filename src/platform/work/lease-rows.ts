/**
 * Leases a tenant's due rows of a table, longest due first: no one else takes them before `untilIso`, when
 * they are due again.
 */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TenantDb, TenantTable } from "../db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { WorkResult } from "./types.ts";

/** Returns the leased rows in the order in which they were due. `set` may change further columns. */
export async function leaseRows<Table extends TenantTable & { readonly dueAt: SQLiteColumn }>(
  db: TenantDb,
  table: Table,
  lease: {
    readonly nowIso: string;
    readonly untilIso: string;
    readonly limit: number;
    readonly first?: SQL;
    readonly set?: Record<string, unknown>;
  },
): Promise<Table["$inferSelect"][]> {
  const { nowIso, untilIso, limit, first, set = {} } = lease;
  const order = first === undefined ? sql`due_at` : sql`${first}, due_at`;
  const due = sql`rowid in (select rowid from ${table} where tenant_id = ${db.tenantId} and due_at <= ${nowIso} order by ${order} limit ${limit})`;
  const changed = { ...set, dueAt: untilIso } as Parameters<typeof db.update<Table>>[1];
  const rows = await db.update(table, changed, due).returning();
  return rows as unknown as Table["$inferSelect"][];
}

/**
 * Leases due rows batch by batch and processes them: `done` once nothing is due, `more` if the time is up.
 * Rows not settled by the work are due again when their lease ends. Throws if the database or the work
 * fails.
 */
export async function workThrough<Table extends TenantTable & { readonly dueAt: SQLiteColumn }>(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  table: Table,
  how: {
    readonly untilMs: number;
    readonly leaseMs: number;
    readonly batchSize: number;
    /** Minimum remaining time to start a batch. */
    readonly neededMs?: number;
    readonly first?: SQL;
    readonly set?: Record<string, unknown>;
  },
  work: (rows: readonly Table["$inferSelect"][]) => Promise<unknown>,
): Promise<WorkResult> {
  const { untilMs, leaseMs, batchSize: limit, neededMs = 0, first, set } = how;
  for (;;) {
    const nowMs = clock.now();
    if (nowMs + neededMs >= untilMs) return "more";
    const lease = { nowIso: isoTime(nowMs), untilIso: isoTime(nowMs + leaseMs), limit };
    const rows = await leaseRows(db, table, {
      ...lease,
      ...(first === undefined ? {} : { first }),
      ...(set === undefined ? {} : { set }),
    });
    await work(rows);
    if (rows.length < limit) return "done";
  }
}
