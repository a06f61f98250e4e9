/** Leases a tenant's due rows of a table, the longest due first: no one else takes them before `untilIso`, when they are due again by themselves. */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TenantDb, TenantTable } from "../db/index.ts";

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
