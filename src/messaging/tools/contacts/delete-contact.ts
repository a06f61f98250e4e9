import * as z from "zod";
import { contactDelete } from "../../effects/contact-delete.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { isE164 } from "../../../kernel/e164.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { contactNamed } from "./contact-named.ts";
import type { ContactServices } from "./index.ts";

/** Deletes a contact after approval. */
export const deleteContact = defineTool({
  name: "delete_contact",
  title: "Delete a contact",
  done: "Drafted deleting a contact",
  description:
    "Deletes one contact, after a person has approved it; that can't be undone here. Only when a person of the team asks for it, such as a duplicate of Maria Lopez. " +
    "The texts and calls with their numbers stay on record.",
  keywords: "remove duplicate double wrong old contact record",
  input: z.strictObject({
    contact: z
      .string()
      .trim()
      .min(3)
      .max(64)
      .describe("Contact id or phone number, as search_contacts returns them"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: false,
  effects: [contactDelete.kind],
  summarize: () => "Drafting deleting a contact",
  async resolve({ contact: asked }, services: ContactServices): Promise<Resolution> {
    const texting = await services.phone();
    const contact = await contactNamed(texting, asked);
    if (typeof contact === "string") return retry(contact);
    const { connectionId } = texting;
    const number = contact.numbers.map((one) => one.number).find(isE164) ?? null;
    return {
      kind: "resolved",
      effects: [contactDelete.of({ connectionId, contactId: contact.id, name: contact.name, number })],
      observed: [],
      lints: contact.internal
        ? [
            {
              code: "own_people",
              level: "warning",
              message: `${contact.name} is one of the team's own people.`,
              path: "/name",
            },
          ]
        : [],
      urgent: false,
    };
  },
});
