/** Connections: their state is seen by all, they are tested and changed by admins. */
import type { Actor } from "../../audit/index.ts";
import { connectionEndpoints } from "../../protocol/connections.ts";
import { serve, type App } from "../serve.ts";

/** Adds them. */
export function connectionRoutes(app: App): void {
  serve(app, connectionEndpoints.connections, async ({ services, tenantId }) => ({
    connections: await services.connections(tenantId).list(),
  }));

  serve(app, connectionEndpoints.connect, ({ param, services, tenantId, principal, body }) =>
    services
      .connections(tenantId)
      .connect(param("vendor"), body, { name: principal.tenant.name, by: actorOf(principal.user) }),
  );

  serve(app, connectionEndpoints.testConnection, ({ param, services, tenantId }) =>
    services.connections(tenantId).test(param("vendor")),
  );

  serve(app, connectionEndpoints.disconnect, ({ param, services, tenantId, principal }) =>
    services.connections(tenantId).disconnect(param("vendor"), actorOf(principal.user)),
  );
}

function actorOf({ id, name }: { readonly id: string; readonly name: string }): Actor {
  return { kind: "user", id, name };
}
