import { createMiddleware } from "hono/factory";
import { systemIds } from "../../../kernel/ids.ts";
import type { HttpEnv } from "../context.ts";

/** Every request has an id of ours: in errors, in logs, and in the answer's `x-request-id`. */
export const requestId = createMiddleware<HttpEnv>(async (c, next) => {
  c.set("requestId", systemIds.newId());
  await next();
  if (c.res.status !== 101) c.res.headers.set("x-request-id", c.var.requestId);
});
