/** Routes of permanent erasure and its certificate. */
import { erasureEndpoints } from "../api/erasure.ts";
import { serve, type App } from "../../platform/http/serve.ts";

export function erasureRoutes(app: App): void {
  serve(app, erasureEndpoints.plan, ({ services, tenantId, param }) =>
    services.erasures(tenantId).plan(param("id")),
  );

  serve(app, erasureEndpoints.begin, async ({ services, tenantId, principal, param, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user" as const, id, name };
    return { id: await services.erasures(tenantId).begin({ contact: param("id"), name: body.name, by }) };
  });

  serve(app, erasureEndpoints.list, async ({ services, tenantId }) => ({
    items: await services.erasures(tenantId).list(),
  }));

  serve(app, erasureEndpoints.get, ({ services, tenantId, param }) =>
    services.erasures(tenantId).get(param("id")),
  );
}
