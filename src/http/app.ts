/** The web server: middleware in its order, the routes of the wire contract, the frontend's files. */
import { Hono } from "hono";
import type { HttpServices } from "./services.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";
import { serveAsset } from "./assets.ts";
import type { HttpEnv } from "./context.ts";
import { onError } from "./errors.ts";
import { countDelivery } from "./middleware/deliveries.ts";
import { originCheck } from "./middleware/origin.ts";
import { requestId } from "./middleware/request-id.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { routes } from "./routes/index.ts";
import { refuseOtherMethods } from "./serve.ts";

/** Makes the server. `services` is asked once a request, so that a wrong configuration is an answer and not a crash. */
export function createApp(services: (env: Env) => HttpServices): Hono<HttpEnv> {
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
