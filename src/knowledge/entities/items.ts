/**
 * All items from, with or about an entity, newest first. For companies and properties this includes items of people whose cards name
 * them, resolved at query time so that card changes apply immediately. Every list is read through its own index, at most one page each.
 */
import { and, desc, sql } from "drizzle-orm";
import { readTimeline } from "../../messaging/contacts/index.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { knowledgeItems } from "../tables/knowledge.ts";
import { mentions } from "../tables/entities.ts";
import type { SaidName } from "../../platform/said-names.ts";
import { conversationOfMail, mailKeyOf, mailsByKeys } from "../../messaging/inbox/index.ts";
import { isE164 } from "../../kernel/e164.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { EntityItem } from "../api/entities.ts";
import { saidIdentity } from "./identities.ts";
import { cardsNaming, MOST_SHOWN } from "./page.ts";
import { ownedSources } from "./read-items.ts";
import { groupAt } from "./rulings.ts";

const PAGE = 30;
const MOST_PHONES = 24;
const WORDS_CHARS = 300;
const LAST = "\u{10ffff}";
const SAID_BY_NOBODY = { outgoing: false, who: "" } as const;

/** `cursor` is the previous page's `nextCursor`. */
interface ItemsQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The last item shown; items at the same time with smaller keys follow. */
interface Place {
  readonly at: string;
  readonly key: string;
}

interface Item extends Place {
  readonly shown: EntityItem | null;
}

/** Throws AppError `not_found`, `invalid_request`. */
export async function readEntityItems(
  db: TenantDb,
  id: string,
  { cursor, limit = PAGE }: ItemsQuery,
): Promise<{ readonly items: EntityItem[]; readonly nextCursor: string | null }> {
  const place = placeAt(cursor);
  const group = await groupAt(db, id);
  const rows = [...group, ...(await cardsNaming(db, group)).flat()].slice(0, MOST_SHOWN);
  const phones = [...new Set(rows.flatMap((row) => row.phones))].filter(isE164).slice(0, MOST_PHONES);
  const [said, mentioned] = await Promise.all([
    readTimeline(db, phones, { limit, cursor: place?.at }),
    mentionsBefore(
      db,
      rows.map((row) => row.id),
      place,
      limit,
    ),
  ]);
  const named = new Map(
    rows.flatMap(({ name, phones }) => phones.map((phone) => [formatNumber(phone), name])),
  );
  const texts = said.items.map((item): Item => {
    const { kind, id: itemId, at, title, url } = item;
    const words = item.words.slice(0, WORDS_CHARS);
    const by = { outgoing: item.direction === "outgoing", who: named.get(item.with) ?? "" };
    const shown = { kind, id: itemId, at, ...by, title: title ?? "", words, url };
    // Texts and calls sort first at equal times, so the next page starts before all of them.
    return { at, key: LAST, shown };
  });
  const all = [...texts, ...mentioned].sort(newestFirst);
  const end = all.slice(0, limit).at(-1);
  const page = all.filter((item, at) => at < limit || (item.at === end?.at && item.key === LAST));
  const more = all.length > page.length || said.nextCursor !== null;
  const shown = await readThings(
    db,
    page.map(({ key }) => key),
    new Set(rows.map(({ key }) => key)),
  );
  const things = new Map(shown.map((item) => [item.id, item]));
  return {
    // Skips items deleted since.
    items: page.flatMap(({ shown: text, key }) => text ?? things.get(key) ?? []),
    nextCursor: more && end !== undefined ? `${end.at} ${end.key}` : null,
  };
}

function placeAt(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const cut = cursor.indexOf(" ");
  const [at, key] = [cursor.slice(0, cut), cursor.slice(cut + 1)];
  if (cut < 0 || Number.isNaN(Date.parse(at))) throw new AppError("invalid_request", "Invalid cursor");
  return { at, key };
}

function newestFirst(left: Item, right: Item): number {
  if (left.at !== right.at) return left.at < right.at ? 1 : -1;
  return left.key === right.key ? 0 : left.key < right.key ? 1 : -1;
}

/** One more than a page per row, in one statement. */
async function mentionsBefore(
  db: TenantDb,
  ids: readonly string[],
  place: Place | undefined,
  limit: number,
): Promise<Item[]> {
  const lists = ids.map((id) =>
    db
      .rows(
        mentions,
        and(
          sql`${mentions.entityId} = ${id} and ${mentions.at} > ''`,
          place && sql`(${mentions.at}, ${mentions.itemId}) < (${place.at}, ${place.key})`,
        ),
      )
      .orderBy(desc(mentions.at), desc(mentions.itemId))
      .limit(limit + 1),
  );
  const rows = ((await db.batch(lists)) as (typeof mentions.$inferSelect)[][]).flat();
  return [...new Map(rows.map(({ at, itemId }) => [itemId, { at, key: itemId, shown: null }])).values()].sort(
    newestFirst,
  );
}

/**
 * E-mails, documents, events and issues by ID, limited to those visible to everyone. An item that names one of `keys` shows the words
 * that do.
 */
export async function readThings(
  db: TenantDb,
  ids: readonly string[],
  keys: ReadonlySet<string> = new Set(),
): Promise<EntityItem[]> {
  return (await Promise.all([readMails(db, ids, keys), readKnowledge(db, ids, keys)])).flat();
}

function quoteOf(said: readonly SaidName[] | null, keys: ReadonlySet<string>): string | undefined {
  return said?.find((one) => keys.has(saidIdentity(one)?.key ?? ""))?.quote;
}

async function readMails(
  db: TenantDb,
  ids: readonly string[],
  named: ReadonlySet<string>,
): Promise<EntityItem[]> {
  const keys = ids.filter((key) => key.includes("/"));
  return (await mailsByKeys(db, keys)).map((row) => ({
    ...SAID_BY_NOBODY,
    kind: "email",
    id: mailKeyOf(row),
    at: row.at,
    title: row.subject || "(no subject)",
    words: (quoteOf(row.said, named) ?? row.text).slice(0, WORDS_CHARS),
    url: `/conversations/${encodeURIComponent(conversationOfMail(row))}`,
  }));
}

async function readKnowledge(
  db: TenantDb,
  all: readonly string[],
  named: ReadonlySet<string>,
): Promise<EntityItem[]> {
  const ids = all.filter((key) => !key.includes("/") && key !== LAST);
  const rows = await db.rows(knowledgeItems, among(knowledgeItems.id, ids));
  const own = await ownedSources(db, rows);
  const shared = rows.filter(({ sourceId }) => !own.has(sourceId));
  return shared.map((row) => ({
    ...SAID_BY_NOBODY,
    kind: row.kind,
    id: row.id,
    at: row.at,
    title: row.title,
    words: (
      quoteOf(row.said, named) ?? row.facts.map(([name, value]) => `${name}: ${value}`).join(" · ")
    ).slice(0, WORDS_CHARS),
    url: `/knowledge/${row.id}`,
  }));
}
