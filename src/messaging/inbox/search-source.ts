/** Texts as a search source: by text and by contact. */
import { asc, gt, sql } from "drizzle-orm";
import type { Contact } from "../../integrations/connections/index.ts";
import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import { threadKeyOf, wordsOf } from "./dispatch-text.ts";
import type { TextRow } from "./types.ts";

/** The owner of a number, as search displays and matches them. */
export interface NumberOwner {
  readonly name: string;
  /** Additional search terms: role and company. */
  readonly keywords: string;
}

/** Looks up the owners of numbers. */
export type NumberOwners = (numbers: readonly string[]) => Promise<(number: string) => NumberOwner | null>;

/** Builds owners from contacts, with role and company as additional search terms. */
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

/** All texts of a tenant. `owners` is called once per page. */
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

/** App path of a text in the thread of its number. */
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
