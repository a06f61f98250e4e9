/** Things that whoever asks must not find: those of shelves that are somebody else's own. */
import type { SqlValue } from "../db/object-sql.ts";

/** A condition on the column that names a thing's row, and its values; empty where nothing is hidden. */
export function notHidden(
  column: string,
  shelves: readonly string[] = [],
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  if (shelves.length === 0) return { sql: "", values: [] };
  return {
    // Of an index from before there were shelves, what came from sources is hidden until it's made again.
    sql: ` and ${column} not in (
      select row from items where shelf in (select value from json_each(?))
      union all select row from items where shelf is null and url like '/knowledge/%' and exists (select 1 from unshelved))`,
    values: [JSON.stringify(shelves)],
  };
}
