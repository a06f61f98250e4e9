import { contactCreate } from "../../effects/contact-create.ts";
import { findByNumber } from "../../../integrations/connections/index.ts";
import * as z from "zod";
import { formatNumber, toE164 } from "../../../kernel/phone.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { contactCreateEffect } from "./contact-create-effect.ts";
import { contactFieldsSchema, fullName } from "./contact-fields.ts";
import type { ContactServices } from "./index.ts";

export const createContact = defineTool({
  name: "create_contact",
  title: "Create a contact",
  done: "Drafted a new contact",
  description:
    "Adds a person or firm to the company's contacts, after a person has approved it. Only with details somebody gave you; never guess. " +
    "To text an unknown number, call send_message with createContact instead, so that both are approved at once.",
  keywords: "save add new phone number person vendor resident client phone book",
  input: contactFieldsSchema.extend({
    number: z.string().trim().min(3).max(40).describe("Phone number in E.164, such as +14125550142"),
    email: z.email().max(200).optional().describe("E-mail address"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [contactCreate.kind],
  summarize: (input) => `Drafting a new contact, ${fullName(input)}`,
  async resolve({ number, email, ...fields }, services: ContactServices) {
    const texting = await services.phone();
    const e164 = toE164(number, services.home);
    if (e164 === null)
      return retry(`"${number}" is not a phone number. Give it in E.164, such as +14125550142.`);
    const [existing] = await findByNumber(texting, e164);
    if (existing !== undefined) {
      return retry(
        `${formatNumber(e164)} is already in the contacts, as ${existing.name}. Use that contact.`,
      );
    }
    return {
      kind: "resolved",
      effects: [contactCreateEffect(texting, fields, e164, email ?? null)],
      observed: [],
      lints: [],
      urgent: false,
    };
  },
});
