/**
 * People a draft may mention: its recipients, the team, and contacts and accounts its words match. Uses a
 * limited number of index lookups, never a full scan.
 */
import { isNull, sql, type SQL } from "drizzle-orm";
import { ownersOf } from "../../messaging/contacts/index.ts";
import { accounts } from "../../accounts/tables/accounts.ts";
import { contacts } from "../../messaging/tables/contacts.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { isE164 } from "../../kernel/e164.ts";
import type { Json } from "../../kernel/hash.ts";
import { leavesOf } from "../../kernel/json-leaves.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { KnownPerson } from "./anonymise.ts";
import { isNamed } from "./names.ts";
import { isCommon } from "./vocabulary.ts";

const MOST_RECIPIENTS = 20;
const MOST_MEMBERS = 200;
const MOST_WORDS = 100;
const MOST_PARTS = 300;
/** Maximum rows per word. */
const A_WORD = 10;
const MOST_FOUND = 300;

/** Recipient numbers and addresses of a call: those in its arguments, and those it was resolved to. */
export function addressesIn(args: Json, resolved: readonly string[]): string[] {
  const typed = leavesOf(args).flatMap(({ value }) =>
    typeof value === "string" && (isE164(value) || /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(value)) ? [value] : [],
  );
  return [...new Set([...resolved, ...typed].map((one) => one.toLowerCase()))].slice(0, MOST_RECIPIENTS);
}

/** Everyone who may be mentioned, recipients first, in order. */
export async function peopleKnown(
  db: TenantDb,
  { addresses, texts }: { readonly addresses: readonly string[]; readonly texts: readonly string[] },
): Promise<KnownPerson[]> {
  const [owners, members, found, firms] = await Promise.all([
    ownersOf(db, addresses),
    db.rows(users, isNull(users.removedAt)).limit(MOST_MEMBERS),
    db.rows(contacts, foundBy(db, contacts.id, "contact", texts)).limit(MOST_FOUND),
    db.rows(accounts, foundBy(db, accounts.id, "account", texts)).limit(MOST_FOUND),
  ]);
  const team = members.map(({ name, email, phone }) => ({
    name,
    keys: [email.toLowerCase(), ...(phone === null ? [] : [phone])],
  }));
  const said = new Set(texts.flatMap(plainWords));
  const recipients = addresses.map((address) => {
    // Of several people who share a number, choose the one named in the text.
    const own = owners.get(address) ?? [];
    const owner =
      own.find((one) => isWhole(one, said)) ??
      own.find(({ name }) => isNamed(name, said)) ??
      own[0] ??
      team.find(({ keys }) => keys.includes(address));
    return { name: owner?.name ?? "", keys: [address], isRecipient: true };
  });
  const people = [
    ...team,
    ...found.map(({ name, numbers, emails }) => ({
      name,
      keys: [...numbers.map(({ number }) => number), ...emails],
    })),
  ];
  const companies = [
    ...firms.map(({ name, primaryEmail, primaryPhone }) => ({ name, keys: [primaryEmail, primaryPhone] })),
    ...found.flatMap(({ company }) => (company === null ? [] : [{ name: company, keys: [] }])),
  ].map((firm) => ({ ...firm, isCompany: true }));
  return [...recipients, ...peopleNamed(people, said), ...peopleNamed(companies, said)];
}

/**
 * People named in full or by a key, then those of whom single words are mentioned. People who only share a
 * first name are not told apart.
 */
function peopleNamed(people: readonly KnownPerson[], said: ReadonlySet<string>): KnownPerson[] {
  const whole = people.filter((person) => isWhole(person, said));
  const others = people.filter((person) => !isWhole(person, said));
  const words = others.flatMap(({ name, isCompany = false }) =>
    plainWords(name)
      .filter((word) => said.has(word))
      .map((word) => ({ name: word, keys: [], isCompany })),
  );
  const once = new Map(words.map((word) => [word.name, word]));
  const keyed = others.filter(({ keys }) => keys.some((key) => isSaid(key, said)));
  return [...whole, ...keyed, ...once.values()];
}

/** Whether the full name is mentioned. */
function isWhole({ name }: { readonly name: string }, said: ReadonlySet<string>): boolean {
  return plainWords(name).every((word) => said.has(word));
}

/** Whether all parts of an address are mentioned. */
function isSaid(key: string, said: ReadonlySet<string>): boolean {
  return key.includes("@") && plainWords(key).every((word) => said.has(word));
}

/** Rows that the word index finds for the texts. */
function foundBy(
  db: TenantDb,
  id: SQL | typeof contacts.id | typeof accounts.id,
  of: "contact" | "account",
  texts: readonly string[],
): SQL {
  const words = JSON.stringify(wordsToLookUp(texts));
  const table = sql.raw(`"${of}_words"`);
  const row = sql.raw(`"${of}_id"`);
  const held = sql`select rowid from ${table} where tenant_id = ${db.tenantId} and word = asked.value limit ${A_WORD}`;
  return sql`${id} in (select held.${row} from json_each(${words}) asked cross join ${table} held on held.rowid in (${held}))`;
}

/** Capitalized words first: they are more often names. */
function wordsToLookUp(texts: readonly string[]): string[] {
  const spoken = texts.flatMap((text) => text.match(/[\p{L}\p{M}'’]{2,}/gu) ?? []);
  const isLow = (word: string): number => Number(!/^\P{Ll}/u.test(word));
  const words = spoken.toSorted((left, right) => isLow(left) - isLow(right)).flatMap(plainWords);
  const plain = [...new Set(words)].filter((word) => word.length > 1 && !isCommon(word));
  return [...new Set([...plain.slice(0, MOST_WORDS), ...uncasedParts(texts)])];
}

/** In scripts without spaces between words, any few characters may be a name. */
function uncasedParts(texts: readonly string[]): string[] {
  const runs = texts.flatMap(
    (text) => text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2,}/gu) ?? [],
  );
  const parts = runs.flatMap((run) => {
    const characters = Array.from(run);
    return characters.flatMap((_, at) =>
      [2, 3, 4].flatMap((length) =>
        at + length <= characters.length ? [characters.slice(at, at + length).join("")] : [],
      ),
    );
  });
  return [...new Set(parts.flatMap(plainWords))].slice(0, MOST_PARTS);
}
