/** Wires the project pages. */
import type { HttpServices } from "../../features/http-services.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { projectAgentDeps } from "./project-agents.ts";
import { importSource } from "./project-imports.ts";
import { projectDeps } from "../open.ts";

/** Does no I/O. */
export function projectParts(
  deployment: DeploymentContext,
): Pick<HttpServices, "projects" | "projectAgents" | "importSource"> {
  return {
    projects: (tenantId) => projectDeps(deployment.tenant(tenantId)),
    importSource: (tenantId, timeZone, vendor) => importSource(deployment.tenant(tenantId), timeZone, vendor),
    projectAgents: (tenantId) => projectAgentDeps(deployment.tenant(tenantId)),
  };
}
