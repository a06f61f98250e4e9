/** Declares the agent's background work: the query for due work, its queue and its time limit. */
import { schedules } from "./tables/schedules.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const agentWork = {
  "schedules.lease": {
    title: "Start what's scheduled",
    queue: "timed",
    budgetMs: 10_000,
    due: {
      table: schedules,
      since: schedules.dueAt,
      changed: schedules.updatedAt,
      tenant: schedules.tenantId,
      where: dueAt(schedules.dueAt),
    },
  },
  /** One slot of an agent schedule, which starts a run and calls no provider. The key names it. */
  "schedules.remind": { title: "", queue: "timed", budgetMs: 22_000, due: null },
  /** One slot of an e-mail check, which waits for its provider. */
  "schedules.slot": { title: "", queue: "polls", budgetMs: 22_000, due: null },
  /** One slot of a job that may take minutes. */
  "schedules.job": { title: "", queue: "long", budgetMs: 4 * 60_000, due: null },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof agentWork, true> {}
}
