/** Routes of notification routing. */
import { getRouting, updateRouting } from "../index.ts";
import { routingEndpoints } from "../api/routing.ts";
import { serve, type App } from "../../platform/http/serve.ts";

export function routingRoutes(app: App): void {
  serve(app, routingEndpoints.get, async ({ db }) => getRouting(db));

  serve(app, routingEndpoints.put, async ({ ctx, db, principal, body }) =>
    updateRouting(db, {
      ...body,
      by: { kind: "user", id: principal.user.id, name: principal.user.name },
      nowMs: ctx.clock.now(),
    }),
  );
}
