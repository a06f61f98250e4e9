/** What the page of the GitHub mirror is given. */
import { tenantDb } from "../../platform/db/index.ts";
import type { HttpServices } from "../../features/http-services.ts";
import { mirrorView, removeMirror, setMirror, syncNow } from "../mirror/index.ts";
import type { Env } from "../../platform/env.ts";
import { mirrorWorld } from "../mirror/open.ts";

/** Makes it. Cheap. */
export function mirrorPages(env: Env): HttpServices["mirror"] {
  return {
    view: (tenantId) => mirrorView({ db: tenantDb(env, tenantId) }),
    set: (tenantId, input, by) => setMirror(mirrorWorld(env, tenantId), input, by),
    look: (tenantId) => syncNow(mirrorWorld(env, tenantId)),
    remove: (tenantId) => removeMirror(mirrorWorld(env, tenantId)),
  };
}
