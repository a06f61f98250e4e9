/** Resolves the contact an acting tool refers to: by ID, or by a number that belongs to one person only. */
import { findByNumber, type Contact, type Texting } from "../../../integrations/connections/index.ts";
import { formatNumber, toE164 } from "../../../kernel/phone.ts";

/** The contact as the provider has it now; a string explains what is wrong and how to proceed. */
export async function contactNamed(texting: Texting, asked: string): Promise<Contact | string> {
  const number = /[a-z]/i.test(asked) ? null : toE164(asked, texting.lines[0]?.number ?? "");
  if (number === null) {
    const contact = await texting.contact(asked);
    return (
      contact ??
      `There is no contact with the id "${asked}" in the phone system. search_contacts gives the ids; people change the team's own contacts on their pages.`
    );
  }
  const owners = await findByNumber(texting, number);
  const [owner, ...others] = owners;
  if (owner === undefined) return `No one in the contacts has the number ${formatNumber(number)}.`;
  if (others.length > 0) {
    const named = owners.map(({ id, name }) => `${name} (${id})`).join(", ");
    return `${formatNumber(number)} belongs to several contacts: ${named}. Give the id of the one who is meant.`;
  }
  return (
    (await texting.contact(owner.id)) ??
    `${owner.name} is not in the phone system. People change the team's own contacts on their pages.`
  );
}
