import type { Contact } from "../../../integrations/connections/index.ts";
import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { ContactServices } from "./index.ts";
import { NAMES_SAY } from "../../../agent/conversations/index.ts";
import { readsLikeName } from "../../../agent/tools/name-like.ts";
import { rankContacts, wordsOfQuery } from "./rank-contacts.ts";

const MOST = 25;

export const searchContacts = defineTool({
  name: "search_contacts",
  title: "Look someone up",
  done: "Looked up a contact",
  description:
    "Finds people and firms in the contacts by any part of name, company, role, building, unit, e-mail or number, best match first. Small typos are " +
    "forgiven; a unit or house number matches exactly or nobody does. `internal` marks the team's own people, `sharedWith` others with the same number.",
  input: z.strictObject({
    query: z.string().trim().min(1).max(200).describe("What is known, such as name and unit"),
    limit: z.int().min(1).max(MOST).optional().describe("10 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  brings: "records",
  summarize: ({ query }) => `Looking up ${query}`,
  looksAt: ({ query }) => ({ things: "Contacts", asked: query, askedIs: "words", people: true }),
  async run({ query, limit = 10 }, { contacts }: ContactServices) {
    const asked = wordsOfQuery(query);
    let matches = rankContacts(await contacts.like(asked), query);
    if (matches.length === 0) matches = rankContacts(await contacts.like(asked, { isSure: true }), query);
    const shown = matches.slice(0, limit);
    const owners = await contacts.owners(shown.flatMap(({ numbers }) => numbers.map(({ number }) => number)));
    const found = matches.length === 0 ? `Nobody matches "${query}".` : null;
    const named = [
      ...shown,
      ...shown.flatMap(({ numbers }) => numbers.flatMap(({ number }) => owners(number))),
    ];
    return {
      kind: "list",
      beside: { found, caution: named.every(isNamed) ? null : NAMES_SAY },
      items: shown.map((contact) => contactForModel(contact, owners)),
      total: matches.length,
      keep: "first",
    };
  },
});

/** Whether the words of a card name things, and say nothing. */
function isNamed({ name, company, role, numbers, emails }: Contact): boolean {
  return [name, company ?? "", role ?? "", ...numbers.map(({ label }) => label), ...emails].every(
    readsLikeName,
  );
}

/** A contact without empty fields; its ID is what send_message takes. */
function contactForModel(contact: Contact, owners: (number: string) => readonly Contact[]): Json {
  const { id, name, company, role, numbers, emails, internal } = contact;
  const others = numbers.flatMap(({ number }) => owners(number)).filter((owner) => owner.id !== id);
  return {
    id,
    name,
    company,
    role,
    numbers: numbers.map(({ label, number }) => ({ label, number })),
    ...(others.length === 0 ? {} : { sharedWith: [...new Set(others.map((other) => other.name))] }),
    ...(emails.length === 0 ? {} : { emails }),
    ...(internal ? { internal } : {}),
  };
}
