/** Our copy of the contacts: written only on change, with the keys and words they are found by. */
import { and, eq, lt, sql } from "drizzle-orm";
import type { Contact } from "../../integrations/connections/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { contactKeys, contacts, contactWords, OWN, type OwnContact } from "../tables/contacts.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { erasedAmong } from "../../platform/erased/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { isSameName } from "../api/contact-import.ts";
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
  const rows = found.map((contact) =>
    rowOf(contact, { connectionId, seenAt, own: known.get(contact.id)?.own ?? null }),
  );
  const isChanged = (row: NewRow): boolean => {
    const before = known.get(row.id);
    return before === undefined || !isSame(before, row);
  };
  const unseen = marks ? idsOf(rows.filter((row) => !isChanged(row))) : [];
  const { taken, rows: changed } = await withOwn(db, rows.filter(isChanged));
  await db.batch([
    ...toldOf(db, "changed", idsOf(changed), nowMs),
    ...(taken.length === 0 ? [] : removal(db, taken, nowMs)),
    ...contactStatements(db, changed),
    ...(unseen.length === 0 ? [] : [db.update(contacts, { seenAt }, among(contacts.id, unseen))]),
  ]);
  return changed.length;
}

/** The contacts with what the team's own contacts say of the same people, and the IDs of those. */
async function withOwn(
  db: TenantDb,
  rows: readonly NewRow[],
): Promise<{ readonly taken: readonly string[]; readonly rows: readonly NewRow[] }> {
  const keys = rows.flatMap(keysOf);
  if (keys.length === 0) return { taken: [], rows };
  const held = sql`${contacts.id} in (select ${contactKeys.contactId} from ${contactKeys} where ${contactKeys.tenantId} = ${db.tenantId} and ${among(contactKeys.key, keys)})`;
  const own = await db.rows(contacts, and(eq(contacts.connectionId, OWN), held));
  const taken = new Set<string>();
  const whole = rows.map((row) => {
    const same = own.filter((one) => !taken.has(one.id) && isSamePerson(one, row));
    for (const { id } of same) taken.add(id);
    return same.reduce((joined, one) => (one.own === null ? joined : addOwn(joined, one.own)), row);
  });
  return { taken: [...taken], rows: whole };
}

/** Whether they share a number or an address, and their names can be one person's. */
export function isSamePerson(one: Named, other: Named): boolean {
  const keys = keysOf(other);
  return (
    keysOf(one).some((key) => keys.includes(key)) &&
    (isNameless(one) || isNameless(other) || isSameName(one.name, other.name))
  );
}
type Named = Pick<Contact, "name" | "numbers" | "emails">;

function isNameless({ name, numbers }: Named): boolean {
  return name === "" || name === "(no name)" || numbers.some(({ number }) => number === name);
}

/** The contact with further facts of the team's; it keeps what it has. */
export function addOwn<Row extends NewRow>(row: Row, added: OwnContact): Row {
  const own = row.own === null ? added : joinOwn(row.own, added);
  return { ...row, ...filled(row, own), own };
}

function joinOwn(before: OwnContact, added: OwnContact): OwnContact {
  const notes = [before.notes, added.notes].join("\n").split("\n");
  return {
    name: before.name || added.name,
    company: before.company ?? added.company,
    role: before.role ?? added.role,
    numbers: [...new Set([...before.numbers, ...added.numbers])],
    emails: [...new Set([...before.emails, ...added.emails])],
    notes: [...new Set(notes)].filter(Boolean).join("\n"),
  };
}

function filled(contact: Contact, own: OwnContact | null): Contact & { readonly sortName: string } {
  const name = own !== null && isNameless(contact) ? own.name || contact.name : contact.name;
  if (own === null) return { ...contact, sortName: sortNameOf(name) };
  const has = new Set(keysOf(contact));
  return {
    ...contact,
    name,
    sortName: sortNameOf(name),
    company: contact.company || own.company,
    role: contact.role || own.role,
    numbers: [
      ...contact.numbers,
      ...own.numbers.flatMap((number) => (has.has(number) ? [] : [{ label: "Phone", number }])),
    ],
    emails: [...contact.emails, ...own.emails.filter((email) => !has.has(email.toLowerCase()))],
  };
}

