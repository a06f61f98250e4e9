/** Mcp: the doors for other agents, and the servers of a team. */
import * as effects from "./effects/all.ts";
import { httpUntil } from "../kernel/outside-http.ts";
import { defineFeature } from "../kernel/features.ts";
import { serverDeps } from "./open.ts";
import { mcpServerRoutes } from "./routes/mcp-servers.ts";
import { mcpRoutes, tokenHolder } from "./routes/mcp.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import type { ServerDeps } from "./servers/index.ts";
import { servers as serversTools } from "./servers/tools/index.ts";
import { endMember } from "./server/grants.ts";
import * as mcpTables from "./tables/mcp.ts";
import { erases } from "./erases.ts";

export const mcpFeature = defineFeature({
  name: "mcp",
  erases,
  tables: [mcpTables],
  routes: [mcpRoutes, oauthRoutes, mcpServerRoutes],
  toolsets: [serversTools],
  effects: Object.values(effects),
  endMember,
  tokenHolder,
  services: (ctx) => ({ servers: () => serverDeps(ctx) }),
  effectServices: (ctx, deadlineMs) => ({
    servers() {
      const given = serverDeps(ctx);
      return { ...given, http: (baseUrl) => httpUntil(given.http(baseUrl), deadlineMs) };
    },
  }),
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** The team's own servers. */
    servers(): ServerDeps;
  }
}

declare module "../approvals/effects/define-effect.ts" {
  interface EffectServices {
    /** The team's own servers. */
    servers(): ServerDeps;
  }
}
