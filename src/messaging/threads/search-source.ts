/** Colleagues' notes as a search source: by text and by contact. */
import { and, asc, gt, sql } from "drizzle-orm";
import { threadEntries } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { threadKeyOf, type NumberOwner, type NumberOwners } from "../inbox/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import type { EntryRow } from "./types.ts";

/** All notes of a tenant. `owners` is called once per page. */
export function noteSource(db: TenantDb, owners: NumberOwners): SearchSource {
  const items = async (rows: readonly EntryRow[]): Promise<SearchItem[]> => {
    const notes = rows.filter(({ kind }) => kind === "note");
    const ownerOf = notes.length === 0 ? () => null : await owners(notes.map(({ number }) => number));
    return notes.map((row) => itemOf(row, ownerOf(row.number)));
  };
  return {
    load: async (ids) =>
      items(
        await db.rows(
          threadEntries,
          sql`${threadEntries.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        ),
      ),
    async page(after, limit) {
      const rows = await db
        .rows(threadEntries, and(after === null ? undefined : gt(threadEntries.id, after)))
        .orderBy(asc(threadEntries.id))
        .limit(limit);
      return { items: await items(rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

function itemOf({ id, number, line, at, byName, words }: EntryRow, owner: NumberOwner | null): SearchItem {
  const who = owner?.name ?? formatNumber(number);
  return {
    source: "note",
    id,
    title: who,
    text: byName === null ? words : `${byName}: ${words}`,
    keywords: [number, formatNumber(number), owner?.keywords ?? ""].join(" "),
    at,
    url: `/texts/${encodeURIComponent(number)}?line=${encodeURIComponent(line)}`,
    thread: threadKeyOf(number),
    meta: { number },
  };
}
