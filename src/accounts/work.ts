/** Background work of accounts: how what is due is found, which queue carries it, and how long a piece of it may take. What is done is in `src/features/work.ts`. */
import { accountKeys, accountSources } from "./tables/accounts.ts";
import { dueAt, type WorkKind } from "../platform/work/kinds.ts";

export const accountsWork = {
  "accounts.file": {
    title: "File what accounts’ people wrote and said",
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
    title: "Summarize what is filed with accounts",
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
