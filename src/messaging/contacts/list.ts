/** The directory: all contacts by name, or search results, one page at a time. */
import { asc, desc, sql, type SQL } from "drizzle-orm";
import { listQuoConnections } from "../../integrations/quo/connection.ts";
import { among, idsWithWords, pageOfFound } from "../../platform/db/index.ts";
import { calls, texts } from "../tables/inbox.ts";
import { contactKeys, contacts, contactSyncs, contactWords } from "../tables/contacts.ts";
import { mails } from "../tables/mails.ts";
import { textThreads } from "../tables/threads.ts";
import type { TenantDb, WordTable } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { ContactLine, LastTouch } from "../api/contacts.ts";
import { askedWords, placeOf, wordsOfContact, type AskedWord } from "./contact-words.ts";
import type { ContactRow } from "./store.ts";
import { sortNameOf } from "../../kernel/plain-words.ts";

const PAGE = 50;
/** Number of recent text threads checked for search matches. */
const MOST_LATELY = 10;
const WORDS: WordTable = { table: contactWords, word: contactWords.word, id: contactWords.contactId };

/** `cursor` is the `nextCursor` of the previous page. */
interface ContactQuery {
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface ContactPage {
  readonly items: readonly ContactRow[];
  readonly nextCursor: string | null;
}

/** Throws AppError `invalid_request` for a foreign cursor. */
export async function listContacts(db: TenantDb, query: ContactQuery): Promise<ContactPage> {
  const limit = query.limit ?? PAGE;
  const words = askedWords(query.q ?? "");
  return words.length === 0
    ? listByName(db, limit, query.cursor)
    : listFound(db, words, { limit, cursor: query.cursor });
}

async function listByName(db: TenantDb, limit: number, cursor: string | undefined): Promise<ContactPage> {
  const [name = "", id = ""] = cursor === undefined ? [] : placeIn(cursor, /^(.*)~([^~]*)$/s);
  const rows = await db
    .rows(
      contacts,
      cursor === undefined ? undefined : sql`(${contacts.sortName}, ${contacts.id}) > (${name}, ${id})`,
    )
    .orderBy(asc(contacts.sortName), asc(contacts.id))
    .limit(limit + 1);
  const last = rows[limit - 1];
  const more = rows.length > limit && last !== undefined;
  return { items: rows.slice(0, limit), nextCursor: more ? `${last.sortName}~${last.id}` : null };
}

/**
 * Contacts that match every word: name matches first, then most recent texts. Recent texters are always
 * included, however many contacts share a word.
 */
async function listFound(
  db: TenantDb,
  words: readonly AskedWord[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<ContactPage> {
  const from = cursor === undefined ? 0 : Number(placeIn(cursor, /^(\d{1,4})$/)[0]);
  const find = async (most: number): Promise<ContactRow[]> => {
    const [lately, found] = await Promise.all([
      latelyTexted(db, words, MOST_LATELY),
      idsWithWords(db, WORDS, words, { most }),
    ]);
    const ids = [...new Set([...lately, ...found])];
    const rows = new Map((await db.rows(contacts, among(contacts.id, ids))).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  const { items, next } = await pageOfFound(find, (rows) => bestFirst(db, words, rows), { from, limit });
  return { items, nextCursor: next === null ? null : String(next) };
}

/** Recent texters that match all words. */
async function latelyTexted(db: TenantDb, words: readonly AskedWord[], most: number): Promise<string[]> {
  const newest = await db
    .pick({ number: textThreads.number }, textThreads, sql`${textThreads.subject} is null`)
    .orderBy(desc(textThreads.activeAt))
    .limit(most);
  const numbers = newest.map((row) => String(row["number"]));
  const held = await db.rows(contactKeys, among(contactKeys.key, numbers)).limit(2 * most);
  const ids = [...new Set(held.map(({ contactId }) => contactId))];
  const rows = await db.rows(contacts, among(contacts.id, ids));
  const has = (theirs: readonly string[], { word, isWhole }: AskedWord): boolean =>
    theirs.some((one) => (isWhole ? one === word : one.startsWith(word)));
  return rows.flatMap((row) => {
    const theirs = wordsOfContact(row);
    return words.every((word) => has(theirs, word)) ? [row.id] : [];
  });
}

async function bestFirst(
  db: TenantDb,
  words: readonly AskedWord[],
  rows: readonly ContactRow[],
): Promise<ContactRow[]> {
  const last = await lastTexts(
    db,
    rows.map(({ id }) => id),
  );
  const asked = sortNameOf(words.map(({ word }) => word).join(" "));
  const ranked = rows.map((row) => {
    const padded = ` ${row.sortName} `;
    const inName = words.reduce(
      (sum, { word }) => sum + Number(padded.includes(` ${word}`)) + Number(padded.includes(` ${word} `)),
      0,
    );
    return { row, keys: [inName, Number(row.sortName.startsWith(asked)), last.get(row.id) ?? ""] };
  });
  ranked.sort((one, other) => {
    const at = one.keys.findIndex((key, index) => key !== other.keys[index]);
    if (at !== -1) return (one.keys[at] ?? 0) > (other.keys[at] ?? 0) ? -1 : 1;
    return one.row.sortName === other.row.sortName
      ? one.row.id < other.row.id
        ? -1
        : 1
      : one.row.sortName < other.row.sortName
        ? -1
        : 1;
  });
  return ranked.map(({ row }) => row);
}

/** Time of each contact's newest text, with one index lookup per number. */
async function lastTexts(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const newest = sql<
    string | null
  >`(select at from ${texts} where tenant_id = ${db.tenantId} and contact_number = ${contactKeys.key} order by at desc limit 1)`;
  const rows = await db.pick(
    { id: contactKeys.contactId, at: newest.as("newest") },
    contactKeys,
    among(contactKeys.contactId, ids),
  );
  const last = new Map<string, string>();
  for (const row of rows) {
    const [id, at] = [String(row["id"]), String(row["at"] ?? "")];
    if (at > (last.get(id) ?? "")) last.set(id, at);
  }
  return last;
}

function placeIn(cursor: string, shape: RegExp): string[] {
  const parts = shape.exec(cursor);
  if (parts === null) throw new AppError("invalid_request", "Invalid cursor");
  return parts.slice(1);
}

export function lineOf(row: ContactRow, last: LastTouch | null): ContactLine {
  const { id, name, company, internal, numbers, emails } = row;
  const phone = numbers[0] === undefined ? null : formatNumber(numbers[0].number);
  return { id, name, company, ...placeOf(row.role), phone, email: emails[0] ?? null, internal, last };
}

/**
 * When each contact was last in touch: the newest entry of each number and address, with one index lookup
 * each.
 */
export async function lastTouches(
  db: TenantDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LastTouch>> {
  const newest = (of: SQL): SQL<string | null> => sql<string | null>`(${of} order by at desc limit 1)`;
  const mine = sql`tenant_id = ${db.tenantId}`;
  const key = contactKeys.key;
  const said = sql`at || ' ' || direction`;
  const rows = await db.pick(
    {
      contactId: contactKeys.contactId,
      text: newest(sql`select ${said} from ${texts} where ${mine} and contact_number = ${key}`).as("text"),
      call: newest(sql`select ${said} from ${calls} where ${mine} and contact_number = ${key}`).as("call"),
      from: newest(sql`select ${said} from ${mails} where ${mine} and from_address = ${key}`).as("written"),
      // A JSON operator's result has no affinity; comparing it with a text column would bypass the index.
      to: newest(sql`select ${said} from ${mails} where ${mine} and to_addresses ->> '$[0]' = +${key}`).as(
        "sent",
      ),
    },
    contactKeys,
    among(contactKeys.contactId, ids),
  );
  const touches = new Map<string, LastTouch>();
  for (const row of rows as readonly Readonly<Record<string, string | null>>[]) {
    const id = row["contactId"] ?? "";
    for (const [kind, words] of [
      ["text", row["text"]],
      ["call", row["call"]],
      ["email", row["from"]],
      ["email", row["to"]],
    ] as const) {
      const [at, direction] = words?.split(" ") ?? [];
      if (at === undefined || (touches.get(id)?.at ?? "") >= at) continue;
      touches.set(id, { at, kind, direction: direction === "outgoing" ? "outgoing" : "incoming" });
    }
  }
  return touches;
}

/** Progress of the team's contact sync. */
export async function syncState(
  db: TenantDb,
): Promise<{ state: "not_connected" | "reading" | "done"; read: number; problem: string | null }> {
  const rows = (await db.rows(contactSyncs)).filter(({ dueAt }) => dueAt !== null);
  const reading = rows.filter(({ finishedAt }) => finishedAt === null);
  // A newly connected phone system is first read on the next scheduled tick.
  const isConnected = rows.length > 0 || (await listQuoConnections(db)).length > 0;
  const isRead = rows.length > 0 && reading.length === 0;
  return {
    state: isRead ? "done" : isConnected ? "reading" : "not_connected",
    read: reading.reduce((sum, { listed }) => sum + listed, 0),
    problem: rows.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
