/** The web server: middleware in its order, the routes of the wire contract, the frontend's files. */
import { Hono } from "hono";
import type { HttpServices } from "./http-services.ts";
import { AppError } from "../kernel/errors.ts";
import { serveAsset } from "../platform/http/assets.ts";
import type { HttpEnv } from "../platform/http/context.ts";
import { onError } from "../platform/http/errors.ts";
import { countDelivery } from "../platform/http/middleware/deliveries.ts";
import { originCheck } from "../platform/http/middleware/origin.ts";
import { requestId } from "../platform/http/middleware/request-id.ts";
import { securityHeaders } from "../platform/http/middleware/security-headers.ts";
import { routes } from "./routes.ts";
import { refuseOtherMethods } from "../platform/http/serve.ts";

/** Makes the server. `services` is asked once a request, so that a wrong configuration is an answer and not a crash. */
export function createApp(services: (env: HttpEnv["Bindings"]) => HttpServices): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError(onError);
  app.use(requestId);
  app.use(securityHeaders);
  app.use(async (c, next) => {
    c.set("services", services(c.env));
    await next();
  });
  app.use(originCheck);
  app.use("/webhooks/*", countDelivery);
  for (const addRoutes of routes) addRoutes(app);
  refuseOtherMethods(app);
  for (const prefix of ["/api", "/api/*", "/webhooks/*"]) {
    app.all(prefix, () => {
      throw new AppError("not_found", "There’s nothing at this address.");
    });
  }
  app.all("*", serveAsset);
  return app;
}
