/** E-mail addresses of contacts. */
import type { Tenant } from "../../agent/tools/tenant.ts";
import { contactsOf } from "./texting-of.ts";

/**
 * Which of these addresses (lowercase) belong to contacts, and every domain the contacts use, as
 * `@example.com`; null if the contacts can't be read. Never throws.
 */
export async function contactAddresses(
  tenant: Tenant,
  asked: readonly string[],
): Promise<readonly string[] | null> {
  try {
    const contacts = await contactsOf(tenant);
    const [owners, domains] = await Promise.all([contacts.owners(asked), contacts.domains()]);
    return [
      ...asked.filter((address) => owners(address).length > 0),
      ...domains.map((domain) => `@${domain}`),
    ];
  } catch {
    return null;
  }
}
