/** Determines whom an erasure covers: what is theirs alone, and what they share with others. */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { findPerson, ownersOf } from "../../messaging/contacts/index.ts";
import { among, users, type TenantDb } from "../../platform/db/index.ts";
import { approvals, type CallFacts } from "../../approvals/tables/approvals.ts";
import { calls } from "../../messaging/tables/inbox.ts";
import { contacts, contactWords } from "../../messaging/tables/contacts.ts";
import { mails } from "../../messaging/tables/mails.ts";
import { mailThreadKey, threadKeyOf } from "../../messaging/inbox/index.ts";
import { isE164 } from "../../kernel/e164.ts";
import { AppError } from "../../kernel/errors.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { ErasedPerson } from "../api/erasure.ts";

/**
 * Maximum e-mail threads, calls and drafts looked up for a person; the scan of all records finds the rest.
 */
const MOST_THREADS = 2_000;
const MOST_CALLS = 2_000;
const MOST_DRAFTS = 2_000;
/** Maximum open drafts of a team that are checked. */
const MOST_OPEN = 1_000;

/** A person, and the shared keys that are kept. */
interface FoundPerson {
  readonly person: ErasedPerson;
  readonly shared: readonly { readonly key: string; readonly with: readonly string[] }[];
}

/** Finds them by contact ID, number or address. Throws AppError `not_found`, `conflict` for team members. */
export async function personToErase(db: TenantDb, asked: string): Promise<FoundPerson> {
  const found = await findPerson(db, asked);
  if (found === null) throw new AppError("not_found", "That contact doesn’t exist.");
  if (found.contact?.internal === true)
    throw new AppError("conflict", "This person is on your team. Remove them under Members instead.");
  const contactId = found.contact?.id ?? null;
  const owners = await ownersOf(db, found.keys);
  const others = (key: string) => (owners.get(key) ?? []).filter(({ id }) => id !== contactId);
  const own = found.keys.filter((key) => others(key).length === 0);
  const numbers = own.filter(isE164);
  const addresses = own.filter((key) => key.includes("@"));
  const threads = numbers.map(threadKeyOf);
  const conversations = [...threads, ...(await threadsWith(db, addresses))];
  const called = await db
    .pick({ id: calls.id }, calls, among(calls.contactNumber, numbers))
    .orderBy(desc(calls.at))
    .limit(MOST_CALLS);
  const person = {
    contactId,
    names: await namesOf(db, found.contact),
    name: found.contact?.name ?? found.key ?? asked,
    numbers,
    addresses,
    conversations,
    approvals: await draftsFor(db, threads, conversations, new Set(own)),
    calls: called.map((row) => String(row["id"])),
  };
  const shared = found.keys
    .filter((key) => !own.includes(key))
    .map((key) => ({ key, with: others(key).map(({ name }) => name) }));
  return { person, shared };
}

/** Shorter words of a name occur in too much else. */
const LEAST_LETTERS = 3;

/** The person's names: full and partial ones that are unique, and shared ones. */
async function namesOf(
  db: TenantDb,
  contact: Pick<typeof contacts.$inferSelect, "id" | "name" | "sortName"> | null,
): Promise<NonNullable<ErasedPerson["names"]>> {
  if (contact === null) return { whole: [], parts: [], shared: [] };
  const words = [...new Set(plainWords(contact.name))];
  const { id, sortName } = contacts;
  const { word, contactId } = contactWords;
  const [same, held, members] = await Promise.all([
    db.pick({ id }, contacts, eq(sortName, contact.sortName)).limit(2),
    db.pick({ word }, contactWords, and(among(word, words), ne(contactId, contact.id))).groupBy(word),
    db.rows(users),
  ]);
  const inTeam = members.map(({ name }) => plainWords(name));
  const taken = new Set([...held.map((row) => String(row["word"])), ...inTeam.flat()]);
  const isAlone = same.length === 1 && !inTeam.some((name) => name.join(" ") === words.join(" "));
  // A single word may be anything.
  const isTheirs = isAlone && words.length > 1;
  const name = words.join("").length >= LEAST_LETTERS ? [contact.name.trim()] : [];
  return {
    whole: isTheirs ? name : [],
    parts: words.filter((one) => one.length >= LEAST_LETTERS && !taken.has(one)),
    shared: isTheirs ? [] : name,
  };
}

