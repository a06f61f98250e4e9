/** Opaque list cursors: base64url of the sort key of the last row. */
import { fromBase64Url, toBase64Url } from "../../kernel/base64.ts";
import { AppError } from "../../kernel/errors.ts";

export function encodeCursor(parts: readonly string[]): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(parts)));
}

/** Throws `invalid_request` unless it is a cursor of ours with `count` parts. */
export function decodeCursor(cursor: string, count: number): string[] {
  try {
    const parts: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(cursor)));
    if (Array.isArray(parts) && parts.length === count && parts.every((part) => typeof part === "string")) {
      return parts;
    }
  } catch {
    // The error below covers this case.
  }
  throw new AppError("invalid_request", "Invalid cursor. Start again without it.");
}

/** Makes a page of a list that was fetched with one extra row. */
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

/** Wraps the readable cursors of a domain's list: opaque for clients, and validated when they return. */
export async function withOpaqueCursor<
  Query extends { readonly cursor?: string | undefined },
  Page extends { readonly nextCursor: string | null },
>(query: Query, list: (query: Query) => Promise<Page>): Promise<Page> {
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, 1)[0];
  const page = await list({ ...query, cursor });
  return { ...page, nextCursor: page.nextCursor === null ? null : encodeCursor([page.nextCursor]) };
}
