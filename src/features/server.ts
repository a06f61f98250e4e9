/** The web server: middleware in its order, the routes of the wire contract, the frontend's files. */
import { Hono } from "hono";
import { AppError } from "../kernel/errors.ts";
import { alertAdmins } from "../notifications/index.ts";
import { notificationDeps } from "../notifications/open.ts";
import type { DeploymentContext } from "../platform/context.ts";
import { serveAsset } from "../platform/http/assets.ts";
import type { HttpEnv } from "../platform/http/context.ts";
import { onError } from "../platform/http/errors.ts";
import { countDelivery } from "../platform/http/middleware/deliveries.ts";
import { originCheck } from "../platform/http/middleware/origin.ts";
import { requestId } from "../platform/http/middleware/request-id.ts";
import { securityHeaders } from "../platform/http/middleware/security-headers.ts";
import { declaredRoutes, refuseOtherMethods } from "../platform/http/serve.ts";

/** Makes the server. `open` is asked once a request, and a wrong configuration is an answer and not a crash. */
export function createApp(open: (env: HttpEnv["Bindings"]) => DeploymentContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError(
    onError((ctx, requestId) => alertAdmins(notificationDeps(ctx), { code: "internal", requestId })),
  );
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
