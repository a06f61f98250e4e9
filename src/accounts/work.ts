/** Background work of accounts: how due work is found, which queue carries it, and its time limit. */
import { accountKeys, accountSources } from "./tables/accounts.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const accountsWork = {
  "accounts.file": {
    title: "File communication with accounts’ people",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: accountKeys,
      since: accountKeys.dueAt,
      tenant: accountKeys.tenantId,
      where: dueAt(accountKeys.dueAt),
    },
  },
  "accounts.read": {
    title: "Summarize sources of accounts",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: accountSources,
      since: accountSources.dueAt,
      tenant: accountSources.tenantId,
      where: dueAt(accountSources.dueAt),
    },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof accountsWork, true> {}
}
