/** The company's contacts, and what was said with each. */
import type { Texting } from "../../connections/index.ts";
import type { TenantDb } from "../../db/index.ts";
import { quoTexting } from "../../integrations/quo/read.ts";
import type { TextRecords } from "../../texts/index.ts";
import { defineToolset } from "../define-toolset.ts";
import { textRecordsOf } from "../records/index.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface ContactServices {
  readonly texting: Texting;
  readonly records: TextRecords;
  readonly db: TenantDb;
  readonly timeZone: string;
}

export const contacts = defineToolset<ContactServices>({
  name: "contacts",
  title: "Contacts",
  vendor: "quo",
  tools: Object.values(tools),
  open: async (tenant) => ({
    texting: quoTexting(await tenant.account("quo")),
    records: textRecordsOf(tenant),
    db: tenant.db,
    timeZone: await tenant.timeZone(),
  }),
});
