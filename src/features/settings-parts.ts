/** Composition of what a team's settings are about: its connections, its sources, its files on GitHub, and whom it erases. */
import type { HttpServices } from "./http-services.ts";
import type { Env } from "../platform/env.ts";
import { approvalDeps } from "../approvals/open.ts";
import { connectionPages } from "../integrations/wiring/connection-pages.ts";
import { earnedDeps } from "../approvals/wiring/earned.ts";
import { erasurePages } from "../team/erasure/open.ts";
import { knowledgePages } from "../knowledge/wiring/knowledge-pages.ts";
import { serverDeps } from "../mcp/open.ts";
import { mirrorPages } from "../workspace/wiring/mirror-pages.ts";

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
