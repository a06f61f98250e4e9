import {
  listEntities,
  mergeEntities,
  readEntity,
  readEntityItems,
  separateEntity,
} from "../entities/index.ts";
import { entityEndpoints } from "../api/entities.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";

export function entityRoutes(app: App): void {
  const { list, get, items, merge, separate } = entityEndpoints;
  serve(app, list, ({ db, query }) => withOpaqueCursor(query, (asked) => listEntities(db, asked)));

  serve(app, get, ({ db, param }) => readEntity(db, param("id")));

  serve(app, items, ({ db, param, query }) =>
    withOpaqueCursor(query, (asked) => readEntityItems(db, param("id"), asked)),
  );

  serve(app, merge, ({ db, ctx, principal: { user }, param, body }) =>
    mergeEntities(db, param("id"), body.into, {
      by: userActor(user),
      nowMs: ctx.clock.now(),
    }),
  );

  serve(app, separate, async ({ db, ctx, principal: { user }, param }) => {
    const by = userActor(user);
    await separateEntity(db, param("id"), { by, nowMs: ctx.clock.now() });
    return OK;
  });
}
