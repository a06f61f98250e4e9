/** Declares the background work of approvals: the query for due work, its queue and its time limit. */
import { approvals, earnedTallies } from "./tables/approvals.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const approvalsWork = {
  "approvals.reconcile": {
    title: "Follow up on approvals",
    queue: "jobs",
    budgetMs: 22_000,
    due: {
      table: approvals,
      since: approvals.dueAt,
      tenant: approvals.tenantId,
      where: dueAt(approvals.dueAt),
    },
  },
  "approvals.earned": {
    title: "Look at rules that approvals earn",
    queue: "jobs",
    budgetMs: 10_000,
    due: {
      table: earnedTallies,
      since: earnedTallies.dueAt,
      tenant: earnedTallies.tenantId,
      where: dueAt(earnedTallies.dueAt),
    },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof approvalsWork, true> {}
}
