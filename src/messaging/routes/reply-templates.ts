/** Routes of a team's saved replies. Any member may change them; changes are audited. */
import { replyTemplateEndpoints } from "../api/reply-templates.ts";
import { listTemplates, putTemplate, removeTemplate } from "../threads/index.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function replyTemplateRoutes(app: App): void {
  serve(app, replyTemplateEndpoints.list, async ({ db }) => ({
    items: await listTemplates({ db }),
    nextCursor: null,
  }));

  serve(app, replyTemplateEndpoints.put, async ({ ctx, db, principal, param, body }) => {
    const { id, name } = principal.user;
    const deps = { db, clock: ctx.clock, ids: ctx.ids };
    return putTemplate(deps, param("id"), { ...body, by: { id, name } });
  });

  serve(app, replyTemplateEndpoints.remove, async ({ ctx, db, principal, param }) => {
    const { id, name } = principal.user;
    await removeTemplate({ db, clock: ctx.clock, ids: ctx.ids }, param("id"), { id, name });
    return OK;
  });
}
