/** The team's live feed: a socket held by the TenantObject. */
import { authenticate } from "../../platform/http/middleware/session.ts";
import type { App } from "../../platform/http/serve.ts";
import { socketRequest } from "../../platform/http/sockets.ts";

export function feedRoutes(app: App): void {
  app.get("/api/feed", async (c) => {
    const principal = await authenticate(c);
    const tenant = await c.var.deployment.tenant(principal.tenant.id).objects.team();
    return tenant.fetch(socketRequest(c.req.raw, principal));
  });
}
