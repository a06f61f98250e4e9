/** Background work of notifications: how due work is found, which queue carries it, and its time limit. */
import { notifications } from "./tables/notifications.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const notificationsWork = {
  "notifications.ring": {
    title: "Send held notifications and alert the people on call",
    queue: "urgent",
    budgetMs: 7_000,
    due: {
      table: notifications,
      since: notifications.dueAt,
      tenant: notifications.tenantId,
      where: dueAt(notifications.dueAt),
    },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof notificationsWork, true> {}
}
