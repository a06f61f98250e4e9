import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Condition that a column has one of many values, passed as one parameter. */
export function among(column: SQLiteColumn | SQL, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** Condition that a column begins with a text. No `like`, whose patterns D1 limits to 50 bytes, and in which `_` is any character. */
export function startsWith(column: SQLiteColumn, beginning: string): SQL {
  return sql`substr(${column}, 1, ${beginning.length}) = ${beginning}`;
}
