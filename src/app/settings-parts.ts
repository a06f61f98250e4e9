/** Composition of what a team's settings are about: its connections, its sources, its files on GitHub, and whom it erases. */
import type { HttpServices } from "../http/services.ts";
import type { Env } from "../platform/env.ts";
import { approvalDeps } from "./approvals.ts";
import { connectionPages } from "./connection-pages.ts";
import { earnedDeps } from "./earned.ts";
import { erasurePages } from "./erasure.ts";
import { knowledgePages } from "./knowledge-pages.ts";
import { serverDeps } from "./mcp-servers.ts";
import { mirrorPages } from "./mirror-pages.ts";

/** Makes it of the deployment's bindings. Cheap. */
export function settingsParts(
  env: Env,
): Pick<HttpServices, "connections" | "earned" | "erasures" | "knowledge" | "mirror" | "toolServers"> {
  return {
    connections: (tenantId) => connectionPages(env, tenantId),
    earned: (tenantId) => earnedDeps(env, tenantId, () => approvalDeps(env, tenantId)),
    erasures: (tenantId) => erasurePages(env, tenantId),
    knowledge: (tenantId) => knowledgePages(env, tenantId),
    mirror: mirrorPages(env),
    toolServers: (tenantId) => serverDeps(env, tenantId),
  };
}
