/** Addresses that stand in the contacts. */
import { listContacts } from "../../integrations/quo/read.ts";
import type { Tenant } from "../../tenant/index.ts";

/** Lower case; null where the contacts can't be read. Never throws. */
export async function contactAddresses(tenant: Tenant): Promise<string[] | null> {
  try {
    const contacts = await listContacts(await tenant.account("quo"));
    return contacts.flatMap(({ emails }) => emails.map((address) => address.toLowerCase()));
  } catch {
    return null;
  }
}
