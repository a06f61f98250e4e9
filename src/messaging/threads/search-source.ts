/** Colleagues' notes as a search source: by text and by contact. */
import { and, asc, gt, sql } from "drizzle-orm";
import { textThreads, threadEntries } from "../tables/threads.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import type { NumberOwner, NumberOwners } from "../inbox/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import { conversationOf, partyName, pathOf } from "./store.ts";
import type { EntryRow } from "./types.ts";

/** All notes of a tenant. `owners` is called once per page. */
export function noteSource(db: TenantDb, owners: NumberOwners): SearchSource {
  const items = async (rows: readonly EntryRow[]): Promise<SearchItem[]> => {
    const notes = rows.filter(({ kind }) => kind === "note");
    if (notes.length === 0) return [];
    const numbers = [...new Set(notes.map(({ number }) => number))];
    const [ownerOf, threads] = await Promise.all([
      owners(numbers),
      db.rows(textThreads, among(textThreads.number, numbers)),
    ]);
    return notes.map((row) => {
      const thread = threads.find(({ number, line }) => number === row.number && line === row.line);
      return itemOf(
        row,
        ownerOf(row.number),
        thread === undefined ? formatNumber(row.number) : partyName(thread),
      );
    });
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

function itemOf(row: EntryRow, owner: NumberOwner | null, party: string): SearchItem {
  const { id, number, at, byName, words } = row;
  const who = owner?.name ?? party;
  return {
    source: "note",
    id,
    title: who,
    text: byName === null ? words : `${byName}: ${words}`,
    keywords: [number, party, owner?.keywords ?? ""].join(" "),
    at,
    url: pathOf(row),
    thread: conversationOf(row),
    meta: { number },
  };
}
