/** Routes of permanent erasure and its certificate. */
import { erasurePages } from "../erasure/open.ts";
import { erasureEndpoints } from "../api/erasure.ts";
import { serve, type App } from "../../platform/http/serve.ts";

export function erasureRoutes(app: App): void {
  serve(app, erasureEndpoints.plan, ({ ctx, param }) => erasurePages(ctx).plan(param("id")));

  serve(app, erasureEndpoints.begin, async ({ ctx, principal, param, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user" as const, id, name };
    return { id: await erasurePages(ctx).begin({ contact: param("id"), name: body.name, by }) };
  });

  serve(app, erasureEndpoints.list, async ({ ctx }) => ({
    items: await erasurePages(ctx).list(),
  }));

  serve(app, erasureEndpoints.get, ({ ctx, param }) => erasurePages(ctx).get(param("id")));
}
