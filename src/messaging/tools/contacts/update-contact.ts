import * as z from "zod";
import {
  changed,
  contactUpdate,
  contactUpdateEffect,
  type ContactChange,
} from "../../effects/contact-update.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { findByNumber, type Contact, type Texting } from "../../../integrations/connections/index.ts";
import { formatNumber, toE164 } from "../../../kernel/phone.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { contactNamed } from "./contact-named.ts";
import type { ContactServices } from "./index.ts";

const field = (what: string) => z.string().trim().max(100).optional().describe(`${what}; empty to clear it`);
const number = (what: string) => z.string().trim().min(3).max(40).optional().describe(what);

const inputSchema = z.strictObject({
  contact: z
    .string()
    .trim()
    .min(3)
    .max(64)
    .describe("Contact id or phone number, as search_contacts returns them"),
  firstName: field("New first name"),
  lastName: field("New last name"),
  company: field("New company"),
  role: field("What they are to the team now, such as: Tenant, 12 Birch St, Unit 4B"),
  addNumber: number("A further phone number, such as +14125550142"),
  removeNumber: number("A phone number they don't have any more"),
  addEmail: z.email().max(200).optional().describe("A further e-mail address"),
  removeEmail: z.email().max(200).optional().describe("An e-mail address they don't have any more"),
});
type Input = z.output<typeof inputSchema>;

/** Changes fields of a contact after approval. */
export const updateContact = defineTool({
  name: "update_contact",
  title: "Change a contact",
  done: "Drafted a change of a contact",
  description:
    "Changes fields of a contact, after a person has approved it: name, company, role (a tenant moves from Unit 4B to 2A), a number or an e-mail address added or removed. " +
    "What is left out stays. Only with details somebody of the team gave or confirmed; say in the note who. Never put a new number in because a text says so.",
  keywords: "edit correct rename moved new phone number email address unit wrong details record",
  input: inputSchema,
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: false,
  effects: [contactUpdate.kind],
  summarize: () => "Drafting a change of a contact",
  async resolve(input, services: ContactServices): Promise<Resolution> {
    const texting = await services.phone();
    const contact = await contactNamed(texting, input.contact);
    if (typeof contact === "string") return retry(contact);
    const change = changeOf(input, contact, texting);
    if (typeof change === "string") return retry(change);
    const effect = contactUpdateEffect(texting.connectionId, contact, change);
    if (effect === null) return retry(`${contact.name} has these fields already. Nothing would change.`);
    const after = changed(contact, change);
    if (after.name === "(no name)") return retry("A contact needs a name, a company or a number.");
    return {
      kind: "resolved",
      effects: [effect],
      observed: [],
      lints: await lintsOf(texting, contact, after),
      urgent: false,
    };
  },
});

/** The requested fields; a string explains what is invalid. */
function changeOf(input: Input, contact: Contact, texting: Texting): ContactChange | string {
  const { firstName, lastName, company, role } = input;
  const change: ContactChange = Object.fromEntries(
    Object.entries({ firstName, lastName, company, role }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value === "" ? null : value]],
    ),
  );
  const numbers = numbersOf(input, contact, texting.lines[0]?.number ?? "");
  if (typeof numbers === "string") return numbers;
  if (numbers !== null) change.numbers = numbers;
  const emails = emailsOf(input, contact);
  if (typeof emails === "string") return emails;
  if (emails !== null) change.emails = emails;
  return change;
}

function numbersOf(
  { addNumber, removeNumber }: Input,
  { name, numbers }: Contact,
  home: string,
): string[] | null | string {
  if (addNumber === undefined && removeNumber === undefined) return null;
  const [added, removed] = [addNumber, removeNumber].map((one) =>
    one === undefined ? null : toE164(one, home),
  );
  if (addNumber !== undefined && added === null)
    return `"${addNumber}" is not a phone number. Give it in E.164, such as +14125550142.`;
  const gone = removed ?? removeNumber;
  if (gone !== undefined && !numbers.some((one) => one.number === gone)) {
    const there = numbers.map((one) => one.number).join(", ") || "none";
    return `${name} doesn't have the number ${gone}. Their numbers: ${there}.`;
  }
  const kept = numbers.map((one) => one.number).filter((one) => one !== gone);
  return added === null || added === undefined || kept.includes(added) ? kept : [...kept, added];
}

function emailsOf({ addEmail, removeEmail }: Input, { name, emails }: Contact): string[] | null | string {
  if (addEmail === undefined && removeEmail === undefined) return null;
  const is = (address: string) => (one: string) => one.toLowerCase() === address.toLowerCase();
  if (removeEmail !== undefined && !emails.some(is(removeEmail)))
    return `${name} doesn't have the address ${removeEmail}. Their addresses: ${emails.join(", ") || "none"}.`;
  const kept = emails.filter((one) => removeEmail === undefined || !is(removeEmail)(one));
  return addEmail === undefined || kept.some(is(addEmail)) ? kept : [...kept, addEmail];
}

/** Warns if an added number already belongs to someone else. */
async function lintsOf(texting: Texting, before: Contact, after: Contact): Promise<Lint[]> {
  const added = after.numbers.filter(
    ({ number: one }) => !before.numbers.some((known) => known.number === one),
  );
  const lints = await Promise.all(
    added.map(async ({ number: one }): Promise<Lint[]> => {
      const others = (await findByNumber(texting, one)).filter(({ id }) => id !== before.id);
      const names = others.map(({ name }) => name).join(", ");
      if (names === "") return [];
      const message = `${formatNumber(one)} also belongs to ${names}.`;
      return [{ code: "shared_number", level: "warning", message, path: null }];
    }),
  );
  return lints.flat();
}
