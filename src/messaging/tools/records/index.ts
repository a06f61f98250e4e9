/** Texts and calls on record, independent of connections. */
import { smsSend } from "../../effects/sms-send.ts";
import { sendersOf } from "../../../approvals/index.ts";
import type { TenantDb } from "../../../platform/db/index.ts";
import type { SearchPage } from "../../../platform/api/search.ts";
import type { Tenant } from "../../../agent/tools/tenant.ts";
import { textRecords, type TextRecords } from "../../texts/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";
import { spanIn } from "../../../kernel/calendar.ts";

export interface RecordServices {
  readonly records: TextRecords;
  /** Conversations with Steward; days are in the team's time zone. */
  readonly talks: (asked: {
    readonly q: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly limit: number;
    readonly cursor?: string;
  }) => Promise<SearchPage>;
  readonly db: TenantDb;
  readonly timeZone: string;
}

/** Texts, calls and chats are visible to the whole team. */
const NOBODY = { userId: null };

export function textRecordsOf(tenant: Tenant): TextRecords {
  return textRecords({
    db: tenant.db,
    query: (query) => tenant.search(query, NOBODY),
    senders: (ids) => sendersOf(tenant.db, smsSend.kind, ids),
    spanOf: async (span) =>
      span.from === undefined && span.to === undefined ? span : spanIn(span, await tenant.timeZone()),
  });
}

export const records = defineToolset<RecordServices>({
  name: "records",
  title: "Texts and calls on record",
  place: 50,
  tools: Object.values(tools),
  open: async (tenant) => ({
    records: textRecordsOf(tenant),
    talks: async ({ from, to, ...asked }) => {
      const span = spanIn({ from, to }, await tenant.timeZone());
      const from_ = span.from === undefined ? {} : { from: span.from };
      const to_ = span.to === undefined ? {} : { to: span.to };
      return tenant.search({ ...asked, ...from_, ...to_, sources: ["conversation"] }, NOBODY);
    },
    db: tenant.db,
    timeZone: await tenant.timeZone(),
  }),
});
