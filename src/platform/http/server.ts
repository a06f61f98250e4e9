/** The web server: middleware in its order, the routes of the wire contract, the frontend's files. */
import { notifier } from "../notifier.ts";
import type { Hono } from "hono";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import { AppError } from "../../kernel/errors.ts";
import type { DeploymentContext } from "../context.ts";
import { serveAsset } from "./assets.ts";
import type { HttpEnv } from "./context.ts";
import { onError } from "./errors.ts";
import { countDelivery } from "./middleware/deliveries.ts";
import { originCheck } from "./middleware/origin.ts";
import { requestId } from "./middleware/request-id.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { declaredRoutes, refuseOtherMethods } from "./serve.ts";

/** Makes the server. `open` is asked once a request, and a wrong configuration is an answer and not a crash. */
export function createApp(open: (env: HttpEnv["Bindings"]) => DeploymentContext): Hono<HttpEnv> {
  // The default tries a second router first, which can't take our addresses and is half as large again.
  const app: Hono<HttpEnv> = new HonoBase<HttpEnv>({ router: new TrieRouter() });
  app.onError(onError((ctx, requestId) => notifier(ctx).alertAdmins({ code: "internal", requestId })));
  app.use(requestId);
  app.use(securityHeaders);
  app.use(async (c, next) => {
    const deployment = open(c.env);
    // Throws where the configuration is wrong.
    void deployment.config;
    c.set("deployment", deployment);
    await next();
  });
  app.use(originCheck);
  app.use("/webhooks/*", countDelivery);
  for (const addRoutes of declaredRoutes()) addRoutes(app);
  refuseOtherMethods(app);
  for (const prefix of ["/api", "/api/*", "/webhooks/*"]) {
    app.all(prefix, () => {
      throw new AppError("not_found", "There’s nothing at this address.");
    });
  }
  app.all("*", serveAsset);
  return app;
}
