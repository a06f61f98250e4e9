/** The team's own contacts: imported, changed by hand, and deleted. */
import { eq } from "drizzle-orm";
import { contacts, OWN, type OwnContact } from "../tables/contacts.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { erasedAmong } from "../../platform/erased/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { toE164 } from "../../kernel/phone.ts";
import { sortNameOf } from "../../kernel/plain-words.ts";
import { shownName, type ContactRecord, type ContactResult } from "../api/contact-import.ts";
import { ownersOf } from "./find.ts";
import {
  addOwn,
  isSamePerson,
  keysOf,
  ownRow,
  removeContacts,
  writeContacts,
  type ContactRow,
  type NewRow,
} from "./store.ts";

interface OwnDeps {
  readonly db: TenantDb;
  readonly nowMs: number;
  readonly newId: () => string;
  /** The team's line, whose country code completes local numbers. */
  readonly home: string;
}

/** What is done with contacts that are known. */
export type IfKnown = "check" | "merge" | "skip";

/** Imports lines in order. A repeat changes nothing. */
export async function importContacts(
  deps: OwnDeps,
  known: IfKnown,
  lines: readonly { readonly line: number; readonly record: ContactRecord }[],
): Promise<ContactResult[]> {
  const results: ContactResult[] = [];
  for (const { line, record } of lines) results.push({ line, ...(await take(deps, known, record)) });
  return results;
}

async function take(
  { db, nowMs, newId, home }: OwnDeps,
  known: IfKnown,
  record: ContactRecord,
): Promise<Omit<ContactResult, "line">> {
  const { own, unread } = ownOf(record, home);
  const row = ownRow(newId(), own, nowMs);
  const keys = keysOf(row);
  if ((await erasedAmong(db, keys)).size > 0)
    return {
      outcome: "refused",
      contact: null,
      message: "This person was erased for good. Add them by hand if they came back.",
    };
  const before = await findKnown(db, row, keys);
  const kept = unread.map((one) => `“${one}” can’t be read; it’s in the notes.`);
  if (before === null) {
    if (known !== "check") await writeContacts(db, [row], nowMs);
    const contact = known === "check" ? null : { id: row.id, name: row.name };
    return { outcome: "new", contact, message: kept.join(" ") };
  }
  const contact = { id: before.id, name: before.name };
  if (known === "skip") return { outcome: "known", contact, message: "" };
  const whole = addOwn(before, own);
  if (known === "merge") await writeContacts(db, [whole], nowMs);
  const message = [...kept, ...differences(whole, record)].join(" ");
  return { outcome: known === "merge" ? "merged" : "known", contact, message };
}

/** What a merge leaves out, because the contact says something else. */
function differences(
  { name, company, role }: Pick<ContactRow, "name" | "company" | "role">,
  record: ContactRecord,
): string[] {
  return Object.entries({ name, company, role }).flatMap(([field, has]) => {
    const given = record[field as "name" | "company" | "role"];
    return given === "" || sortNameOf(has ?? "").includes(sortNameOf(given))
      ? []
      : [`The ${field} stays “${has ?? ""}”, not “${given}”.`];
  });
}

/** The contact with a number or address of this one that can be the same person; without any, one with the name alone. */
async function findKnown(db: TenantDb, row: NewRow, keys: readonly string[]): Promise<ContactRow | null> {
  if (keys.length > 0) {
    const owners = [...new Set([...(await ownersOf(db, keys)).values()].flat())];
    return owners.find((one) => isSamePerson(one, row)) ?? null;
  }
  const named = await db.rows(contacts, eq(contacts.sortName, row.sortName)).limit(10);
  return named.find((one) => one.company === row.company || row.company === null) ?? null;
}

/** A record with its numbers parsed; what isn't a number or an address goes to the notes. */
function ownOf(record: ContactRecord, home: string): { own: OwnContact; unread: string[] } {
  const isAddress = (one: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(one);
  const numbers = record.phones.map((one) => toE164(one, home));
  const emails = record.emails.filter(isAddress);
  const read = [...new Set(numbers.flatMap((one) => one ?? []))];
  const unread = [
    ...record.phones.filter((_, index) => numbers[index] === null),
    ...record.emails.filter((one) => !isAddress(one)),
  ];
  return {
    unread,
    own: {
      name: record.name || record.company || emails[0] || read[0] || shownName(record),
      company: record.company || null,
      role: record.role || null,
      numbers: read,
      emails,
      notes: [record.notes, ...unread].filter(Boolean).join("\n"),
    },
  };
}

/** Creates or changes a contact of the team's own. Throws `conflict` for one of the phone system. */
export async function saveOwnContact(
  { db, nowMs, home }: OwnDeps,
  id: string,
  record: ContactRecord,
): Promise<void> {
  const { own, unread } = ownOf(record, home);
  if (own.name === "" || unread.length > 0)
    throw new AppError(
      "invalid_request",
      unread.length > 0 ? `“${unread[0] ?? ""}” can’t be read.` : "A contact needs a name.",
    );
  const before = await db.find(contacts, eq(contacts.id, id));
  if (before === null && !/^[0-9a-f-]{36}$/.test(id))
    throw new AppError("not_found", "That contact doesn’t exist.");
  if (before !== null && before.connectionId !== OWN)
    throw new AppError("conflict", "This contact is in your phone system. Change it there.");
  await writeContacts(db, [ownRow(id, own, nowMs)], nowMs);
}

/** Throws `not_found`, `conflict` for a contact of the phone system. */
export async function removeOwnContact(db: TenantDb, id: string, nowMs: number): Promise<void> {
  const row = await db.find(contacts, eq(contacts.id, id));
  if (row === null) throw new AppError("not_found", "That contact doesn’t exist.");
  if (row.connectionId !== OWN)
    throw new AppError("conflict", "This contact is in your phone system. Delete it there.");
  await removeContacts(db, [id], nowMs);
}
