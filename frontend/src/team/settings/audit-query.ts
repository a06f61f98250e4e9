import { auditEndpoints, type AuditArea } from "../../../../src/team/api/audit.ts";
import { call } from "../../api/call.ts";
import { pagedQuery } from "../../api/paged.ts";

/** What of the audit log is shown; an empty value leaves a condition out. */
export interface AuditFilter {
  readonly actor: string;
  readonly area: AuditArea | "";
  readonly days: string;
}

export const NO_FILTER: AuditFilter = { actor: "", area: "", days: "" };

const DAY_MS = 24 * 3_600_000;

/** The filter as the server takes it. */
export function auditOnly({ actor, area, days }: AuditFilter) {
  return {
    ...(actor === "" ? {} : { actor }),
    ...(area === "" ? {} : { area }),
    ...(days === "" ? {} : { from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() }),
  };
}

/** Another filter shows what was there until its own answer comes. */
export function auditQuery(filter: AuditFilter) {
  return pagedQuery(
    ["audit", filter.actor, filter.area, filter.days],
    ({ cursor, signal }) =>
      call(auditEndpoints.audit, { signal, query: { ...auditOnly(filter), cursor, limit: 40 } }),
    { keepPrevious: true },
  );
}
