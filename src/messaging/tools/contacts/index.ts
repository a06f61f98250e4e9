/** Tools for the company's contacts and what was exchanged with each. */
import type { Texting } from "../../../integrations/connections/index.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import type { TextRecords } from "../../texts/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { textRecordsOf } from "../records/index.ts";
import { textingOf } from "../../addresses/texting-of.ts";
import * as tools from "./tools.ts";

export interface ContactServices {
  readonly texting: Texting;
  readonly records: TextRecords;
  readonly db: TenantDb;
  readonly timeZone: string;
}

export const contacts = defineToolset<ContactServices>({
  name: "contacts",
  title: "Contacts",
  place: 20,
  vendor: "quo",
  tools: Object.values(tools),
  open: async (tenant) => ({
    texting: await textingOf(tenant),
    records: textRecordsOf(tenant),
    db: tenant.db,
    timeZone: await tenant.timeZone(),
  }),
});
