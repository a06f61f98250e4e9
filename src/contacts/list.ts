/** The directory: all contacts by name, or those some words find, a page at a time. */
import { asc, sql, type SQL } from "drizzle-orm";
import { listQuoConnections } from "../connections/index.ts";
import {
  among,
  calls,
  contactKeys,
  contacts,
  contactSyncs,
  contactWords,
  mails,
  texts,
} from "../db/index.ts";
import type { TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { ContactLine, LastTouch } from "../protocol/contacts.ts";
import { askedWords, placeOf, sortNameOf, type AskedWord } from "./contact-words.ts";
import type { ContactRow } from "./store.ts";

const PAGE = 50;
/** Most contacts a word is looked up for: a question as wide as that is answered by the first of them. */
const MAX_CANDIDATES = 2000;

/** What is listed. `cursor` is the `nextCursor` of the page before. */
export interface ContactQuery {
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface ContactPage {
  readonly items: readonly ContactRow[];
  readonly nextCursor: string | null;
}

/** A page of the directory. Throws AppError `invalid_request` for a foreign cursor. */
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

/** Those that hold every word: whom their names say first, then who texted last. Only what an index finds is sorted. */
async function listFound(
  db: TenantDb,
  words: readonly AskedWord[],
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<ContactPage> {
  const from = cursor === undefined ? 0 : Number(placeIn(cursor, /^(\d{1,4})$/)[0]);
  const [first, ...others] = words.toSorted((left, right) => right.word.length - left.word.length);
  const found = first === undefined ? sql`false` : withWord(db, first);
  const all = others.map((word) => sql`and ${hasWord(db, word)}`);
  const asked = sortNameOf(words.map(({ word }) => word).join(" "));
  const padded = sql`' ' || ${contacts.sortName} || ' '`;
  const inName = (word: string): SQL => sql`(instr(${padded}, ${word}) > 0)`;
  const byName = sql.join(
    words.map(({ word }) => sql`${inName(` ${word}`)} + ${inName(` ${word} `)}`),
    sql` + `,
  );
  const rows = await db
    .rows(contacts, sql`${found} ${sql.join(all, sql` `)}`)
    .orderBy(
      sql`${byName} desc`,
      sql`(substr(${contacts.sortName}, 1, ${asked.length}) = ${asked}) desc`,
      sql`${lastText(db)} desc`,
      // The plus keeps the order of names from being read from its index, contact by contact.
      sql`+${contacts.sortName}`,
      sql`+${contacts.id}`,
    )
    .limit(limit + 1)
    .offset(from);
  const more = rows.length > limit && from + limit < MAX_CANDIDATES;
  return { items: rows.slice(0, limit), nextCursor: more ? String(from + limit) : null };
}

/** When a contact's newest text was: one look into an index a number. */
function lastText(db: TenantDb): SQL {
  const newest = sql`(select at from ${texts} where tenant_id = ${db.tenantId} and contact_number = ${contactKeys.key} order by at desc limit 1)`;
  return sql`(select max(${newest}) from ${contactKeys} where tenant_id = ${db.tenantId} and ${contactKeys.contactId} = ${contacts.id})`;
}

function withWord(db: TenantDb, asked: AskedWord): SQL {
  return sql`${contacts.id} in (select contact_id from ${contactWords} where tenant_id = ${db.tenantId} and ${fits(asked)} limit ${MAX_CANDIDATES})`;
}

function hasWord(db: TenantDb, asked: AskedWord): SQL {
  return sql`exists (select 1 from ${contactWords} where tenant_id = ${db.tenantId} and ${contactWords.contactId} = ${contacts.id} and ${fits(asked)})`;
}

/** A beginning is a range of the index; nothing follows the last character there is. */
function fits({ word, isWhole }: AskedWord): SQL {
  return isWhole
    ? sql`${contactWords.word} = ${word}`
    : sql`${contactWords.word} >= ${word} and ${contactWords.word} < ${`${word}\u{10ffff}`}`;
}

function placeIn(cursor: string, shape: RegExp): string[] {
  const parts = shape.exec(cursor);
  if (parts === null) throw new AppError("invalid_request", "The cursor is not one of ours");
  return parts.slice(1);
}

/** A contact as lists show it. */
export function lineOf(row: ContactRow, last: LastTouch | null): ContactLine {
  const { id, name, company, internal, numbers, emails } = row;
  const phone = numbers[0] === undefined ? null : formatNumber(numbers[0].number);
  return { id, name, company, ...placeOf(row.role), phone, email: emails[0] ?? null, internal, last };
}

/** When each of some contacts was last in touch: the newest entry of each of their numbers and addresses, by an index each. */
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
      // What a JSON operator answers has no affinity; compared with a column of text, its index could not be used.
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

/** How far the contacts of a team have been read. */
export async function syncState(
  db: TenantDb,
): Promise<{ state: "not_connected" | "reading" | "done"; read: number; problem: string | null }> {
  const rows = (await db.rows(contactSyncs)).filter(({ dueAt }) => dueAt !== null);
  const reading = rows.filter(({ finishedAt }) => finishedAt === null);
  // A phone system that was connected a moment ago is read from the clock's next tick on.
  const isConnected = rows.length > 0 || (await listQuoConnections(db)).length > 0;
  const isRead = rows.length > 0 && reading.length === 0;
  return {
    state: isRead ? "done" : isConnected ? "reading" : "not_connected",
    read: reading.reduce((sum, { listed }) => sum + listed, 0),
    problem: rows.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
