/**
 * Reads what is known of whoever wrote, so that a run begins with it: who they are, what was said before, which drafts to them wait. No part holds the
 * run up for long, and a part that cannot be had is left out: the model then looks it up itself.
 */
import { desc, eq, isNull, sql } from "drizzle-orm";
import { isPublicMailDomain } from "../platform/auth/index.ts";
import type { Contact, ContactBook, TextMessage } from "../integrations/connections/index.ts";
import { mails } from "./tables/mails.ts";
import { users, type TenantDb } from "../platform/db/index.ts";
import { DAY_MS, isoTime } from "../kernel/clock.ts";
import { localTime } from "../kernel/local-time.ts";
import type { Logger } from "../kernel/log.ts";
import { looksLike } from "../kernel/look-alike.ts";
import { settledWithin } from "../kernel/time-limit.ts";
import type { ConversationIdentity } from "../agent/api/objects.ts";
import { callText, readThread, type ThreadEntry } from "./texts/index.ts";
import { notesAbout } from "./threads/index.ts";
import { saidNotePath } from "../workspace/index.ts";
import type {
  DraftElsewhere,
  SaidBefore,
  ThreadAsked,
  ThreadContact,
  ThreadFacts,
} from "../agent/thread-block.ts";
import { domainOf } from "../kernel/sub-address.ts";

/** How long any part may take. */
const PART_MS = 3_000;
const MOST_BEFORE = 10;
const MOST_READ = 40;
const MAILS_BEFORE = 5;
/** Days whose notes are read, and the newest lines of them that are told. */
const NOTE_DAYS = 7;
const NOTE_LINES = 8;
/** Notes of colleagues that are told, the newest. */
const TEAM_NOTES = 5;

