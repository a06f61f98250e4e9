/** Creates a contact in the phone system. Undone by deleting it. */
import type { Contact } from "../../integrations/connections/index.ts";
import * as z from "zod";
import { saveContacts } from "../contacts/index.ts";
import { contactPages } from "../../integrations/quo/read.ts";
import { createContact } from "../../integrations/quo/write.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { contactDelete } from "./contact-delete.ts";
import {
  defineEffect,
  e164Schema,
  notFound,
  sinceClaim,
  unlessUnanswered,
} from "../../approvals/effects/define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  firstName: z.string().min(1),
  lastName: z.string().nullable(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  number: e164Schema,
  email: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

export const contactCreate = defineEffect({
  kind: "contact.create",
  vendor: "quo",
  document: documentSchema,
  words: { name: "New contact", plural: "new contacts", verb: "create", done: "Created" },
  says(document) {
    const name = nameOf(document);
    const number = formatNumber(document.number);
    return {
      title: `New contact ${name}`,
      target: `${name}, ${number}`,
      ask: `Add ${name} to the contacts?`,
      sent: `Contact created: ${name} (${number})`,
    };
  },
  layout: [
    { path: "/firstName", label: "Contact", role: "recipient" },
    { path: "/lastName", label: "Contact", role: "recipient" },
    { path: "/number", label: "Number", role: "detail", format: "phone" },
    { path: "/role", label: "Role", role: "detail" },
    { path: "/company", label: "Company", role: "detail" },
    { path: "/email", label: "E-mail", role: "detail" },
    { path: "/connectionId", label: "Connection", role: "id" },
  ],
  audience: () => "no_one",
  makesContact: true,
  recovery: "look_up",
  async perform(document, account, idempotencyKey) {
    const { connectionId: _, ...fields } = document;
    const { id } = await createContact(account, { ...fields, externalId: idempotencyKey });
    return { providerId: id };
  },
  /**
   * Matches a contact with the same number and name, created since the claim if the provider reports times:
   * the oldest one not yet matched to another effect.
   */
  async lookUp(document, account, options) {
    return unlessUnanswered(async () => {
      const sinceMs = Date.parse(sinceClaim(options));
      const found: Contact[] = [];
      for await (const page of contactPages(account))
        found.push(
          ...page.filter((one) => isSame(one, document) && !options.takenProviderIds.includes(one.id)),
        );
      const [contact] = found
        .filter(({ createdAt }) => createdAt === null || Date.parse(createdAt) >= sinceMs)
        .toSorted((left, right) => (left.createdAt ?? "").localeCompare(right.createdAt ?? ""));
      return contact === undefined ? notFound(options) : { kind: "found", done: { providerId: contact.id } };
    });
  },
  /** Update our copy immediately, because contacts are read from there. */
  async performed(document, { providerId }, { db, clock }) {
    if (providerId === null) return;
    const { connectionId, firstName, lastName, company, role, number, email } = document;
    const contact: Contact = {
      id: providerId,
      firstName,
      lastName,
      name: nameOf(document),
      company,
      role,
      numbers: [{ label: "Mobile", number }],
      emails: email === null ? [] : [email],
      internal: false,
      createdAt: null,
    };
    await saveContacts(db, connectionId, [contact], clock.now());
  },
  compensate(document, providerId) {
    if (providerId === null) return null;
    const { connectionId, number } = document;
    return {
      label: "Delete the contact again",
      effect: contactDelete.of({ connectionId, contactId: providerId, name: nameOf(document), number }),
    };
  },
});

function nameOf({ firstName, lastName }: Document): string {
  return lastName === null ? firstName : `${firstName} ${lastName}`;
}

function isSame(contact: Contact, document: Document): boolean {
  return (
    contact.numbers.some(({ number }) => number === document.number) &&
    contact.firstName === document.firstName &&
    (contact.lastName || null) === document.lastName
  );
}
