/** Routes of the GitHub mirror: visible to all, configured by admins. */
import { mirrorEndpoints } from "../api/mirror.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function mirrorRoutes(app: App): void {
  serve(app, mirrorEndpoints.mirror, ({ services, tenantId }) => services.mirror.view(tenantId));

  serve(app, mirrorEndpoints.setMirror, ({ services, tenantId, principal, body }) =>
    services.mirror.set(tenantId, body, { id: principal.user.id, name: principal.user.name }),
  );

  serve(app, mirrorEndpoints.syncMirror, ({ services, tenantId }) => services.mirror.look(tenantId));

  serve(app, mirrorEndpoints.removeMirror, async ({ services, tenantId }) => {
    await services.mirror.remove(tenantId);
    return OK;
  });
}
