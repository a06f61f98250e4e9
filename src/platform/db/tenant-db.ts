/**
 * `dbFor` is the only access to tables; code opens it through `tenantDb` (src/platform/db/databases.ts),
 * which knows the team's database. It adds the tenant to every row written and every condition, so that use
 * cases can't forget it. Nothing outside `src/platform/db` may import `drizzle-orm/d1`.
 */
import { createHmac } from "node:crypto";
import type { D1Database } from "@cloudflare/workers-types";
import { and, Column, eq, getTableColumns, is, sql, SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable, SQLiteTableWithColumns } from "drizzle-orm/sqlite-core";
import { CASING } from "./casing.ts";
import { gatheredReads } from "./gathered-reads.ts";
import { tenants } from "./tables/tenancy.ts";

/** A table whose rows belong to a tenant. */
export type TenantTable = SQLiteTable & { readonly tenantId: SQLiteColumn };
/** A row without its tenant, as use cases write it. */
export type RowOf<Table extends TenantTable> = Omit<Table["$inferInsert"], "tenantId">;
export type Statement = BatchItem<"sqlite">;

/** A tenant's view of D1. */
export type TenantDb = ReturnType<typeof dbFor>;

type Condition = SQL | ByIds;

type AnyColumns = SQLiteTableWithColumns<{
  name: string;
  schema: undefined;
  dialect: "sqlite";
  columns: Record<string, never>;
}>;

/** Rows by values of an indexed column. Created by `byIds`; used like any other condition. */
export class ByIds {
  readonly condition: SQL;

  constructor(condition: SQL) {
    this.condition = condition;
  }
}

/**
 * Rows whose `column` is one of `values` and that match `also`. For IDs, which are unique across teams:
 * without statistics, the query planner would scan a team's rows instead of looking up more than a few.
 */
export function byIds(column: SQLiteColumn, values: readonly string[], also?: SQL): ByIds {
  const listed = sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
  return new ByIds(also === undefined ? listed : sql`${listed} and ${also}`);
}

