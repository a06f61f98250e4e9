/** Contacts that are looked up without a phone system: a list behind the port. */
import type { Contact, ContactBook } from "../../src/integrations/connections/index.ts";
import { contactPages, type QuoAccount } from "../../src/integrations/quo/read.ts";

/** Opens a list. */
export function bookOf(contacts: readonly Contact[]): ContactBook {
  const keysOf = ({ numbers, emails }: Contact): string[] => [
    ...numbers.map(({ number }) => number),
    ...emails.map((email) => email.toLowerCase()),
  ];
  return {
    owners: async () => (key) => contacts.filter((contact) => keysOf(contact).includes(key)),
    byId: async (id) => contacts.find((contact) => contact.id === id) ?? null,
    named: async (name) => contacts.filter((contact) => contact.name.toLowerCase() === name.toLowerCase()),
    like: async () => contacts,
    domains: async () => [
      ...new Set(
        contacts.flatMap(({ emails }) => emails.map((email) => email.slice(email.lastIndexOf("@") + 1))),
      ),
    ],
  };
}

/** All contacts an account of a phone system has now. */
export async function contactsIn(account: QuoAccount): Promise<Contact[]> {
  const all: Contact[] = [];
  for await (const page of contactPages(account)) all.push(...page);
  return all;
}
