/** Routes of notification routing. */
import { getRouting, updateRouting } from "../index.ts";
import { routingEndpoints } from "../api/routing.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";

export function routingRoutes(app: App): void {
  serve(app, routingEndpoints.get, async ({ db }) => getRouting(db));

  serve(app, routingEndpoints.put, async ({ ctx, db, principal, body }) =>
    updateRouting(db, {
      ...body,
      by: userActor(principal.user),
      nowMs: ctx.clock.now(),
    }),
  );
}
