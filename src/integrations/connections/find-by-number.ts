import type { Contact, Texting } from "./texting.ts";

/** Contacts with a number (E.164), by name. Several can share one. An empty result is as certain as the provider allows. */
export async function findByNumber(
  { contacts }: Pick<Texting, "contacts">,
  number: string,
): Promise<readonly Contact[]> {
  return (await contacts.owners([number], { isSure: true }))(number);
}