/** E-mail conversations without other outsiders. */
async function threadsWith(db: TenantDb, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const theirs = await db
    .pick({ id: mails.threadId }, mails, among(mails.fromAddress, addresses))
    .groupBy(mails.threadId)
    .limit(MOST_THREADS);
  const ids = theirs.map((row) => String(row["id"]));
  const known = JSON.stringify(addresses);
  // Our mailboxes are ours; any other sender or recipient shares the thread.
  const stranger = sql`exists (select 1 from json_each(to_addresses) where lower(value) not in (select value from json_each(${known})) and lower(value) <> lower(mailbox))`;
  const copied = sql`exists (select 1 from json_each(cc_addresses) where lower(value) not in (select value from json_each(${known})) and lower(value) <> lower(mailbox))`;
  const wrote = sql`(${mails.direction} = 'incoming' and not ${among(mails.fromAddress, addresses)})`;
  const shared = await db
    .pick(
      { id: mails.threadId },
      mails,
      sql`${among(mails.threadId, ids)} and (${wrote} or ${stranger} or ${copied})`,
    )
    .groupBy(mails.threadId);
  const others = new Set(shared.map((row) => String(row["id"])));
  return ids.filter((id) => !others.has(id)).map(mailThreadKey);
}

/** Drafts in their threads, and pending ones that would reach only them. */
async function draftsFor(
  db: TenantDb,
  threads: readonly string[],
  conversations: readonly string[],
  keys: ReadonlySet<string>,
): Promise<string[]> {
  const all = [...new Set([...threads, ...conversations])];
  const onThreads = await db
    .pick({ id: approvals.id }, approvals, among(approvals.threadKey, all))
    .limit(MOST_DRAFTS);
  const inThem = await db
    .pick({ id: approvals.id }, approvals, among(approvals.conversationId, conversations))
    .limit(MOST_DRAFTS);
  const open = await openRows(db);
  const toThem = open.filter(({ facts, conversationId }) => {
    const reached = facts?.recipients ?? [];
    return (
      all.includes(conversationId) ||
      (reached.length > 0 && reached.every(({ address }) => keys.has(address.toLowerCase())))
    );
  });
  const found = [...onThreads, ...inThem].map((row) => String(row["id"]));
  return [...new Set([...found, ...toThem.map(({ id }) => id)])];
}

interface OpenDraft {
  readonly id: string;
  readonly status: string;
  readonly conversationId: string;
  readonly facts: CallFacts | null;
}

async function openRows(db: TenantDb): Promise<OpenDraft[]> {
  const { id, status, conversationId, facts, createdAt } = approvals;
  const rows = await db
    .pick(
      { id, status, conversationId, facts },
      approvals,
      among(status, ["pending", "approved", "executing"]),
    )
    .orderBy(desc(createdAt))
    .limit(MOST_OPEN);
  return rows as unknown as OpenDraft[];
}

/** Drafts that reach them, possibly with others: pending ones, and those being sent. */
export async function openDrafts(
  db: TenantDb,
  { numbers, addresses, approvals: theirs }: ErasedPerson,
): Promise<{ readonly waiting: readonly string[]; readonly busy: readonly string[] }> {
  const keys = new Set([...numbers, ...addresses]);
  const mine = new Set(theirs);
  const open = (await openRows(db)).filter(
    ({ id, facts }) =>
      mine.has(id) || facts?.recipients.some(({ address }) => keys.has(address.toLowerCase())) === true,
  );
  return {
    waiting: open.filter(({ status }) => status === "pending").map(({ id }) => id),
    busy: open.filter(({ status }) => status !== "pending").map(({ id }) => id),
  };
}