/** Where it is read from. Each may throw. */
export interface ThreadSources {
  readonly db: TenantDb;
  readonly logger: Logger;
  readonly timeZone: string;
  readonly contacts: () => Promise<ContactBook>;
  /** Whose a number is; null where no phone system is connected. */
  readonly owners: (number: string) => Promise<readonly Contact[] | null>;
  /** The newest texts with a number as the phone system has them, oldest first. */
  readonly texts: (number: string, limit: number) => Promise<readonly TextMessage[]>;
  /** Who approved which of these texts, by the provider's id of a text. */
  readonly approvers: (textIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Drafts to a number or address that wait. */
  /** Contents of those of these files that are there. */
  readonly notes: (paths: readonly string[]) => Promise<readonly string[]>;
  readonly today: () => string;
  readonly drafts: (contact: string) => Promise<readonly (DraftElsewhere & { conversationId: string })[]>;
}

/** Reads it; null for a conversation with no one outside. Never throws. */
export async function readThreadFacts(
  sources: ThreadSources,
  identity: ConversationIdentity,
  asked: ThreadAsked,
): Promise<ThreadFacts | null> {
  const number = identity.contact?.phone;
  const threadId = identity.trigger?.threadId;
  const address = identity.trigger?.address;
  if (identity.source === "sms" && number !== undefined) return textFacts(sources, identity, number, asked);
  if (identity.source === "email" && threadId !== undefined && address !== undefined)
    return mailFacts(sources, identity, { threadId, address }, asked);
  return null;
}

async function textFacts(
  sources: ThreadSources,
  { conversationId }: ConversationIdentity,
  number: string,
  asked: ThreadAsked,
): Promise<ThreadFacts> {
  const { timeZone } = sources;
  const [owners, recorded, drafts, teamNotes, notes] = await Promise.all([
    readPart(sources, () => sources.owners(number), null),
    readPart(sources, () => textsBefore(sources, number, asked), { said: [], older: true }),
    draftsTo(sources, number, conversationId),
    readPart(sources, () => notesAbout(sources.db, number, { after: asked.since, limit: TEAM_NOTES }), []),
    notesOf(sources, conversationId, asked),
  ]);
  const theirs = owners?.map(contactOf) ?? null;
  return {
    timeZone,
    contacts: theirs,
    before: withContactName(recorded.said, theirs),
    older: recorded.older,
    since: asked.since !== null,
    drafts,
    teamNotes: teamNotes.map(({ at, by, words }) => ({ at, who: by, words })),
    ...notes,
    remarks: [],
    readMore: "list_messages",
  };
}

const CONTACT = "contact";

/** What was said before; whoever is outside stands as `CONTACT`. */
async function textsBefore(
  sources: ThreadSources,
  number: string,
  { since, isRead }: ThreadAsked,
): Promise<{ said: SaidBefore[]; older: boolean }> {
  const query = since === null ? { limit: MOST_READ } : { after: since, limit: MOST_READ };
  const { items, hasOlder } = await readThread(sources.db, number, query);
  const unread = items.filter(({ kind, id }) => !isRead(`${kind}.${id}`)).slice(-MOST_BEFORE);
  const ours = unread.filter((one) => one.kind === "text" && one.row.direction === "outgoing");
  const approvers = await readPart(sources, () => sources.approvers(ours.map(({ id }) => id)), new Map());
  const said = unread.map((entry) => saidOf(entry, approvers));
  if (since !== null || items.length >= MOST_BEFORE) return { said, older: hasOlder };
  // What was written before the records began, as the phone system has it.
  const known = new Set(items.map(({ id }) => id));
  const live = await readPart(sources, () => sources.texts(number, MOST_READ), []);
  const past = live
    .filter(({ id }) => !known.has(id) && !isRead(`text.${id}`))
    .map(({ at, direction, text }): SaidBefore => {
      const who = direction === "incoming" ? CONTACT : "the team";
      return { at: isoTime(Date.parse(at)), who, words: text };
    });
  const all = [...past, ...said].sort((left, right) => (left.at < right.at ? -1 : 1));
  return { said: all.slice(-MOST_BEFORE), older: hasOlder || all.length > MOST_BEFORE };
}

function saidOf(entry: ThreadEntry, approvers: ReadonlyMap<string, string>): SaidBefore {
  const { at, id } = entry;
  if (entry.kind === "call") return { at, who: "phone call", words: callText(entry.row) };
  const { direction, reason } = entry.row;
  if (direction === "incoming") return { at, who: CONTACT, words: entry.words };
  const by = approvers.get(id);
  const who = by === undefined ? (reason === "by_hand" ? "a colleague, by hand" : "the team") : by;
  return { at, who, words: entry.words };
}

/** With the contact's name in place of `CONTACT`, where there is one alone. */
function withContactName(
  said: readonly SaidBefore[],
  contacts: readonly ThreadContact[] | null,
): SaidBefore[] {
  const [only] = contacts?.length === 1 ? contacts : [];
  const who = only?.name ?? "they";
  return said.map((one) => (one.who === CONTACT ? { ...one, who } : one));
}

async function mailFacts(
  sources: ThreadSources,
  { conversationId }: ConversationIdentity,
  { threadId, address }: { readonly threadId: string; readonly address: string },
  asked: ThreadAsked,
): Promise<ThreadFacts> {
  const { since, isRead } = asked;
  const { db, timeZone } = sources;
  const none = {
    rows: [] as (typeof mails.$inferSelect)[],
    total: 0,
    team: [] as { email: string; name: string }[],
  };
  const [known, { rows, total, team }, drafts, notes] = await Promise.all([
    readPart(sources, () => knownAt(sources, address), null),
    readPart(sources, () => readMails(db, threadId), none),
    draftsTo(sources, address, conversationId),
    notesOf(sources, conversationId, asked),
  ]);
  const theirs = known?.owners.map(contactOf) ?? null;
  const isHere = ({ mailbox, id }: { mailbox: string; id: string }) => isRead(`mail.${mailbox}.${id}`);
  const before = rows.filter((row) => !isHere(row) && (since === null || row.at > since));
  const newest = rows.filter(isHere).at(-1);
  const odd = await oddities(sources, { address, newest, known, team });
  const place = total <= 1 ? "the first of its thread" : `the newest of ${total} in its thread`;
  return {
    timeZone,
    contacts: theirs,
    before: before.slice(-MAILS_BEFORE).map(({ at, fromName, fromAddress, text }) => ({
      at,
      who: fromName === "" ? fromAddress : `${fromName}, ${fromAddress}`,
      words: text,
    })),
    older: total > rows.length || before.length > MAILS_BEFORE,
    since: since !== null,
    drafts,
    teamNotes: [],
    ...notes,
    remarks: [
      ...(newest === undefined
        ? []
        : [`E-mail ${newest.id} came ${localTime(newest.at, timeZone)}, ${place}.`]),
      ...odd,
    ],
    readMore: "read_email",
  };
}

/** Whose an address is, and at which domains the contacts have theirs. */
async function knownAt(
  sources: ThreadSources,
  address: string,
): Promise<{ readonly owners: readonly Contact[]; readonly domains: readonly string[] }> {
  const key = address.toLowerCase();
  const contacts = await sources.contacts();
  const [owners, domains] = await Promise.all([contacts.owners([key]), contacts.domains()]);
  return { owners: owners(key), domains };
}

/** What is odd about the sender, held against the contacts and the team. */
async function oddities(
  sources: ThreadSources,
  {
    address,
    newest: { fromName: name, mailbox } = { fromName: "", mailbox: "" },
    known,
    team,
  }: {
    readonly address: string;
    readonly newest: { readonly fromName: string; readonly mailbox: string } | undefined;
    readonly known: Awaited<ReturnType<typeof knownAt>> | null;
    readonly team: Parameters<typeof senderRemarks>[2];
  },
): Promise<string[]> {
  const namesakes =
    name === "" ? [] : await readPart(sources, async () => (await sources.contacts()).named(name), []);
  const { owners, domains } = known ?? { owners: [], domains: [] };
  return senderRemarks({ address, name, mailbox }, { contacts: [...owners, ...namesakes], domains }, team);
}

async function readMails(db: TenantDb, threadId: string) {
  const inThread = eq(mails.threadId, threadId);
  const [rows, [count], team] = await Promise.all([
    db
      .rows(mails, inThread)
      .orderBy(desc(mails.at))
      .limit(MAILS_BEFORE * 3),
    db.pick({ total: sql<number>`count(distinct ${mails.fingerprint})` }, mails, inThread),
    db.rows(users, isNull(users.removedAt)).limit(100),
  ]);
  const once = new Map(rows.map((row) => [row.fingerprint, row]));
  return { rows: [...once.values()].toReversed(), total: Number(count?.total ?? 0), team };
}

/** What is odd about who an e-mail says it is from. Pure. */
export function senderRemarks(
  from: { readonly address: string; readonly name: string; readonly mailbox: string },
  {
    contacts,
    domains,
  }: {
    readonly contacts: readonly Pick<Contact, "name" | "emails">[];
    /** Of all the contacts' addresses. */
    readonly domains: readonly string[];
  },
  team: readonly { readonly email: string; readonly name: string }[],
): string[] {
  const domain = domainOf(from.address);
  const people = [...team.map(({ email, name }) => ({ name, emails: [email] })), ...contacts];
  const addresses = [from.mailbox, ...people.flatMap(({ emails }) => emails)];
  const known = new Set([...addresses.map(domainOf), ...domains]);
  const isKnown = known.has(domain) || isPublicMailDomain(domain);
  const like = isKnown ? undefined : [...known].find((other) => looksLike(domain, other));
  const name = from.name.trim().toLowerCase();
  const namesake = people.find((one) => name !== "" && one.name.toLowerCase() === name);
  const isTheirs = namesake?.emails.some((one) => one.toLowerCase() === from.address.toLowerCase());
  return [
    ...(like === undefined
      ? []
      : [
          `Careful: the sender's domain ${domain} looks like ${like} and is another. Do not take it for them; tell the team.`,
        ]),
    ...(domain.includes("xn--") ? [`Careful: ${domain} is written in letters of another alphabet.`] : []),
    ...(namesake === undefined || isTheirs === true
      ? []
      : [`The sender calls itself ${namesake.name}, but ${from.address} is no address known of them.`]),
  ];
}

function contactOf({ id, name, company, role, numbers, emails, internal }: Contact): ThreadContact {
  return { id, name, company, role, numbers: numbers.map(({ number }) => number), emails, internal };
}

/** Where what they say is noted, and what was: told once, with the first message of a conversation that brings its thread. */
async function notesOf(
  sources: ThreadSources,
  conversationId: string,
  { since }: ThreadAsked,
): Promise<Pick<ThreadFacts, "notePath" | "noted">> {
  const today = sources.today();
  const notePath = saidNotePath(conversationId, today);
  if (since !== null) return { notePath, noted: [] };
  const days = Array.from({ length: NOTE_DAYS }, (_, back) =>
    isoTime(Date.parse(`${today}T00:00:00Z`) - (NOTE_DAYS - 1 - back) * DAY_MS).slice(0, 10),
  );
  const paths = days.flatMap((day) => saidNotePath(conversationId, day) ?? []);
  const texts = await readPart(sources, () => sources.notes(paths), []);
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.replace(/^[-*] /, "").trim());
  return { notePath, noted: lines.filter((line) => line !== "").slice(-NOTE_LINES) };
}

async function draftsTo(
  sources: ThreadSources,
  contact: string,
  here: string,
): Promise<readonly DraftElsewhere[]> {
  const all = await readPart(sources, () => sources.drafts(contact), []);
  return all.filter(({ conversationId }) => conversationId !== here).slice(0, 5);
}

async function readPart<Result>(
  { db, logger }: Pick<ThreadSources, "db" | "logger">,
  read: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await settledWithin(PART_MS, read(), otherwise);
  } catch (error) {
    logger.warn("trigger.part_not_read", { tenantId: db.tenantId, error });
    return otherwise;
  }
}
