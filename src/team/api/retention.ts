/** Retention periods: used by the nightly clean-up and shown on the page "Your data". */
import * as z from "zod";
import { pageOf } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/**
 * Days for which finished records remain visible before the nightly clean-up deletes them. Anything not
 * listed is kept. Webhook IDs are kept longer than any sender retries (Quo: about 28 hours).
 */
export const KEPT_DAYS = {
  sessions: 30,
  tokens: 7,
  notifications: 180,
  schedules: 30,
  doneSchedules: 90,
  webhooks: 30,
  deletedRecords: 90,
} as const;

/**
 * Whole months after which records move from the database to the team's archive (src/team/archive): with six
 * months, records of May move in December. The archive is kept as long as the team exists.
 */
export const ARCHIVED_MONTHS = { audit: 12, runs: 6, events: 3 } as const;

/** Archived kinds: audit entries, steps of runs, events. Persisted in keys and rows. */
export type ArchiveKind = keyof typeof ARCHIVED_MONTHS;

export const archiveKindSchema = z.enum(["audit", "runs", "events"]);
const monthSchema = z.string().regex(/^\d{4}-\d{2}$/);

export const archiveMonthSchema = z.object({
  month: monthSchema,
  kind: archiveKindSchema,
  lines: z.number().int(),
  sizeBytes: z.number().int(),
});
export type ArchiveMonth = z.infer<typeof archiveMonthSchema>;

/** Download URL of a month of a kind. */
export function archiveAddress({ kind, month }: Pick<ArchiveMonth, "kind" | "month">): string {
  return `/api/archive/${kind}/${month}`;
}

export const archiveEndpoints = {
  /** A year of the archive, newest month first; the cursor is the month to continue before. */
  list: endpoint({
    method: "GET",
    path: "/api/archive",
    query: z.object({ cursor: monthSchema.optional() }),
    output: pageOf(archiveMonthSchema),
    access: "admin",
  }),
};
