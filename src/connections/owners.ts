import type { Contact } from "./texting.ts";

/** Whose numbers are whose: all contacts of each number, in their order. Several people can share one. */
export function ownersByNumber(contacts: readonly Contact[]): (number: string) => readonly Contact[] {
  const owners = new Map<string, Contact[]>();
  for (const contact of contacts)
    for (const { number } of contact.numbers) {
      const known = owners.get(number);
      if (known === undefined) owners.set(number, [contact]);
      else if (!known.includes(contact)) known.push(contact);
    }
  return (number) => owners.get(number) ?? [];
}
