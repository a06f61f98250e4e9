/** Pagination of records by a key and the ID, with a readable cursor. */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { AppError } from "../kernel/errors.ts";

/** A sort key: a column or expression with an index. */
export interface Order {
  readonly key: SQLiteColumn | SQL;
  readonly id: SQLiteColumn;
  readonly isNumber?: boolean;
  readonly newestFirst?: boolean;
}

/** Condition for the rows after a cursor. Throws AppError `invalid_request` for a foreign cursor. */
export function afterCursor({ key, id, isNumber, newestFirst }: Order, cursor: string): SQL {
  const [, said, lastId] = /^(.*)~([^~]*)$/s.exec(cursor) ?? [];
  const value = isNumber === true ? Number(said) : said;
  if (said === undefined || lastId === undefined || Number.isNaN(value))
    throw new AppError("invalid_request", "Invalid cursor");
  return newestFirst === true
    ? sql`(${key}, ${id}) < (${value}, ${lastId})`
    : sql`(${key}, ${id}) > (${value}, ${lastId})`;
}

/** Arguments for `orderBy`. */
export function inOrder({ key, id, newestFirst }: Order): SQL[] {
  return newestFirst === true ? [sql`${key} desc`, sql`${id} desc`] : [sql`${key}`, sql`${id}`];
}

/** A page from rows that were read with one extra. */
export function pageOfRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string | number,
): { readonly items: readonly Row[]; readonly nextCursor: string | null } {
  const last = rows[limit - 1];
  const more = rows.length > limit && last !== undefined;
  return { items: rows.slice(0, limit), nextCursor: more ? `${keyOf(last)}~${last.id}` : null };
}
