/** Changed fields of a contact in the phone system. Undone by putting the old ones back; not performed where somebody changed them meanwhile. */
import * as z from "zod";
import type { Contact } from "../connections/index.ts";
import { findPerson, saveContacts } from "../contacts/index.ts";
import { findContact } from "../integrations/quo/read.ts";
import { updateContact } from "../integrations/quo/write.ts";
import type { EffectBytes } from "../approvals/ports.ts";
import { defineEffect, definePrecondition, notFound, unlessUnanswered } from "./define-effect.ts";

const textSchema = z.string().max(200).nullable().optional();

/** The fields that are about to change, and only those. */
const fieldsSchema = z.strictObject({
  firstName: textSchema,
  lastName: textSchema,
  company: textSchema,
  role: textSchema,
  /** All numbers the contact has; E.164 where they could be read. */
  numbers: z.array(z.strictObject({ label: z.string(), number: z.string().min(1) })).optional(),
  emails: z.array(z.string().min(1)).optional(),
});
export type ContactChange = z.output<typeof fieldsSchema>;

const documentSchema = z.strictObject({
  connectionId: z.string(),
  contactId: z.string().min(1),
  /** As it is before. */
  name: z.string(),
  set: fieldsSchema,
  was: fieldsSchema,
});
type Document = z.output<typeof documentSchema>;

/** The fields that are about to change still are what the card says they are. */
const contactUnchanged = definePrecondition({
  kind: "contact_unchanged",
  observed: z.object({ connectionId: z.string(), contactId: z.string(), was: fieldsSchema }),
  about: ({ contactId }) => contactId,
  of: ({ connectionId, contactId, was }: Document) => ({ connectionId, contactId, was }),
  async check({ connectionId, contactId, was }, world) {
    const contact = await findContact(await world.account("quo", connectionId), contactId);
    if (contact === null) return { holds: false, reason: "The contact is gone." };
    if (!has(contact, was))
      return { holds: false, reason: "The contact was changed since this was drafted." };
    return { holds: true };
  },
});

export const contactUpdate = defineEffect({
  kind: "contact.update",
  vendor: "quo",
  document: documentSchema,
  words: {
    name: "Changed contact",
    plural: "changed contacts",
    verb: "change",
    done: "Changed",
    message: null,
    irreversible: null,
  },
  says: ({ name }) => ({
    title: `Change contact ${name}`,
    target: name,
    ask: `Change the contact ${name}?`,
    sent: `Contact changed: ${name}`,
  }),
  layout: [
    { path: "/name", label: "Contact", role: "recipient" },
    ...layoutOf("set", ""),
    ...layoutOf("was", " before"),
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/contactId", label: "Contact", role: "id" },
  ],
  audience: () => "no_one",
  preconditions: [contactUnchanged],
  recovery: "look_up",
  async perform({ contactId, set }, account) {
    await updateContact(account, contactId, set);
    return { providerId: contactId };
  },
  async lookUp({ contactId, set, was }, account, options) {
    return unlessUnanswered(async () => {
      const contact = await findContact(account, contactId);
      if (contact === null) return { kind: "unknown" };
      if (has(contact, set)) return { kind: "found", done: { providerId: contactId } };
      return has(contact, was) ? notFound(options) : { kind: "unknown" };
    });
  },
  /** Stands in our copy at once, as it will be read from there. */
  async performed({ contactId, set }, _done, { db, clock }) {
    const contact = (await findPerson(db, contactId))?.contact ?? null;
    if (contact === null) return;
    await saveContacts(db, contact.connectionId, [changed(contact, set)], clock.now());
  },
  compensate({ connectionId, contactId, name, set, was }): { label: string; effect: EffectBytes } {
    return {
      label: "Put the old fields back",
      effect: contactUpdate.of({ connectionId, contactId, name, set: was, was: set }),
    };
  },
});

/** The effect that gives a contact other fields; null where it has them already. */
export function contactUpdateEffect(
  connectionId: string,
  contact: Contact,
  wanted: ContactChange,
): EffectBytes | null {
  const set: Record<string, unknown> = {};
  const was: Record<string, unknown> = {};
  for (const field of Object.keys(wanted) as (keyof ContactChange)[]) {
    if (wanted[field] === undefined || has(contact, { [field]: wanted[field] })) continue;
    set[field] = wanted[field];
    was[field] = contact[field];
  }
  if (Object.keys(set).length === 0) return null;
  return contactUpdate.of({ connectionId, contactId: contact.id, name: contact.name, set, was });
}

/** A contact with changed fields, and the name that follows from them. */
export function changed<Known extends Contact>(contact: Known, set: ContactChange): Known {
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
  const whole: Known = { ...contact, ...given };
  const person = [whole.firstName, whole.lastName].filter((part) => (part ?? "").trim() !== "").join(" ");
  return { ...whole, name: person || (whole.company ?? whole.numbers[0]?.number ?? "(no name)") };
}

/** Whether a contact's fields are these. An empty text and none are the same, and the order of numbers and addresses says nothing. */
function has(contact: Contact, fields: ContactChange): boolean {
  const { numbers, emails, ...texts } = fields;
  const plain = Object.entries(texts) as [keyof typeof texts, string | null][];
  return (
    plain.every(([field, value]) => (contact[field] ?? "") === (value ?? "")) &&
    (numbers === undefined ||
      isSameList(
        contact.numbers.map(({ number }) => number),
        numbers.map(({ number }) => number),
      )) &&
    (emails === undefined || isSameList(contact.emails, emails))
  );
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted());
}

function layoutOf(part: "set" | "was", suffix: string) {
  const line = (path: string, label: string, more: object = {}) => ({
    path: `/${part}/${path}`,
    label: `${label}${suffix}`,
    role: "detail" as const,
    ...more,
  });
  return [
    line("firstName", "First name"),
    line("lastName", "Last name"),
    line("company", "Company"),
    line("role", "Role"),
    line("numbers/*", "Numbers"),
    line("numbers/*/number", "Number", { format: "phone" }),
    line("numbers/*/label", "Number", { implied: true }),
    line("emails/*", "E-mail"),
  ];
}
