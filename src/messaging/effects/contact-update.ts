/**
 * Changes fields of a contact in the phone system. Undone by restoring the old values; not performed if the
 * fields were changed in the meantime.
 */
import * as z from "zod";
import type { Contact } from "../../integrations/connections/index.ts";
import { findPerson, saveContacts } from "../contacts/index.ts";
import { findContact } from "../../integrations/quo/read.ts";
import { NEW_NUMBER, updateContact } from "../../integrations/quo/write.ts";
import type { EffectBytes } from "../../approvals/ports.ts";
import {
  defineEffect,
  definePrecondition,
  NOT_SET,
  unlessUnanswered,
} from "../../approvals/effects/define-effect.ts";
import { definedFields } from "../../kernel/defined-fields.ts";

const textSchema = z.string().max(200).nullable().optional();

/** Only the fields that change. */
const fieldsSchema = z.strictObject({
  firstName: textSchema,
  lastName: textSchema,
  company: textSchema,
  role: textSchema,
  /** All numbers of the contact, in E.164 if they could be parsed. */
  numbers: z.array(z.string().min(1)).optional(),
  emails: z.array(z.string().min(1)).optional(),
});
export type ContactChange = z.output<typeof fieldsSchema>;

const documentSchema = z.strictObject({
  connectionId: z.string(),
  contactId: z.string().min(1),
  /** The current name. */
  name: z.string(),
  set: fieldsSchema,
  was: fieldsSchema,
});
type Document = z.output<typeof documentSchema>;

/** The fields to change still have the values shown on the card. */
const contactUnchanged = definePrecondition({
  kind: "contact_unchanged",
  observed: z.object({ connectionId: z.string(), contactId: z.string(), was: fieldsSchema }),
  about: ({ contactId }) => contactId,
  of: ({ connectionId, contactId, was }: Document) => ({ connectionId, contactId, was }),
  async check({ connectionId, contactId, was }, world) {
    const contact = await findContact(await world.account("quo", connectionId), contactId);
    if (contact === null) return { holds: false, reason: "The contact no longer exists." };
    if (!has(contact, was))
      return { holds: false, reason: "The contact was changed since this was drafted." };
    return { holds: true };
  },
});

export const contactUpdate = defineEffect({
  kind: "contact.update",
  vendor: "quo",
  document: documentSchema,
  words: { name: "Contact change", plural: "contact changes", verb: "change", done: "Changed" },
  says: ({ name }) => ({
    title: `Change contact ${name}`,
    target: name,
    ask: `Change the contact ${name}?`,
    sent: `Contact changed: ${name}`,
  }),
  layout: [
    { path: "/name", label: "Contact", role: "recipient" },
    ...layoutOf("firstName", "First name"),
    ...layoutOf("lastName", "Last name"),
    ...layoutOf("company", "Company"),
    ...layoutOf("role", "Role"),
    ...layoutOf("numbers/*", "Numbers", { format: "phone" }),
    ...layoutOf("emails/*", "E-mails"),
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/contactId", label: "Contact", role: "id" },
  ],
  audience: () => "no_one",
  preconditions: [contactUnchanged],
  recovery: "look_up",
  async perform({ contactId, set }, account) {
    await updateContact(account, contactId, set);
    // A contact can be changed many times, so its ID proves no single change.
    return { providerId: null };
  },
  async lookUp({ contactId, set, was }, account) {
    return unlessUnanswered(async () => {
      const contact = await findContact(account, contactId);
      if (contact === null) return { kind: "unknown" };
      if (has(contact, set)) return { kind: "found", done: { providerId: null } };
      return has(contact, was) ? NOT_SET : { kind: "unknown" };
    });
  },
  /** Update our copy immediately, because contacts are read from there. */
  async performed({ contactId, set }, _done, { db, clock }) {
    const contact = (await findPerson(db, contactId))?.contact ?? null;
    if (contact === null) return;
    await saveContacts(db, contact.connectionId, [changed(contact, set)], clock.now());
  },
  compensate({ connectionId, contactId, name, set, was }): { label: string; effect: EffectBytes } {
    return {
      label: "Restore the previous values",
      effect: contactUpdate.of({ connectionId, contactId, name, set: was, was: set }),
    };
  },
});

/** Builds the effect; null if the contact already has these values. */
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
    was[field] = field === "numbers" ? contact.numbers.map(({ number }) => number) : contact[field];
  }
  if (Object.keys(set).length === 0) return null;
  return contactUpdate.of({ connectionId, contactId: contact.id, name: contact.name, set, was });
}

/** Applies the change, including the display name derived from it. */
export function changed<Known extends Contact>(contact: Known, { numbers, ...set }: ContactChange): Known {
  const labelOf = (number: string): string =>
    contact.numbers.find((one) => one.number === number)?.label ?? NEW_NUMBER;
  const whole: Known = {
    ...contact,
    ...definedFields(set),
    ...(numbers === undefined
      ? {}
      : { numbers: numbers.map((number) => ({ label: labelOf(number), number })) }),
  };
  const person = [whole.firstName, whole.lastName].filter((part) => (part ?? "").trim() !== "").join(" ");
  return { ...whole, name: person || (whole.company ?? whole.numbers[0]?.number ?? "(no name)") };
}

/**
 * Whether a contact has these field values. Empty and missing are equal, and the order of numbers and
 * addresses is ignored.
 */
function has(contact: Contact, fields: ContactChange): boolean {
  const { numbers, emails, ...texts } = fields;
  const plain = Object.entries(texts) as [keyof typeof texts, string | null][];
  return (
    plain.every(([field, value]) => (contact[field] ?? "") === (value ?? "")) &&
    (numbers === undefined ||
      isSameList(
        contact.numbers.map(({ number }) => number),
        numbers,
      )) &&
    (emails === undefined || isSameList(contact.emails, emails))
  );
}

function isSameList(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted());
}

/** A field's new value, with the current one below it. */
function layoutOf(field: string, label: string, more: { readonly format?: "phone" } = {}) {
  return [
    { path: `/set/${field}`, label: `New ${label.toLowerCase()}`, role: "detail" as const, ...more },
    { path: `/was/${field}`, label: `${label} until now`, role: "detail" as const, ...more },
  ];
}
