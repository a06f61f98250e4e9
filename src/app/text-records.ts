/** Texts and calls on record, as the agent's tools read them. */
import { dbFor, systemDb } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { searchObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { textRecords, type Span, type TextRecords } from "../texts/index.ts";
import { dayStartMs } from "../usage/index.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 3_600_000;

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

/** Days as times: `from` begins with its day, `to` ends with it (exclusive), also on days of 23 or 25 hours. */
export function spanIn({ from, to }: Span, timeZone: string): Span {
  const startOf = (day: string): string => isoTime(dayStartMs(day, timeZone));
  const dayAfter = (day: string): string => isoTime(Date.parse(`${day}T00:00:00Z`) + DAY_MS).slice(0, 10);
  return {
    ...(from === undefined ? {} : { from: DAY.test(from) ? startOf(from) : from }),
    ...(to === undefined ? {} : { to: DAY.test(to) ? startOf(dayAfter(to)) : to }),
  };
}
