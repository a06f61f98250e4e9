/** Leases a tenant's due rows of a table, the longest due first: no one else takes them before `untilIso`, when they are due again by themselves. */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TenantDb, TenantTable } from "../db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { WorkResult } from "./types.ts";

/** Answers the rows as they are once leased, in the order in which they were due. `set` may change more of them. */
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
 * Leases what is due batch by batch and has each batch worked on: `done` once nothing is due, `more` where the time is up before. What the work does
 * not settle is due again when its lease ends. Throws where the database or the work does.
 */
export async function workThrough<Table extends TenantTable & { readonly dueAt: SQLiteColumn }>(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  table: Table,
  how: {
    readonly untilMs: number;
    readonly leaseMs: number;
    readonly batchSize: number;
    /** No batch is begun with less time left than this. */
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
