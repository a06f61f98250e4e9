/** Webhooks are answered before all other work (src/platform/deliveries.ts). */
import { createMiddleware } from "hono/factory";
import type { HttpEnv } from "../context.ts";

/** Counts a delivery while it is being answered. Throws `unavailable` (503) where there are too many. */
export const countDelivery = createMiddleware<HttpEnv>((c, next) =>
  c.var.services.answerDelivery(async () => {
    await next();
  }),
);
