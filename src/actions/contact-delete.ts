/** Deletes a contact we made; only ever what undoes its creation. Deleting what is gone is done. */
import * as z from "zod";
import { removeContacts } from "../contacts/index.ts";
import { findContact } from "../integrations/quo/read.ts";
import { deleteContact } from "../integrations/quo/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { formatNumber } from "../kernel/phone.ts";
import { defineEffect, e164Schema, unlessUnanswered } from "./define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  contactId: z.string().min(1),
  name: z.string(),
  number: e164Schema,
});

export const contactDelete = defineEffect({
  kind: "contact.delete",
  vendor: "quo",
  document: documentSchema,
  words: {
    name: "Deleted contact",
    plural: "deleted contacts",
    verb: "delete",
    done: "Deleted",
    message: null,
    irreversible: "A deleted contact can't be restored here.",
  },
  says: ({ name, number }) => ({
    title: `Delete contact ${name}`,
    target: `${name}, ${formatNumber(number)}`,
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
  recovery: "look_up",
  async perform({ contactId }, account) {
    try {
      await deleteContact(account, contactId);
    } catch (error) {
      if (!(error instanceof IntegrationError && error.status === 404)) throw error;
    }
    return { providerId: contactId };
  },
  async performed({ contactId }, _done, { db }) {
    await removeContacts(db, [contactId]);
  },
  async lookUp({ contactId }, account) {
    return unlessUnanswered(async () => {
      const contact = await findContact(account, contactId);
      return contact === null ? { kind: "found", done: { providerId: contactId } } : { kind: "absent" };
    });
  },
});
