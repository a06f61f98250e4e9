/** Finds contacts and members named in a question. */
import { isNull, sql } from "drizzle-orm";
import { among, users, type TenantDb } from "../../platform/db/index.ts";
import { contacts, contactWords } from "../tables/contacts.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { NamedPerson } from "../../platform/api/search-items.ts";
import { namedIn } from "../../knowledge/search/index.ts";
import { keysOf } from "./store.ts";

/** Maximum words looked up, and maximum contacts examined. */
const MOST_WORDS = 24;
const MOST_CONTACTS = 300;
const MOST_MEMBERS = 200;
/** Shorter words occur in too many addresses. */
const LEAST_LETTERS = 3;

/** Looks words up in the index; never scans all contacts. */
export async function peopleIn(db: TenantDb, question: string): Promise<NamedPerson[]> {
  const words = [...new Set(plainWords(question.replaceAll(/[’']s(?!\p{L})/gu, "")))]
    .filter((word) => word.length >= LEAST_LETTERS)
    .slice(0, MOST_WORDS);
  const held = sql`select ${contactWords.contactId} from ${contactWords} where ${contactWords.tenantId} = ${db.tenantId} and ${among(contactWords.word, words)} limit ${MOST_CONTACTS}`;
  const [found, members] = await Promise.all([
    db.rows(contacts, sql`${contacts.id} in (${held})`),
    db.rows(users, isNull(users.removedAt)).limit(MOST_MEMBERS),
  ]);
  return namedIn(question, [
    ...found.map((row) => ({
      name: row.name,
      keys: keysOf(row),
      also: row.company === null ? [] : [row.company],
    })),
    ...members.map(({ name, email, phone }) => ({ name, keys: [email.toLowerCase(), phone ?? ""] })),
  ]);
}
