/** Filters out items the asker must not find: other members' private sources and private conversations. */
import type { SqlValue } from "../../platform/db/object-sql.ts";
import { READER_SHELF, readerShelf, type SearchQuery } from "../../platform/api/search-items.ts";

/** The smallest string after all with the prefix. */
const BEHIND = `${READER_SHELF.slice(0, -1)};`;

/** A condition on the item row column, with its values; empty if nothing is hidden. */
export function notHidden(
  column: string,
  { hidden = [], reader }: Pick<SearchQuery, "hidden" | "reader">,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const conditions: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [];
  if (hidden.length > 0)
    conditions.push({
      // In an index older than shelves, source items stay hidden until the rebuild.
      sql: ` and ${column} not in (
      select row from items where shelf in (select value from json_each(?))
      union all select row from items where shelf is null and url like '/knowledge/%' and exists (select 1 from unshelved))`,
      values: [JSON.stringify(hidden)],
    });
  if (reader !== undefined)
    conditions.push({
      sql: ` and ${column} not in (select row from items where shelf is not null and shelf >= ? and shelf < ? and shelf is not ?)`,
      values: [READER_SHELF, BEHIND, reader === null ? null : readerShelf(reader)],
    });
  return {
    sql: conditions.map((one) => one.sql).join(""),
    values: conditions.flatMap(({ values }) => values),
  };
}
