/** Finds a person by contact ID, number (E.164) or e-mail address. */
import { desc, eq, sql } from "drizzle-orm";
import { among, byIds, type TenantDb } from "../../platform/db/index.ts";
import type { EffectDocument } from "../../approvals/index.ts";
import { approvals, type CallFacts } from "../../approvals/tables/approvals.ts";
import { contactKeys, contacts, OWN } from "../tables/contacts.ts";
import { optOuts } from "../tables/inbox.ts";
import { threadKeyOf } from "../inbox/index.ts";
import { isE164 } from "../../kernel/e164.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Person } from "../api/contacts.ts";
import { isKnownNumber } from "../texts/index.ts";
import { placeOf } from "./contact-words.ts";
import { keysOf, type ContactRow } from "./store.ts";

const MAX_SHARERS = 10;
const MAX_DRAFTS = 20;
/** Maximum pending drafts searched. */
const MAX_WAITING = 300;
const DRAFT_CHARS = 400;

/** A person and their numbers and addresses. `contact` is null for a number or address without a contact. */
export interface Found {
  readonly contact: ContactRow | null;
  /** The requested number or address; null if a contact ID was requested. */
  readonly key: string | null;
  readonly keys: readonly string[];
  /** All contacts that share the number or address. */
  readonly sharers: readonly ContactRow[];
}

/** Null for an unknown ID. */
export async function findPerson(db: TenantDb, asked: string): Promise<Found | null> {
  const key = isE164(asked) ? asked : asked.indexOf("@") > 0 ? asked.toLowerCase() : null;
  if (key === null) {
    const contact = await db.find(contacts, eq(contacts.id, asked));
    return contact === null ? null : { contact, key, keys: keysOf(contact), sharers: [] };
  }
  const sharers = await ownersOf(db, [key]);
  const all = (sharers.get(key) ?? []).toSorted((left, right) => (left.sortName < right.sortName ? -1 : 1));
  const contact = all[0] ?? null;
  return { contact, key, keys: contact === null ? [key] : keysOf(contact), sharers: all };
}

export async function ownersOf(
  db: TenantDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly ContactRow[]>> {
  const listed = sql`${contactKeys.tenantId} = ${db.tenantId} and ${among(contactKeys.key, keys)}`;
  const theirs = sql`(select ${contactKeys.contactId} from ${contactKeys} where ${listed} limit ${keys.length * MAX_SHARERS})`;
  const rows = await db.rows(contacts, sql`${contacts.id} in ${theirs}`);
  const found = new Map(keys.map((key) => [key, rows.filter((row) => keysOf(row).includes(key))] as const));
  return new Map([...found].filter(([, owners]) => owners.length > 0));
}

/** The contact shown for a number in a list. */
export interface ContactAt {
  readonly name: string;
  readonly role: string | null;
  readonly place: string | null;
  readonly company: string | null;
}

/** Contacts of the numbers, from our copy; if several share one, the first by name. */
export async function contactsAt(
  db: TenantDb,
  numbers: readonly string[],
): Promise<(number: string) => ContactAt | null> {
  const owners =
    numbers.length === 0 ? new Map<string, readonly ContactRow[]>() : await ownersOf(db, numbers);
  return (number) => {
    const [first] = (owners.get(number) ?? []).toSorted((left, right) =>
      left.sortName < right.sortName ? -1 : 1,
    );
    if (first === undefined) return null;
    const { name, role, company } = first;
    return { name, company, ...placeOf(role) };
  };
}

/** The displayed fields of a contact, or of a number or address without one. */
type Shown = Pick<ContactRow, "name" | "company" | "role" | "internal" | "numbers" | "emails">;

function strangerAt(key: string): Shown {
  const isNumber = isE164(key);
  return {
    name: isNumber ? formatNumber(key) : key,
    company: null,
    role: null,
    internal: false,
    numbers: isNumber ? [{ label: "Phone", number: key }] : [],
    emails: isNumber ? [] : [key],
  };
}

/** The header above a person's timeline. */
export async function describePerson(db: TenantDb, found: Found): Promise<Person> {
  const { contact, keys } = found;
  const { name, company, role, internal, numbers, emails } = contact ?? strangerAt(found.key ?? "");
  const [owners, stops, known, drafts] = await Promise.all([
    ownersOf(db, keys),
    db.rows(optOuts, among(optOuts.number, keys)),
    Promise.all(numbers.map(({ number }) => isKnownNumber(db, number))),
    waitingDrafts(db, keys),
  ]);
  const sharersOf = (key: string) => others(owners.get(key) ?? [], contact);
  const stopped = new Set(stops.filter(({ optedOut }) => optedOut).map(({ number }) => number));
  return {
    id: contact?.id ?? null,
    name,
    company,
    ...placeOf(role),
    internal,
    own: contact?.connectionId === OWN,
    notes: contact?.own?.notes ?? "",
    numbers: numbers.map(({ label, number }, index) => ({
      label,
      number,
      shown: formatNumber(number),
      optedOut: stopped.has(number),
      isKnown: known[index] ?? false,
      sharedWith: sharersOf(number),
    })),
    emails: emails.map((address) => ({ address, sharedWith: sharersOf(address.toLowerCase()) })),
    others: others(found.sharers, contact),
    drafts,
  };
}

function others(owners: readonly ContactRow[], contact: ContactRow | null): { id: string; name: string }[] {
  return owners.filter(({ id }) => id !== contact?.id).map(({ id, name }) => ({ id, name }));
}

/** Pending drafts to this person, by thread and by recipient, among the newest pending drafts. */
async function waitingDrafts(db: TenantDb, keys: readonly string[]): Promise<Person["drafts"]> {
  const { id, threadKey, facts, createdAt, status } = approvals;
  const waiting = await db
    .pick({ id, threadKey, facts }, approvals, eq(status, "pending"))
    .orderBy(desc(createdAt))
    .limit(MAX_WAITING);
  const reached = new Set(keys);
  const threads = new Set(keys.map((key) => threadKeyOf(key)));
  const theirs = waiting.filter(
    (row) =>
      threads.has(String(row["threadKey"])) ||
      (row["facts"] as CallFacts | null)?.recipients.some(({ address }) =>
        reached.has(address.toLowerCase()),
      ) === true,
  );
  const ids = theirs.slice(0, MAX_DRAFTS).map((row) => String(row["id"]));
  const rows = await db.rows(approvals, byIds(id, ids)).orderBy(createdAt);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    words: wordsIn(row.proposedEffects),
    urgent: row.urgent,
    createdAt: row.createdAt,
  }));
}

/** The text of the proposed text messages or e-mails. */
function wordsIn([first]: readonly EffectDocument[]): string {
  const { text, body } = first?.document ?? {};
  const words = typeof text === "string" ? text : typeof body === "string" ? body : "";
  return words.slice(0, DRAFT_CHARS);
}
