import type { Contact } from "../connections/index.ts";
import * as z from "zod";
import type { Performed } from "../approvals/ports.ts";
import { listContacts } from "../integrations/quo/read.ts";
import { createContact } from "../integrations/quo/write.ts";
import { formatNumber } from "../kernel/phone.ts";
import { defineAction, e164Schema, notFound, sinceClaim, unlessUnanswered } from "./action.ts";

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

/** Creates a contact. Undone by deleting it. */
export const contactCreate = defineAction({
  kind: "contact.create",
  vendor: "quo",
  document: documentSchema,
  recovery: "look_up",
  async perform(document, account, idempotencyKey) {
    const { connectionId: _, ...fields } = document;
    const { id } = await createContact(account, { ...fields, externalId: idempotencyKey });
    return created(document, id);
  },
  /**
   * The same number and name, made since the claim where the provider says when: the oldest nobody else has
   * been proven by.
   */
  async lookUp(document, account, options) {
    return unlessUnanswered(async () => {
      const sinceMs = Date.parse(sinceClaim(options));
      const contacts = await listContacts(account, { fresh: true });
      const [contact] = contacts
        .filter(
          (candidate) => isSame(candidate, document) && !options.takenProviderIds.includes(candidate.id),
        )
        .filter(({ createdAt }) => createdAt === null || Date.parse(createdAt) >= sinceMs)
        .toSorted((left, right) => (left.createdAt ?? "").localeCompare(right.createdAt ?? ""));
      return contact === undefined
        ? notFound(options)
        : { kind: "found", performed: created(document, contact.id) };
    });
  },
  compensate(document, providerId) {
    if (providerId === null) return null;
    const name = nameOf(document);
    return {
      label: "Delete the contact again",
      effect: {
        kind: "contact.delete",
        title: `Delete contact ${name}`,
        document: {
          connectionId: document.connectionId,
          contactId: providerId,
          name,
          number: document.number,
        },
      },
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

function created(document: Document, providerId: string): Performed {
  return {
    providerId,
    summary: `Contact created: ${nameOf(document)} (${formatNumber(document.number)})`,
    link: null,
  };
}
