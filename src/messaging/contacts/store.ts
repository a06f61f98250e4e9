/** Our copy of the contacts: written only on change, with the keys and words they are found by. */
import { and, eq, lt, sql } from "drizzle-orm";
import type { Contact } from "../../integrations/connections/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { contactKeys, contacts, contactWords } from "../tables/contacts.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { erasedAmong } from "../../platform/erased/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { wordsOfContact } from "./contact-words.ts";
import { sortNameOf } from "../../kernel/plain-words.ts";

export type ContactRow = typeof contacts.$inferSelect;

const MAX_KEYS = 20;
/** Three-column rows per statement: D1 binds at most 100 values. */
const ROWS_AT_ONCE = 33;
/** Contacts removed per batch. */
const REMOVED_AT_ONCE = 200;

const PARTS = [contactKeys, contactWords] as const;

/**
 * Saves contacts as the connection has them now. Returns how many were new or changed. Unchanged contacts are
 * written only if `marks` is set, to record that they were seen.
 */
export async function saveContacts(
  db: TenantDb,
  connectionId: string,
  listed: readonly Contact[],
  nowMs: number,
  { marks = false }: { readonly marks?: boolean } = {},
): Promise<number> {
  const erased = await erasedAmong(db, idsOf(listed));
  const found = listed.filter(({ id }) => !erased.has(id));
  const known = new Map(
    (await db.rows(contacts, among(contacts.id, idsOf(found)))).map((row) => [row.id, row] as const),
  );
  const seenAt = isoTime(nowMs);
  const changed: Contact[] = [];
  const unseen: string[] = [];
  for (const contact of found) {
    const row = rowOf(contact, connectionId, seenAt);
    const before = known.get(contact.id);
    if (before === undefined || !isSame(before, row)) {
      changed.push(contact);
    } else if (marks) unseen.push(contact.id);
  }
  await db.batch([
    ...toldOf(db, "changed", idsOf(changed), nowMs),
    ...contactStatements(db, changed, (contact) => rowOf(contact, connectionId, seenAt)),
    ...(unseen.length === 0 ? [] : [db.update(contacts, { seenAt }, among(contacts.id, unseen))]),
  ]);
  return changed.length;
}

/** Signals that contacts must be reread by whatever derives data from them. */
function toldOf(
  db: TenantDb,
  what: "changed" | "removed",
  ids: readonly string[],
  nowMs: number,
): Statement[] {
  const [first] = ids;
  if (first === undefined) return [];
  const type = `contacts.contact.${what}` as const;
  const event = { id: `${type}:${first}:${nowMs}`, type, actor: STEWARD_ACTOR, payload: { ids } };
  return [eventStatement(db, event, nowMs)];
}

export async function removeContacts(db: TenantDb, ids: readonly string[], nowMs: number): Promise<void> {
  await db.batch([
    ...toldOf(db, "removed", ids, nowMs),
    ...PARTS.map((part) => db.remove(part, among(part.contactId, ids))),
    db.remove(contacts, among(contacts.id, ids)),
  ]);
}

export async function countContacts(db: TenantDb, connectionId: string): Promise<number> {
  const mine = eq(contacts.connectionId, connectionId);
  const [row] = await db.pick({ count: sql<number>`count(*)`.as("kept") }, contacts, mine);
  return Number(row?.["count"] ?? 0);
}

/** Removes contacts that a marking sync did not see. */
export async function removeUnseen(
  db: TenantDb,
  connectionId: string,
  startedAt: string,
  nowMs: number,
): Promise<void> {
  for (;;) {
    const gone = await db
      .rows(contacts, and(eq(contacts.connectionId, connectionId), lt(contacts.seenAt, startedAt)))
      .limit(REMOVED_AT_ONCE);
    if (gone.length > 0) await removeContacts(db, idsOf(gone), nowMs);
    if (gone.length < REMOVED_AT_ONCE) return;
  }
}

/** A person's numbers (E.164) and addresses (lowercase). */
export function keysOf({ numbers, emails }: Pick<Contact, "numbers" | "emails">): string[] {
  const all = [...numbers.map(({ number }) => number), ...emails.map((email) => email.toLowerCase())];
  return [...new Set(all)].filter((key) => key !== "").slice(0, MAX_KEYS);
}

/** Domains of the addresses, as separate keys: `@example.com`. */
function domainsOf(keys: readonly string[]): string[] {
  return [...new Set(keys.filter((key) => key.includes("@")).map((key) => key.slice(key.lastIndexOf("@"))))];
}

type NewRow = Omit<ContactRow, "tenantId">;

function rowOf(contact: Contact, connectionId: string, seenAt: string): NewRow {
  const { id, firstName, lastName, name, company, role, numbers, emails, internal, createdAt } = contact;
  return {
    id,
    connectionId,
    firstName,
    lastName,
    name,
    sortName: sortNameOf(name),
    company,
    role,
    numbers,
    emails,
    internal,
    createdAt,
    seenAt,
  };
}

function isSame(before: ContactRow, row: NewRow): boolean {
  const { seenAt: _, ...fields } = row;
  const kept = Object.fromEntries(Object.keys(fields).map((key) => [key, before[key as keyof ContactRow]]));
  return JSON.stringify(kept) === JSON.stringify(fields);
}

/** Uses a fixed number of statements regardless of keys and words; each costs as much as its rows. */
function contactStatements(
  db: TenantDb,
  changed: readonly Contact[],
  rowFor: (contact: Contact) => NewRow,
): Statement[] {
  const keys = changed.flatMap((contact) => {
    const held = keysOf(contact);
    return [...held, ...domainsOf(held)].map((key) => ({ key, contactId: contact.id }));
  });
  const words = changed.flatMap((contact) =>
    wordsOfContact(contact).map((word) => ({ word, contactId: contact.id })),
  );
  return [
    ...changed.map((contact) => {
      const row = rowFor(contact);
      const { id: _, ...set } = row;
      return db
        .insert(contacts, row)
        .onConflictDoUpdate({ target: [contacts.tenantId, contacts.id], set: set as never });
    }),
    ...(changed.length === 0
      ? []
      : PARTS.map((part) => db.remove(part, among(part.contactId, idsOf(changed))))),
    ...inBatches(keys).map((rows) => db.insert(contactKeys, rows)),
    ...inBatches(words).map((rows) => db.insert(contactWords, rows)),
  ];
}

function inBatches<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}

function idsOf(list: readonly { readonly id: string }[]): string[] {
  return list.map(({ id }) => id);
}
