/** Things that whoever asks must not find: those of shelves that are somebody else's own, and what was said in private conversations of others. */
import type { SqlValue } from "../../platform/db/object-sql.ts";
import { READER_SHELF, readerShelf, type SearchQuery } from "../api/search-items.ts";

/** The first string behind all that begin so. */
const BEHIND = `${READER_SHELF.slice(0, -1)};`;

/** A condition on the column that names a thing's row, and its values; empty where nothing is hidden. */
export function notHidden(
  column: string,
  { hidden = [], reader }: Pick<SearchQuery, "hidden" | "reader">,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const conditions: { readonly sql: string; readonly values: readonly SqlValue[] }[] = [];
  if (hidden.length > 0)
    conditions.push({
      // Of an index from before there were shelves, what came from sources is hidden until it's made again.
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
