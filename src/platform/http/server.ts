/** The web server: middleware, routes, and the frontend's files. */
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

/** `open` is called once per request, so that an invalid configuration is a response and not a crash. */
export function createApp(open: (env: HttpEnv["Bindings"]) => DeploymentContext): Hono<HttpEnv> {
  // Hono's default also includes a second router, which doesn't support our paths and is half as large again.
  const app: Hono<HttpEnv> = new HonoBase<HttpEnv>({ router: new TrieRouter() });
  app.onError(onError((ctx, requestId) => notifier(ctx).alertAdmins({ code: "internal", requestId })));
  app.use(requestId);
  app.use(securityHeaders);
  app.use(async (c, next) => {
    const deployment = open(c.env);
    // Throws if the configuration is invalid.
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
