/** How long what a team has is kept: what the nightly clean-up deletes and archives by, and what the page "Data retention" says. */
import * as z from "zod";
import { pageOf } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/**
 * For how many days what is over can still be looked at; then the nightly clean-up deletes it. What is not named is kept. Webhooks are known for
 * longer than any sender repeats them (Quo: about 28 hours).
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
 * After how many whole months records leave the database for the team's archive (src/team/archive): what is of May leaves in December where it stays for
 * six. The archive is kept for as long as the team is here.
 */
export const ARCHIVED_MONTHS = { audit: 12, runs: 6, events: 3 } as const;

/** What is archived: audit entries, the steps of runs, events. Persisted in keys and rows. */
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

/** Where a month of a kind can be downloaded. */
export function archiveAddress({ kind, month }: Pick<ArchiveMonth, "kind" | "month">): string {
  return `/api/archive/${kind}/${month}`;
}

export const archiveEndpoints = {
  /** A year of the archive, the newest month first; the cursor is the month before which it goes on. */
  list: endpoint({
    method: "GET",
    path: "/api/archive",
    query: z.object({ cursor: monthSchema.optional() }),
    output: pageOf(archiveMonthSchema),
    access: "admin",
  }),
};
