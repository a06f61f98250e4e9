/** Opaque cursors of lists: base64url of the sort key of the last row shown. */
import { AppError } from "../../kernel/errors.ts";

/** A cursor from the parts of a sort key. */
export function encodeCursor(parts: readonly string[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The parts of a cursor of ours; throws `invalid_request` for anything else. `count` parts are expected. */
export function decodeCursor(cursor: string, count: number): string[] {
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const parts: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (Array.isArray(parts) && parts.length === count && parts.every((part) => typeof part === "string")) {
      return parts;
    }
  } catch {
    // Said below, as for a readable cursor of another shape.
  }
  throw new AppError("invalid_request", "Invalid cursor. Start again without it.");
}

/** Cuts a list fetched with one row too many into a page. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  sortKey: (row: Row) => readonly string[],
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(sortKey(last)) : null,
  };
}

/** A list whose domain makes its own readable cursors: opaque to the client, checked to be ours on the way back. */
export async function withOpaqueCursor<
  Query extends { readonly cursor?: string | undefined },
  Page extends { readonly nextCursor: string | null },
>(query: Query, list: (query: Query) => Promise<Page>): Promise<Page> {
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 1)[0];
  const page = await list({ ...query, cursor });
  return { ...page, nextCursor: page.nextCursor === null ? null : encodeCursor([page.nextCursor]) };
}
