/** Routes of a member's saved views of the text inbox. */
import { savedViewEndpoints } from "../api/thread-views.ts";
import { listSavedViews, putSavedView, removeSavedView } from "../threads/index.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function threadViewRoutes(app: App): void {
  serve(app, savedViewEndpoints.list, async ({ db, principal }) => ({
    items: await listSavedViews(db, principal.user.id),
    nextCursor: null,
  }));

  serve(app, savedViewEndpoints.put, ({ db, principal, param, body }) =>
    putSavedView(db, principal.user.id, { ...body, id: param("id") }),
  );

  serve(app, savedViewEndpoints.remove, async ({ db, principal, param }) => {
    await removeSavedView(db, principal.user.id, param("id"));
    return OK;
  });
}
