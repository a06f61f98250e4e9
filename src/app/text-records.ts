/** Texts and calls on record, as the agent's tools read them. */
import { dbFor, systemDb } from "../db/index.ts";
import { searchObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { textRecords, type TextRecords } from "../texts/index.ts";
import { spanIn } from "../usage/index.ts";

/** The records of one tenant. Cheap: nothing is opened before something is asked. */
export function recordsOf(env: Env, tenantId: string): TextRecords {
  return textRecords({
    db: dbFor(env.DB, tenantId),
    query: async (query) => env.SEARCH.getByName(await searchObjectName(tenantId)).query(tenantId, query),
    async spanOf(span) {
      if (span.from === undefined && span.to === undefined) return span;
      return spanIn(span, (await systemDb(env.DB).findTenant(tenantId))?.timeZone ?? "UTC");
    },
  });
}
