import type { Contact, Texting } from "./texting.ts";

/** Contacts with a number (E.164), by name. Several contacts can share one; that no one has it is certain, as far as it can be had. */
export async function findByNumber(
  { contacts }: Pick<Texting, "contacts">,
  number: string,
): Promise<readonly Contact[]> {
  return (await contacts.owners([number], { isSure: true }))(number);
}
