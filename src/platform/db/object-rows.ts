/**
 * Pages of an object's rows in key order, for backing up and restoring a team. Tables of libraries contain
 * temporary state such as alarms, and are left out.
 */
import type { StoredChange, StoredPlace, StoredRows, StoredTable } from "../api/stored-rows.ts";
import type { ObjectSql, SqlValue } from "./object-sql.ts";

/** Rows per page, across tables. */
const PAGE = 100;

/** A table, with its key columns first, in order. */
export interface ObjectTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly keys: number;
}

/** The tables that an object's migrations create. */
export function tablesOfSteps(steps: readonly (readonly string[])[]): string[] {
  return steps.flat().flatMap((step) => /^create table (\w+)/i.exec(step)?.[1] ?? []);
}

/** The object's tables among these, with their current columns. */
export function listTables(sql: ObjectSql, names: readonly string[]): ObjectTable[] {
  return names.map((name) => {
    const columns = sql.rows<{ name: string; pk: number }>(`PRAGMA table_info(${name})`);
    const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    const others = columns.filter(({ pk }) => pk === 0);
    return { name, columns: [...keys, ...others].map((column) => column.name), keys: keys.length };
  });
}

/** The next rows across tables; `after` is null on the last page. */
export function readTables(
  sql: ObjectSql,
  tables: readonly ObjectTable[],
  after: StoredPlace | null,
): StoredRows {
  const read: StoredTable[] = [];
  let room = PAGE;
  let from = after;
  for (const table of tables.slice(
    Math.max(
      0,
      tables.findIndex(({ name }) => name === after?.table),
    ),
  )) {
    if (room === 0) return { tables: read, after: { table: table.name, key: null } };
    const rows = readTable(sql, table, from?.key ?? null, room);
    if (rows.length > 0) read.push({ table: table.name, columns: table.columns, rows });
    room -= rows.length;
    const last = rows.at(-1);
    if (room === 0 && last !== undefined)
      return { tables: read, after: { table: table.name, key: last.slice(0, table.keys) } };
    from = null;
  }
  return { tables: read, after: null };
}

function readTable(
  sql: ObjectSql,
  table: ObjectTable,
  after: readonly SqlValue[] | null,
  limit: number,
): SqlValue[][] {
  const key = table.columns.slice(0, table.keys).join(", ");
  const where = after === null ? "" : `WHERE (${key}) > (${after.map(() => "?").join(", ")})`;
  return sql
    .rows<Record<string, SqlValue>>(
      `SELECT ${table.columns.join(", ")} FROM ${table.name} ${where} ORDER BY ${key} LIMIT ${limit}`,
      ...(after ?? []),
    )
    .map((row) => table.columns.map((column) => row[column] ?? null));
}

/** Inserts missing rows. */
export function writeTable(sql: ObjectSql, { table, columns, rows }: StoredTable): void {
  const marks = columns.map(() => "?").join(", ");
  const into = `INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`;
  sql.transaction(() => {
    for (const row of rows) sql.rows(into, ...row);
  });
}

/**
 * Changes rows of tables from `listTables`. A value that changed since it was read is kept; key columns
 * never change.
 */
export function changeRows(
  sql: ObjectSql,
  tables: readonly ObjectTable[],
  changes: readonly StoredChange[],
): void {
  sql.transaction(() => {
    for (const { table, columns, was, now } of changes) {
      const known = tables.find(({ name }) => name === table);
      if (known === undefined) continue;
      const keys = known.columns.slice(0, known.keys);
      const valueOf = (row: readonly SqlValue[], column: string): SqlValue =>
        row[columns.indexOf(column)] ?? null;
      const isIt = keys.map((key) => `${key} = ?`).join(" AND ");
      const key = keys.map((column) => valueOf(was, column));
      if (now === null) sql.rows(`DELETE FROM ${table} WHERE ${isIt}`, ...key);
      else
        for (const column of known.columns.slice(known.keys)) {
          const [before, after] = [valueOf(was, column), valueOf(now, column)];
          if (before === after) continue;
          const set = `UPDATE ${table} SET ${column} = ? WHERE ${isIt} AND ${column} IS ?`;
          sql.rows(set, after, ...key, before);
        }
    }
  });
}

/** Tables of the engine: of SQLite, workerd (`_cf_`), and local development (`__miniflare_`). */
const ENGINES = /^(?:sqlite_|_cf_|__miniflare_)/;

/** Number of rows by table, for all tables. */
export function countTables(sql: ObjectSql): Record<string, number> {
  const tables = sql
    .rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .filter(({ name }) => !ENGINES.test(name));
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      sql.rows<{ n: number }>(`SELECT count(*) AS n FROM "${name}"`)[0]?.n ?? 0,
    ]),
  );
}
