/** Accounts: customers. */
import * as effects from "./effects/all.ts";
import * as agents from "./agents/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import { openFiles } from "../workspace/open-files.ts";
import { accountsConsumer, accountSource, filingConsumer } from "./index.ts";
import { accountQueryRoutes } from "./routes/account-query.ts";
import { accountsRoutes } from "./routes/accounts.ts";
import * as accountsTables from "./tables/accounts.ts";
import { accountDesk } from "./tools/desk/index.ts";
import { accounts as accountsTools } from "./tools/index.ts";
import {
  fileAccounts,
  filingDeps,
  tellOfAccounts,
  runCheck,
  beginAccounts,
  runFollowups,
  readAccountSources,
} from "./open.ts";
import { accountsWork } from "./work.ts";
import { erases } from "./erases.ts";
import { exports } from "./exports.ts";

export const accountsFeature = defineFeature({
  name: "accounts",
  erases,
  exports,
  tables: [accountsTables],
  routes: [accountQueryRoutes, accountsRoutes],
  agents: Object.values(agents),
  toolsets: [accountsTools, accountDesk],
  effects: Object.values(effects),
  work: defineWork(accountsWork, {
    "accounts.file": fileAccounts,
    "accounts.read": readAccountSources,
  }),
  jobs: { "accounts.check": runCheck, "accounts.followups": runFollowups },
  searchSources: (ctx) => ({ account: accountSource(ctx.db) }),
  consumers: (ctx) => [
    accountsConsumer(openFiles(ctx), async () => {
      await beginAccounts(ctx);
      await tellOfAccounts(ctx)();
    }),
    filingConsumer(filingDeps(ctx), tellOfAccounts(ctx)),
  ],
});
