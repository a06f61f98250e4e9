/** Routes of permanent erasure: of a person, with its certificate, and of the whole team. */
import { erasurePages } from "../erasure/open.ts";
import { AppError } from "../../kernel/errors.ts";
import { erasureEndpoints } from "../api/erasure.ts";
import { beginDeletion } from "../backup/index.ts";
import { backupDeps } from "../backup/open.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

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

  serve(app, erasureEndpoints.team, async ({ ctx, principal, body }) => {
    if (body.name.trim() !== principal.tenant.name.trim())
      throw new AppError("invalid_request", "That isn’t the team’s name. Type it exactly as shown.");
    await beginDeletion(backupDeps(ctx.deployment), ctx.tenantId);
    await ctx.publish({ type: "team.deleted" });
    await ctx.wake("teams.delete");
    return OK;
  });
}
