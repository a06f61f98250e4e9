/**
 * Resolves the person a tool is asked about, from our copy of the contacts: by contact ID, number, e-mail
 * address or name.
 */
import { findPerson, listContacts } from "../../contacts/index.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import { toE164 } from "../../../kernel/phone.ts";

const MAX_NAMED = 6;

type Found = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** The person meant; a string explains why they are unknown, and how to proceed. */
export async function personAsked(db: TenantDb, asked: string): Promise<Found | string> {
  const number = /\d{5}/.test(asked.replace(/[\s().-]/g, "")) ? toE164(asked, "+1") : null;
  const found = await findPerson(db, number ?? asked);
  if (found !== null) return found;
  const { items } = await listContacts(db, { q: asked, limit: MAX_NAMED });
  const exact = items.filter(({ name }) => name.toLowerCase() === asked.toLowerCase());
  const [best, ...others] = exact.length > 0 ? exact : items;
  if (best === undefined)
    return `No one in the contacts fits "${asked}". search_contacts forgives typos; a number or an e-mail address works too.`;
  if (others.length > 0) {
    const named = [best, ...others].map(({ id, name, role }) => [name, role, id].filter(Boolean).join(", "));
    return `Several people fit "${asked}". Call again with the id of the one who is meant, or ask: ${named.join("; ")}.`;
  }
  const person = await findPerson(db, best.id);
  return person ?? `${best.name} has just been removed from the contacts.`;
}

export function numbersOf({ keys }: Found): string[] {
  return keys.filter((key) => !key.includes("@"));
}

/** The number a text is asked by: its own, or that of the one person of a name; a string explains what is wrong. */
export async function numberAsked(
  db: TenantDb,
  asked: string,
  home = "+1",
): Promise<{ readonly e164: string } | string> {
  const e164 = toE164(asked, home);
  if (e164 !== null) return { e164 };
  const person = await personAsked(db, asked);
  if (typeof person === "string")
    return `"${asked}" is not a phone number. Give it in E.164, such as +14125550142. ${person}`;
  const [number, ...others] = numbersOf(person);
  if (number === undefined) return `No number of "${asked}" is on record.`;
  return others.length === 0
    ? { e164: number }
    : `"${asked}" has several numbers: ${[number, ...others].join(", ")}. Call again with one, or contact_history for all.`;
}
