/** Texts as search finds them: by their words, and by whose they are. */
import { asc, gt, sql } from "drizzle-orm";
import type { Contact } from "../../integrations/connections/index.ts";
import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { SearchItem } from "../../knowledge/api/search-items.ts";
import type { SearchSource } from "../../knowledge/search/index.ts";
import { threadKeyOf, wordsOf } from "./dispatch-text.ts";
import type { TextRow } from "./types.ts";

/** Who a number belongs to, as search shows and finds them. */
export interface NumberOwner {
  readonly name: string;
  /** What else they are found by: what they are to the team, their company. */
  readonly keywords: string;
}

/** Who some numbers belong to. */
export type NumberOwners = (numbers: readonly string[]) => Promise<(number: string) => NumberOwner | null>;

/** Makes owners of contacts: what they are to the team and their company are what else they are found by. */
export function numberOwners(
  contacts: (
    numbers: readonly string[],
  ) => Promise<(number: string) => Pick<Contact, "name" | "role" | "company"> | null>,
): NumberOwners {
  return async (numbers) => {
    const contactOf = await contacts([...new Set(numbers)]);
    return (number) => {
      const contact = contactOf(number);
      return contact === null
        ? null
        : { name: contact.name, keywords: `${contact.role ?? ""} ${contact.company ?? ""}` };
    };
  };
}

/** The texts of a tenant. `owners` answers who numbers belong to; it is asked once a page. */
export function textSource(db: TenantDb, owners: NumberOwners): SearchSource {
  const items = async (rows: readonly TextRow[]): Promise<SearchItem[]> => {
    const ownerOf =
      rows.length === 0 ? () => null : await owners(rows.map(({ contactNumber }) => contactNumber));
    return rows.map((row) => itemOf(row, ownerOf(row.contactNumber)));
  };
  return {
    load: async (ids) =>
      items(await db.rows(texts, sql`${texts.id} in (select value from json_each(${JSON.stringify(ids)}))`)),
    async page(after, limit) {
      const rows = await db
        .rows(texts, after === null ? undefined : gt(texts.id, after))
        .orderBy(asc(texts.id))
        .limit(limit);
      return { items: await items(rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

/** Path in the app of a text among all texts with its number. */
export function textPath(number: string, id: string): string {
  return `/texts/${encodeURIComponent(number)}?at=${encodeURIComponent(id)}`;
}

function itemOf(row: TextRow, owner: NumberOwner | null): SearchItem {
  const { id, contactNumber: number, direction } = row;
  return {
    source: "sms",
    id,
    title: owner?.name ?? formatNumber(number),
    text: wordsOf(row),
    keywords: [number, formatNumber(number), owner?.keywords ?? ""].join(" "),
    at: row.at,
    url: textPath(number, id),
    thread: threadKeyOf(number),
    meta: { direction, number },
  };
}