/** A contact that is in no phone system. */
export function ownRow(id: string, own: OwnContact, nowMs: number): NewRow {
  const [seenAt, empty] = [isoTime(nowMs), { firstName: null, lastName: null, company: null, role: null }];
  const contact = { ...empty, id, name: "", numbers: [], emails: [], internal: false, createdAt: seenAt };
  return rowOf(contact, { connectionId: OWN, seenAt, own });
}

/** Writes contacts as they are given. */
export async function writeContacts(db: TenantDb, rows: readonly NewRow[], nowMs: number): Promise<void> {
  await db.batch([...toldOf(db, "changed", idsOf(rows), nowMs), ...contactStatements(db, rows)]);
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
  await db.batch(removal(db, ids, nowMs));
}

function removal(db: TenantDb, ids: readonly string[], nowMs: number): Statement[] {
  return [
    ...toldOf(db, "removed", ids, nowMs),
    ...PARTS.map((part) => db.remove(part, among(part.contactId, ids))),
    db.remove(contacts, among(contacts.id, ids)),
  ];
}

/** Removes contacts that the phone system no longer has. What the team knows of them stays. */
export async function pruneContacts(db: TenantDb, gone: readonly ContactRow[], nowMs: number): Promise<void> {
  const kept = gone.flatMap(({ id, own }) => (own === null ? [] : [ownRow(id, own, nowMs)]));
  const lost = gone.filter(({ own }) => own === null);
  if (kept.length > 0) await writeContacts(db, kept, nowMs);
  if (lost.length > 0) await removeContacts(db, idsOf(lost), nowMs);
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
    await pruneContacts(db, gone, nowMs);
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

export type NewRow = Omit<ContactRow, "tenantId">;

function rowOf(contact: Contact, more: Pick<NewRow, "connectionId" | "seenAt" | "own">): NewRow {
  const { id, firstName, lastName, internal, createdAt, ...fields } = filled(contact, more.own);
  const { name, sortName, company, role, numbers, emails } = fields;
  const { connectionId, seenAt, own } = more;
  return {
    id,
    connectionId,
    firstName,
    lastName,
    name,
    sortName,
    company,
    role,
    numbers,
    emails,
    internal,
    createdAt,
    own,
    seenAt,
  };
}

function isSame(before: ContactRow, row: NewRow): boolean {
  const { seenAt: _, ...fields } = row;
  const kept = Object.fromEntries(Object.keys(fields).map((key) => [key, before[key as keyof ContactRow]]));
  return JSON.stringify(kept) === JSON.stringify(fields);
}

/** Uses a fixed number of statements regardless of keys and words; each costs as much as its rows. */
function contactStatements(db: TenantDb, rows: readonly NewRow[]): Statement[] {
  const keys = rows.flatMap((row) => {
    const held = keysOf(row);
    return [...held, ...domainsOf(held)].map((key) => ({ key, contactId: row.id }));
  });
  const words = rows.flatMap((row) => wordsOfContact(row).map((word) => ({ word, contactId: row.id })));
  return [
    ...rows.map(({ id, ...set }) =>
      db
        .insert(contacts, { id, ...set })
        .onConflictDoUpdate({ target: [contacts.tenantId, contacts.id], set: set as never }),
    ),
    ...(rows.length === 0 ? [] : PARTS.map((part) => db.remove(part, among(part.contactId, idsOf(rows))))),
    ...inBatches(keys).map((batch) => db.insert(contactKeys, batch)),
    ...inBatches(words).map((batch) => db.insert(contactWords, batch)),
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
