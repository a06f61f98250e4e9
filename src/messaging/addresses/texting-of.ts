/** The team's phone system with its contacts, for tools. */
import type { ContactBook, Texting } from "../../integrations/connections/index.ts";
import { contactBook } from "../contacts/index.ts";
import { pageOfContacts, quoTexting } from "../../integrations/quo/read.ts";
import type { Tenant } from "../../agent/tools/tenant.ts";
import { AppError } from "../../kernel/errors.ts";

/** Throws AppError `not_configured`. */
export async function textingOf(tenant: Tenant): Promise<Texting> {
  const account = await tenant.account("quo");
  const { db, clock } = tenant;
  const page = (after: string | null) => pageOfContacts(account, after);
  return quoTexting(account, contactBook({ db, clock, connectionId: account.connection.id, page }));
}

/** The team's contacts, without a phone system only its own. */
export async function contactsOf(tenant: Tenant): Promise<ContactBook> {
  try {
    return (await textingOf(tenant)).contacts;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_configured")) throw error;
    return contactBook({ db: tenant.db });
  }
}
