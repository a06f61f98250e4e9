import type { Contact, Texting } from "./texting.ts";

/**
 * Contacts with a number (E.164). The kept list is asked first; that no one has it is only said after asking the
 * provider again. Several contacts can share one number.
 */
export async function findByNumber(texting: Texting, number: string): Promise<Contact[]> {
  const having = (contacts: readonly Contact[]): Contact[] =>
    contacts.filter((contact) => contact.numbers.some((entry) => entry.number === number));
  const kept = having(await texting.contacts());
  return kept.length > 0 ? kept : having(await texting.contacts({ fresh: true }));
}
