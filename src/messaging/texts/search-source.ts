/** Calls as a search source: by transcript and by contact. */
import { asc, gt, sql } from "drizzle-orm";
import { calls } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { textPath, threadKeyOf, type NumberOwner, type NumberOwners } from "../inbox/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import { callText } from "./records.ts";

type CallRow = typeof calls.$inferSelect;

/** All calls of a tenant. `owners` is called once per page. */
export function callSource(db: TenantDb, owners: NumberOwners): SearchSource {
  const items = async (rows: readonly CallRow[]): Promise<SearchItem[]> => {
    const ownerOf =
      rows.length === 0 ? () => null : await owners(rows.flatMap(({ contactNumber }) => contactNumber ?? []));
    return rows.flatMap((row) => itemOf(row, ownerOf));
  };
  return {
    load: async (ids) =>
      items(await db.rows(calls, sql`${calls.id} in (select value from json_each(${JSON.stringify(ids)}))`)),
    async page(after, limit) {
      const rows = await db
        .rows(calls, after === null ? undefined : gt(calls.id, after))
        .orderBy(asc(calls.id))
        .limit(limit);
      return { items: await items(rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

function itemOf(row: CallRow, ownerOf: (number: string) => NumberOwner | null): SearchItem[] {
  const { id, contactNumber: number, direction } = row;
  if (number === null) return [];
  const owner = ownerOf(number);
  return [
    {
      source: "call",
      id,
      title: owner?.name ?? formatNumber(number),
      text: callText(row),
      keywords: [number, formatNumber(number), owner?.keywords ?? ""].join(" "),
      at: row.at,
      url: textPath(number, id),
      thread: threadKeyOf(number),
      meta: { direction, number },
    },
  ];
}
