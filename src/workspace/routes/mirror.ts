/** Routes of the GitHub mirror: visible to all, configured by admins. */
import { mirrorEndpoints } from "../api/mirror.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { mirrorView, removeMirror, setMirror, syncNow } from "../mirror/index.ts";
import { mirrorWorld } from "../mirror/open.ts";

export function mirrorRoutes(app: App): void {
  serve(app, mirrorEndpoints.mirror, ({ db }) => mirrorView({ db }));

  serve(app, mirrorEndpoints.setMirror, ({ ctx, principal: { user }, body }) =>
    setMirror(mirrorWorld(ctx), body, { id: user.id, name: user.name }),
  );

  serve(app, mirrorEndpoints.syncMirror, ({ ctx }) => syncNow(mirrorWorld(ctx)));

  serve(app, mirrorEndpoints.removeMirror, async ({ ctx }) => {
    await removeMirror(mirrorWorld(ctx));
    return OK;
  });
}
