/** Composition of what pages of projects are served from. */
import type { HttpServices } from "../../features/http-services.ts";
import type { Env } from "../../platform/env.ts";
import { projectAgentDeps } from "./project-agents.ts";
import { importSource } from "./project-imports.ts";
import { projectDeps } from "../open.ts";

/** Makes it of the deployment's bindings. Cheap. */
export function projectParts(env: Env): Pick<HttpServices, "projects" | "projectAgents" | "importSource"> {
  return {
    projects: (tenantId) => projectDeps(env, tenantId),
    importSource: (tenantId, timeZone, vendor) => importSource(env, tenantId, timeZone, vendor),
    projectAgents: (tenantId) => projectAgentDeps(env, tenantId),
  };
}
