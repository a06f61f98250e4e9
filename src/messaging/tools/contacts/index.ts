/** Tools for the company's contacts and what was exchanged with each. */
import type { ContactBook, Texting } from "../../../integrations/connections/index.ts";
import { listLines } from "../../../integrations/quo/connection.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import type { TextRecords } from "../../texts/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { textRecordsOf } from "../records/index.ts";
import { contactsOf, textingOf } from "../../addresses/texting-of.ts";
import * as tools from "./tools.ts";

export interface ContactServices {
  readonly contacts: ContactBook;
  /** The team's line, whose country code completes local numbers; empty without a line. */
  readonly home: string;
  /** Throws AppError `not_configured`. */
  readonly phone: () => Promise<Texting>;
  readonly records: TextRecords;
  readonly db: TenantDb;
  readonly timeZone: string;
}

export const contacts = defineToolset<ContactServices>({
  name: "contacts",
  title: "Contacts",
  place: 20,
  vendor: "quo",
  alone: [tools.searchContacts.name, tools.getContact.name, tools.contactHistory.name],
  tools: Object.values(tools),
  open: async (tenant) => ({
    contacts: await contactsOf(tenant),
    home: (await listLines(tenant.db))[0]?.number ?? "",
    phone: () => textingOf(tenant),
    records: textRecordsOf(tenant),
    db: tenant.db,
    timeZone: await tenant.timeZone(),
  }),
});
