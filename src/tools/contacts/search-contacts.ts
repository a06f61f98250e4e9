import type { Contact } from "../../connections/index.ts";
import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import { defineTool } from "../define-tool.ts";
import type { ContactServices } from "./index.ts";
import { rankContacts } from "./rank-contacts.ts";

const MOST = 25;

/** Looks people up in the company's contacts. */
export const searchContacts = defineTool({
  name: "search_contacts",
  title: "Look somebody up",
  done: "Looked up a contact",
  description:
    "Finds people and firms in the company's contacts by any part of name, company, role, building, unit, e-mail or phone number. " +
    "Small typos are forgiven. Best match first. `internal` marks the team's own people. Always look a person up before texting them; " +
    "if several could be meant, ask which one.",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("What is known: a name, a unit, a number or several of them"),
    limit: z.int().min(1).max(MOST).optional().describe("Most contacts to return; 10 if left out"),
  }),
  effect: "read",
  egress: "provider",
  summarize: ({ query }) => `Looking up ${query}`,
  looksAt: ({ query }) => ({ things: "Contacts", asked: query, askedIs: "words", people: true }),
  async run({ query, limit = 10 }, { texting }: ContactServices) {
    let matches = rankContacts(await texting.contacts(), query);
    if (matches.length === 0) matches = rankContacts(await texting.contacts({ fresh: true }), query);
    return {
      kind: "list",
      items: matches.slice(0, limit).map(contactForModel),
      total: matches.length,
      keep: "first",
    };
  },
});

function contactForModel(contact: Contact): Json {
  const { id, name, company, role, numbers, emails, internal } = contact;
  return {
    id,
    name,
    company,
    role,
    numbers: numbers.map(({ label, number }) => ({ label, number })),
    emails,
    internal,
  };
}
