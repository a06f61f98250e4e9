import * as z from "zod";
import type { Performed } from "../approvals/ports.ts";
import { findContact } from "../integrations/quo/read.ts";
import { deleteContact } from "../integrations/quo/write.ts";
import { IntegrationError } from "../kernel/errors.ts";
import { defineAction, e164Schema, unlessUnanswered } from "./action.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  contactId: z.string().min(1),
  name: z.string(),
  number: e164Schema,
});

/** Deletes a contact we made; only ever the undoing of `contact.create`. Deleting what is gone is done. */
export const contactDelete = defineAction({
  kind: "contact.delete",
  vendor: "quo",
  document: documentSchema,
  recovery: "look_up",
  async perform({ contactId, name }, account) {
    try {
      await deleteContact(account, contactId);
    } catch (error) {
      if (!(error instanceof IntegrationError && error.status === 404)) throw error;
    }
    return deleted(contactId, name);
  },
  async lookUp({ contactId, name }, account) {
    return unlessUnanswered(async () => {
      const contact = await findContact(account, contactId);
      return contact === null ? { kind: "found", performed: deleted(contactId, name) } : { kind: "absent" };
    });
  },
  compensate: () => null,
});

function deleted(providerId: string, name: string): Performed {
  return { providerId, summary: `Contact deleted: ${name}`, link: null };
}
