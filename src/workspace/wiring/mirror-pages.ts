/** Dependencies of the GitHub mirror page. */
import type { HttpServices } from "../../features/http-services.ts";
import { mirrorView, removeMirror, setMirror, syncNow } from "../mirror/index.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { mirrorWorld } from "../mirror/open.ts";

/** Does no I/O. */
export function mirrorPages(deployment: DeploymentContext): HttpServices["mirror"] {
  return {
    view: (tenantId) => mirrorView({ db: deployment.tenant(tenantId).db }),
    set: (tenantId, input, by) => setMirror(mirrorWorld(deployment.tenant(tenantId)), input, by),
    look: (tenantId) => syncNow(mirrorWorld(deployment.tenant(tenantId))),
    remove: (tenantId) => removeMirror(mirrorWorld(deployment.tenant(tenantId))),
  };
}
