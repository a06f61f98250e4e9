/** Deletes a contact as shown on the approval card. Deleting a missing contact succeeds. */
import * as z from "zod";
import { removeContacts } from "../contacts/index.ts";
import { findContact } from "../../integrations/quo/read.ts";
import { deleteContact } from "../../integrations/quo/write.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import {
  defineEffect,
  definePrecondition,
  e164Schema,
  unlessUnanswered,
} from "../../approvals/effects/define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  contactId: z.string().min(1),
  name: z.string(),
  /** One of its numbers; null if it has none. */
  number: e164Schema.nullable(),
});
type Document = z.output<typeof documentSchema>;

/** The contact still matches the card; a missing contact passes. */
const contactAsShown = definePrecondition({
  kind: "contact_as_shown",
  observed: z.object({
    connectionId: z.string(),
    contactId: z.string(),
    name: z.string(),
    number: z.string().nullable(),
  }),
  about: ({ contactId }) => contactId,
  of: (document: Document) => document,
  async check({ connectionId, contactId, name, number }, world) {
    const contact = await findContact(await world.account("quo", connectionId), contactId);
    if (contact === null) return { holds: true };
    const isSame =
      contact.name === name && (number === null || contact.numbers.some((one) => one.number === number));
    return isSame
      ? { holds: true }
      : {
          holds: false,
          reason: `The contact was changed since this was drafted: it is now ${contact.name}.`,
        };
  },
});

export const contactDelete = defineEffect({
  kind: "contact.delete",
  vendor: "quo",
  document: documentSchema,
  words: {
    name: "Contact deletion",
    plural: "contact deletions",
    verb: "delete",
    done: "Deleted",
    irreversible: "A deleted contact can't be restored here.",
  },
  says: ({ name, number }) => ({
    title: `Delete contact ${name}`,
    target: number === null ? name : `${name}, ${formatNumber(number)}`,
    ask: `Delete the contact ${name}?`,
    sent: `Contact deleted: ${name}`,
  }),
  layout: [
    { path: "/name", label: "Contact", role: "recipient" },
    { path: "/number", label: "Number", role: "detail", format: "phone" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/contactId", label: "Contact", role: "id" },
  ],
  audience: () => "no_one",
  preconditions: [contactAsShown],
  recovery: "look_up",
  async perform({ contactId }, account) {
    try {
      await deleteContact(account, contactId);
    } catch (error) {
      if (!(error instanceof IntegrationError && error.status === 404)) throw error;
    }
    // Deletion is idempotent, so the ID proves no single deletion.
    return { providerId: null };
  },
  async performed({ contactId }, _done, { db, clock }) {
    await removeContacts(db, [contactId], clock.now());
  },
  async lookUp({ contactId }, account) {
    return unlessUnanswered(async () => {
      const contact = await findContact(account, contactId);
      return contact === null ? { kind: "found", done: { providerId: null } } : { kind: "absent" };
    });
  },
});
