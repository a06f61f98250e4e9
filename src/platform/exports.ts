/** What a team can take with it: features declare kinds of records, and an admin's page reads them in pages. */
import { and, asc, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { fromFeatures } from "../kernel/features.ts";
import type { TenantDb, TenantTable } from "./db/index.ts";

/** A column of the file: its title, the stored value, and the value in words if it isn't text, a number, or a list of texts. */
export type ExportedColumn = readonly [title: string, column: SQLiteColumn, words?: (value: never) => string];

/** Records of one kind, a file of their own. */
export interface ExportedKind {
  /** Name of the file, and in the address. */
  readonly name: string;
  readonly title: string;
  readonly table: TenantTable;
  readonly columns: readonly ExportedColumn[];
  /** Text columns that order the rows and tell them apart; an index has them after the team. */
  readonly key: readonly SQLiteColumn[];
  /** The rows that a member may read. Default: all. */
  readonly where?: (db: TenantDb, userId: string) => SQL;
}

declare module "../kernel/features.ts" {
  interface Feature {
    readonly exports?: readonly ExportedKind[];
  }
}

export const exportedKinds = fromFeatures((features) => features.flatMap(({ exports = [] }) => exports));

/** Rows in the order of the kind's key; each has its cells, and its own key to continue behind. */
export async function readExport(
  db: TenantDb,
  { table, columns, key, where }: ExportedKind,
  {
    userId,
    after,
    limit,
  }: { readonly userId: string; readonly after?: readonly string[] | undefined; readonly limit: number },
): Promise<readonly { readonly cells: string[]; readonly key: string[] }[]> {
  const fields = Object.fromEntries([
    ...columns.map(([, column], place) => [`cell${place}`, column] as const),
    ...key.map((column, place) => [`key${place}`, column] as const),
  ]);
  const list = (values: readonly (SQLiteColumn | string)[]): SQL =>
    sql`(${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  const behind = after === undefined ? undefined : sql`${list(key)} > ${list(after)}`;
  const rows: readonly Record<string, unknown>[] = await db
    .pick(fields, table, and(where?.(db, userId), behind))
    .orderBy(...key.map((column) => asc(column)))
    .limit(limit);
  return rows.map((row) => ({
    cells: columns.map(([, , words], place) => cellOf(row[`cell${place}`], words)),
    key: key.map((_, place) => String(row[`key${place}`])),
  }));
}

function cellOf(value: unknown, words?: (value: never) => string): string {
  if (value === null || value === undefined) return "";
  if (words !== undefined) return words(value as never);
  if (Array.isArray(value)) return value.map((one) => cellOf(one)).join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}
