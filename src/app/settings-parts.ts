/** Composition of what a team's settings are about: its connections, its sources, its files on GitHub, and whom it erases. */
import type { HttpServices } from "../http/services.ts";
import type { Env } from "../platform/env.ts";
import { connectionPages } from "./connection-pages.ts";
import { erasurePages } from "./erasure.ts";
import { knowledgePages } from "./knowledge-pages.ts";
import { mirrorPages } from "./mirror-pages.ts";

/** Makes it of the deployment's bindings. Cheap. */
export function settingsParts(
  env: Env,
): Pick<HttpServices, "connections" | "erasures" | "knowledge" | "mirror"> {
  return {
    connections: (tenantId) => connectionPages(env, tenantId),
    erasures: (tenantId) => erasurePages(env, tenantId),
    knowledge: (tenantId) => knowledgePages(env, tenantId),
    mirror: mirrorPages(env),
  };
}
