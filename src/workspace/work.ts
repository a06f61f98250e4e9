/** Background work of workspace: how due work is found, which queue carries it, and its time limit. */
import { examples } from "./tables/examples.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const workspaceWork = {
  "examples.learn": {
    title: "Learn style from kept examples",
    queue: "long",
    budgetMs: 60_000,
    due: {
      table: examples,
      since: examples.dueAt,
      tenant: examples.tenantId,
      where: dueAt(examples.dueAt),
    },
  },
  /** Syncs with GitHub after files changed. */
  "mirror.sync": { title: "", queue: "long", budgetMs: 4 * 60_000, due: null },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof workspaceWork, true> {}
}
