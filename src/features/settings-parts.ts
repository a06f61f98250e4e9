/** Composition of what a team's settings are about: its connections, its sources, its files on GitHub, and whom it erases. */
import type { HttpServices } from "./http-services.ts";
import type { DeploymentContext } from "../platform/context.ts";
import { approvalDeps } from "../approvals/open.ts";
import { connectionPages } from "../integrations/wiring/connection-pages.ts";
import { earnedDeps } from "../approvals/wiring/earned.ts";
import { erasurePages } from "../team/erasure/open.ts";
import { knowledgePages } from "../knowledge/wiring/knowledge-pages.ts";
import { serverDeps } from "../mcp/open.ts";
import { mirrorPages } from "../workspace/wiring/mirror-pages.ts";

/** Makes it of the deployment's bindings. Cheap. */
export function settingsParts(
  deployment: DeploymentContext,
): Pick<HttpServices, "connections" | "earned" | "erasures" | "knowledge" | "mirror" | "toolServers"> {
  return {
    connections: (tenantId) => connectionPages(deployment.tenant(tenantId)),
    earned: (tenantId) =>
      earnedDeps(deployment.tenant(tenantId), () => approvalDeps(deployment.tenant(tenantId))),
    erasures: (tenantId) => erasurePages(deployment.tenant(tenantId)),
    knowledge: (tenantId) => knowledgePages(deployment.tenant(tenantId)),
    mirror: mirrorPages(deployment),
    toolServers: (tenantId) => serverDeps(deployment.tenant(tenantId)),
  };
}
