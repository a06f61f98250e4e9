/** Declares the background work of events: the query for due work, its queue and its time limit. */
import { sql } from "drizzle-orm";
import { events } from "../db/index.ts";
import type { WorkKind } from "../work/kinds.ts";

export const eventWork = {
  "events.consume": {
    title: "Index new items and sync changed files",
    queue: "jobs",
    budgetMs: 15_000,
    due: { table: events, since: events.at, tenant: events.tenantId, where: () => sql`${events.open} = 1` },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof eventWork, true> {}
}
