/** The contacts of one phone system and the team's own, read from our indexed copy. */
import { eq, sql } from "drizzle-orm";
import type { AskedContact, Contact, ContactBook } from "../../integrations/connections/index.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { contactKeys, contacts, contactSyncs, contactWords, OWN } from "../tables/contacts.ts";
import { ownersOf } from "./find.ts";
import { listContacts } from "./list.ts";
import { MAX_READ_NOW, readNow, type ReadNowWorld } from "./read-now.ts";
import type { ContactRow } from "./store.ts";
import { sortNameOf } from "../../kernel/plain-words.ts";

/** Directories up to this size are ranked in full. */
const SHORT = 1_000;
/** In larger directories: maximum contacts that match all words, or that match each word as a prefix. */
const MAX_FITTING = 200;
const MAX_WORDS = 6;
const MAX_A_WORD = 300;
/** Leading letters of a word that must match exactly in a larger directory. */
const SURE_LETTERS = 2;
const MAX_NAMESAKES = 20;
const MAX_DOMAINS = 1_000;

/** Opens the book, without a phone system if there is no connection to read. Does no I/O. */
export function contactBook(world: ReadNowWorld | Pick<ReadNowWorld, "db">): ContactBook {
  const { db } = world;
  const connectionId = "page" in world ? world.connectionId : OWN;
  const ofConnection = (row: ContactRow): boolean => [connectionId, OWN].includes(row.connectionId);

  /**
   * Searches our copy; if the result is insufficient, syncs (if there is anything to sync) and searches once
   * more.
   */
  async function look<Found>(
    find: () => Promise<Found>,
    isWhole: (found: Found) => boolean,
    isSure = false,
  ): Promise<Found> {
    const found = await find();
    if (isWhole(found) || !("page" in world) || !(await isReadFirst(world, isSure))) return found;
    await readNow(world);
    return find();
  }

  return {
    async owners(keys, { isSure } = {}) {
      const asked = [...new Set(keys)];
      const find = async () =>
        asked.length === 0 ? new Map<string, Contact[]>() : ownersBy(await ownersOf(db, asked), ofConnection);
      const found = await look(
        find,
        (owners) => asked.every((key) => (owners.get(key) ?? []).length > 0),
        isSure,
      );
      return (key) => found.get(key) ?? [];
    },
    byId: (id) =>
      look(
        async () => {
          const row = await db.find(contacts, eq(contacts.id, id));
          return row !== null && ofConnection(row) ? contactOf(row) : null;
        },
        (found) => found !== null,
      ),
    named: (name) =>
      look(
        async () => {
          const rows = await db.rows(contacts, eq(contacts.sortName, sortNameOf(name))).limit(MAX_NAMESAKES);
          return rows.filter(ofConnection).map(contactOf);
        },
        (found) => found.length > 0,
      ),
    like: (asked, { isSure } = {}) =>
      look(
        async () => (await candidates(db, connectionId, asked)).filter(ofConnection).map(contactOf),
        (found) => isSure !== true && found.length > 0,
        isSure,
      ),
    domains: () =>
      look(
        () => domainsOf(db),
        (found) => found.length > 0,
      ),
  };
}

/** Owners of these numbers and addresses, from our copy only, across all phone systems. */
export async function recordedOwners(
  db: TenantDb,
  keys: readonly string[],
): Promise<(key: string) => readonly Contact[]> {
  const found = ownersBy(await ownersOf(db, [...new Set(keys)]), () => true);
  return (key) => found.get(key) ?? [];
}

function ownersBy(
  rows: ReadonlyMap<string, readonly ContactRow[]>,
  isWanted: (row: ContactRow) => boolean,
): Map<string, Contact[]> {
  return new Map(
    [...rows].map(([key, list]) => [
      key,
      list
        .filter(isWanted)
        .toSorted((left, right) => (left.sortName < right.sortName ? -1 : 1))
        .map(contactOf),
    ]),
  );
}

/**
 * Whether to sync before answering: if never synced, or if the answer must be certain and the list is short.
 */
async function isReadFirst({ db, connectionId }: ReadNowWorld, isSure: boolean): Promise<boolean> {
  const row = await db.find(contactSyncs, eq(contactSyncs.connectionId, connectionId));
  if (row === null || row.finishedAt === null) return (row?.listed ?? 0) === 0;
  // During a sync, the row counts what has been read so far.
  return isSure && row.cursor === null && row.listed <= MAX_READ_NOW;
}

async function candidates(
  db: TenantDb,
  connectionId: string,
  { words, numbers }: AskedContact,
): Promise<readonly ContactRow[]> {
  const mine = among(contacts.connectionId, [connectionId, OWN]);
  const some = await db.pick({ seenAt: contacts.seenAt }, contacts, mine).limit(SHORT + 1);
  if (some.length <= SHORT) return db.rows(contacts, mine).limit(SHORT);
  const { items } = await listContacts(db, { q: [...words, ...numbers].join(" "), limit: MAX_FITTING });
  if (items.length > 0) return items;
  const beginnings = words
    .slice(0, MAX_WORDS)
    .flatMap((word) => (/\d/.test(word) ? [] : [word, word.slice(0, SURE_LETTERS)]));
  const wholes = [...words.filter((word) => /\d/.test(word)), ...numbers.flatMap(endingsOf)];
  const conditions = [
    ...[...new Set(beginnings)].map(
      (word) => sql`${contactWords.word} >= ${word} and ${contactWords.word} < ${`${word}\u{10ffff}`}`,
    ),
    ...[...new Set(wholes)].slice(0, MAX_WORDS).map((word) => eq(contactWords.word, word)),
  ];
  const found = await Promise.all(
    conditions.map((fits) => db.pick({ id: contactWords.contactId }, contactWords, fits).limit(MAX_A_WORD)),
  );
  const ids = [...new Set(found.flat().map(({ id }) => String(id)))];
  return db.rows(contacts, among(contacts.id, ids));
}

/** Keys under which numbers are stored (`wordsOfContact`). */
function endingsOf(digits: string): string[] {
  return [digits, digits.slice(-10), digits.slice(-7)];
}

/** One index step per domain, however many addresses it has. */
async function domainsOf(db: TenantDb): Promise<string[]> {
  const mine = sql`${contactKeys.tenantId} = ${db.tenantId} and ${contactKeys.key} < 'A'`;
  const next = (after: ReturnType<typeof sql>) =>
    sql`select ${contactKeys.key} from ${contactKeys} where ${mine} and ${contactKeys.key} > ${after} order by ${contactKeys.key} limit 1`;
  const listed = sql<string>`(with recursive domain (name) as (select (${next(sql`'@'`)}) union all select (${next(sql`domain.name`)}) from domain where domain.name is not null limit ${MAX_DOMAINS}) select json_group_array(name) from domain where name is not null)`;
  const [row] = await db.pick({ listed }, contacts).limit(1);
  const names = row === undefined ? [] : (JSON.parse(String(row["listed"])) as string[]);
  return names.map((name) => name.slice(1));
}

function contactOf(row: ContactRow): Contact {
  const { id, firstName, lastName, name, company, role, numbers, emails, internal, createdAt } = row;
  return { id, firstName, lastName, name, company, role, numbers, emails, internal, createdAt };
}