/** No I/O; make one per request or step. `masterKeys` is in the format of `MASTER_KEYS`. */
export function dbFor(d1: D1Database, tenantId: string, masterKeys = "") {
  if (tenantId === "") throw new TypeError("dbFor needs a tenant id");
  const orm = drizzle(gatheredReads(d1), CASING);
  const scope = (table: TenantTable, where?: Condition): SQL => scopeOf(tenantId, table, where);

  return {
    tenantId,

    /** Keyed hashes that represent a value without revealing it: `<keyId>.<hmac>` for each of the deployment's master keys, newest first. */
    keyedHashes(value: string): string[] {
      return masterKeys.split(",").map((entry) => {
        const [id = "", secret = ""] = entry.trim().split(":");
        return `${id}.${createHmac("sha256", secret).update(value).digest("base64url")}`;
      });
    },

    /** Rows of a table; chain `.orderBy()` and `.limit()`. */
    rows<Table extends TenantTable>(table: Table, where?: Condition) {
      return orm
        .select()
        .from(table as TenantTable)
        .where(scope(table, where))
        .$dynamic() as unknown as RowsQuery<Table>;
    },

    /** The first row, or null. */
    async find<Table extends TenantTable>(table: Table, where: SQL): Promise<Table["$inferSelect"] | null> {
      const found = await orm
        .select()
        .from(table as TenantTable)
        .where(scope(table, where))
        .limit(1);
      return (found[0] as Table["$inferSelect"] | undefined) ?? null;
    },

    /** Chosen columns or aggregates of a table; chain `.groupBy()`, `.orderBy()`, `.limit()`. */
    pick<Fields extends Record<string, SQLiteColumn | SQL | SQL.Aliased>>(
      fields: Fields,
      table: TenantTable,
      where?: Condition,
    ) {
      return orm.select(fields).from(table).where(scope(table, where)).$dynamic();
    },

    /** Inserts one row or several; chain `.onConflictDoNothing()`, `.onConflictDoUpdate()`, `.returning()`. */
    insert<Table extends TenantTable>(table: Table, rows: RowOf<Table> | readonly RowOf<Table>[]) {
      const list = (Array.isArray(rows) ? rows : [rows]).map((row: RowOf<Table>) => ({ ...row, tenantId }));
      return orm.insert(table as unknown as AnyColumns).values(list as never);
    },

    /** Inserts a row only if a condition holds; chain as with `insert`. */
    insertWhere<Table extends TenantTable>(table: Table, row: RowOf<Table>, condition: SQL) {
      return insertSelected(orm, table, { ...row, tenantId }, sql`where ${condition}`);
    },

    /**
     * Inserts a row only if a row of `guard` matches `condition`. Used for the dependent rows of a
     * compare-and-set, in the same batch as its update.
     */
    insertIf<Table extends TenantTable>(table: Table, row: RowOf<Table>, guard: TenantTable, condition: SQL) {
      const from = sql`from ${guard} where ${scope(guard, condition)} limit 1`;
      return insertSelected(orm, table, { ...row, tenantId }, from).onConflictDoNothing();
    },

    /** Inserts the team's own row, which makes it live, only if a row of `guard` matches `condition`. */
    insertTeam(row: Omit<typeof tenants.$inferInsert, "id">, guard: TenantTable, condition: SQL) {
      const from = sql`from ${guard} where ${scope(guard, condition)} limit 1`;
      return insertSelected(orm, tenants, { jobsVersion: 0, moving: false, ...row, id: tenantId }, from);
    },

    /** Inserts a row for each matching row of `from`; `columns` has constants, or SQL over that row. */
    insertEach<Table extends TenantTable>(
      table: Table,
      columns: { [Key in keyof RowOf<Table>]-?: RowOf<Table>[Key] | SQL | SQLiteColumn },
      from: TenantTable,
      condition: SQL,
    ) {
      const matching = sql`from ${from} where ${scope(from, condition)}`;
      return insertSelected(orm, table, { ...columns, tenantId }, matching).onConflictDoNothing();
    },

    /** Updates matching rows; chain `.returning()` to see whether a compare-and-set won. */
    update<Table extends TenantTable>(
      table: Table,
      set: { [Key in keyof RowOf<Table>]?: RowOf<Table>[Key] | SQL },
      where: SQL,
    ) {
      return orm
        .update(table as unknown as AnyColumns)
        .set(set as never)
        .where(scope(table, where));
    },

    /** Deletes matching rows. */
    remove(table: TenantTable, where: Condition) {
      return orm.delete(table).where(scope(table, where));
    },

    /** Runs statements as one transaction, in order. An empty list does nothing. */
    async batch(statements: readonly Statement[]): Promise<unknown[]> {
      const [first, ...rest] = statements;
      if (first === undefined) return [];
      return orm.batch([first, ...rest]);
    },
  };
}

/** Restricts a condition to the tenant's rows. */
function scopeOf(tenantId: string, table: TenantTable, where: Condition | undefined): SQL {
  // The unary plus prevents the use of an index that starts with the tenant.
  if (where instanceof ByIds) return sql`+${table.tenantId} = ${tenantId} and ${where.condition}`;
  const mine = eq(table.tenantId, tenantId);
  return where === undefined ? mine : (and(mine, where) ?? mine);
}

/** Inserts a row of `values` (constants or SQL) for each row that `from` selects. */
function insertSelected(
  orm: DrizzleD1Database,
  table: SQLiteTable,
  values: Readonly<Record<string, unknown>>,
  from: SQL,
) {
  const list = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = values[key];
    if (is(value, SQL) || is(value, Column)) return sql`${value}`;
    return value === undefined || value === null ? sql`null` : sql`${column.mapToDriverValue(value)}`;
  });
  return orm
    .insert(table as unknown as AnyColumns)
    .select(sql`select ${sql.join(list, sql`, `)} ${from}` as never);
}

/** A select over one tenant table, awaitable and batchable. */
export type RowsQuery<Table extends TenantTable> = Promise<Table["$inferSelect"][]> &
  Statement & {
    orderBy(...columns: (SQLiteColumn | SQL)[]): RowsQuery<Table>;
    limit(count: number): RowsQuery<Table>;
    offset(count: number): RowsQuery<Table>;
  };
