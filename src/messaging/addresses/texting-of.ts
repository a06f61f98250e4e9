/** The team's phone system with its contacts, for tools. */
import type { Texting } from "../../integrations/connections/index.ts";
import { contactBook } from "../contacts/index.ts";
import { pageOfContacts, quoTexting } from "../../integrations/quo/read.ts";
import type { Tenant } from "../../agent/tools/tenant.ts";

/** Throws AppError `not_configured`. */
export async function textingOf(tenant: Tenant): Promise<Texting> {
  const account = await tenant.account("quo");
  const { db, clock } = tenant;
  const page = (after: string | null) => pageOfContacts(account, after);
  return quoTexting(account, contactBook({ db, clock, connectionId: account.connection.id, page }));
}
