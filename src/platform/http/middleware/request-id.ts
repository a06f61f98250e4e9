import { createMiddleware } from "hono/factory";
import { systemIds } from "../../../kernel/ids.ts";
import type { HttpEnv } from "../context.ts";

/** Assigns every request an ID, used in errors, logs and the `x-request-id` header. */
export const requestId = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("requestId", systemIds.newId());
  await next();
  if (c.res.status !== 101) c.res.headers.set("x-request-id", c.var.requestId);
});
