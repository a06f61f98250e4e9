/** Text messages: reading threads, and drafting. */
import type { Texting } from "../../../integrations/connections/index.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import type { TextRecords } from "../../texts/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { textRecordsOf } from "../records/index.ts";
import { textingOf } from "../../addresses/texting-of.ts";
import * as tools from "./tools.ts";
export { resolveText } from "./send-message.ts";

export interface MessageServices {
  readonly texting: Texting;
  readonly records: TextRecords;
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly timeZone: string;
}

export const messages = defineToolset<MessageServices>({
  name: "messages",
  title: "Texts",
  place: 30,
  vendor: "quo",
  tools: Object.values(tools),
  open: async (tenant) => ({
    texting: await textingOf(tenant),
    records: textRecordsOf(tenant),
    db: tenant.db,
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
  }),
});
