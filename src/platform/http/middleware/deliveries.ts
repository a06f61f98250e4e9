/** Gives webhooks priority over other work (src/platform/deliveries.ts). */
import { createMiddleware } from "hono/factory";
import { deliveries } from "../../deliveries.ts";
import type { HttpEnv } from "../context.ts";

/** Counts a delivery in progress. Throws `unavailable` (503) if there are too many. */
export const countDelivery = createMiddleware<HttpEnv>((_c, next) =>
  deliveries.answer(async () => {
    await next();
  }),
);
