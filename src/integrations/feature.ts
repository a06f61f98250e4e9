/** Integrations: vendors, and the tools and effects that are theirs alone. */
import * as effects from "./effects/all.ts";
import * as agents from "./agents/all.ts";
import { defineFeature } from "../kernel/features.ts";
import { tasks } from "./clickup/tools/index.ts";
import { service } from "./data-service/tools/index.ts";
import { github } from "./github-team/tools/index.ts";
import { calendar } from "./calendars/tools/index.ts";
import { drive } from "./google/tools/drive/index.ts";
import { jira } from "./jira/tools/index.ts";
import type { AccountOf, OneOf } from "../platform/vendors.ts";
import { VENDOR_FACTS, type VendorName } from "./registry.ts";
import { connectionRoutes } from "./routes/connections.ts";
import { slack } from "./slack/tools/index.ts";
import { research, type Research } from "./web/research.ts";
import { web as webTools } from "./web/tools/index.ts";
import { anthropicModel } from "./anthropic/client.ts";
import { listConnected } from "./connections/index.ts";
import { listLines } from "./quo/connection.ts";
import { lackFor } from "./lack.ts";
import { accountDeps, openedAccounts } from "./open.ts";
import { accountUntil, openAccount } from "./open-account.ts";

export const integrationsFeature = defineFeature({
  name: "integrations",
  routes: [connectionRoutes],
  agents: Object.values(agents),
  toolsets: [calendar, webTools, tasks, slack, drive, github, jira, service],
  effects: Object.values(effects),
  vendors: VENDOR_FACTS,
  agentServices: (ctx) => ({
    callModel: anthropicModel(ctx.config.anthropic),
    connected: () => listConnected(ctx.db),
    lines: () => listLines(ctx.db),
  }),
  approvalServices: (ctx) => ({
    openAccount: (vendor, connectionId, deadlineMs) =>
      openAccount(accountUntil(accountDeps(ctx), deadlineMs), vendor, connectionId),
    lack: (effects) => lackFor(ctx.db, effects),
  }),
  services: (ctx) => ({ account: openedAccounts(ctx), research: research(ctx) }),
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** The tenant's account of a vendor; a call that would change something is refused before it leaves. Throws AppError `not_configured`, also where its consent doesn't allow this capability. */
    account<Name extends VendorName>(vendor: OneOf<Name>, capability?: string): Promise<AccountOf<Name>>;
    /** Has a question answered from the sites the team lists. */
    readonly research: Research;
  }
}
