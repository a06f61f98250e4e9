/**
 * The only CSRF defense. State changes and socket handshakes must come from our own page, with an `Origin`
 * equal to the app's. Without `Origin`, a request must carry `Authorization` (a script; other sites can't
 * set it) or be marked same-origin by the browser (Fetch Metadata, W3C, `Sec-Fetch-Site`).
 */
import { createMiddleware } from "hono/factory";
import { AppError } from "../../../kernel/errors.ts";
import type { HttpEnv } from "../context.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Throws `bad_origin` (403). */
export const originCheck = createMiddleware<HttpEnv>(async (c, next) => {
  const { headers, method } = c.req.raw;
  const changes = !SAFE_METHODS.has(method) || headers.get("upgrade") !== null;
  if (changes && !isFromUs(headers, c.var.deployment.config.appOrigin)) {
    throw new AppError(
      "bad_origin",
      `This request does not come from the app’s own pages. Open the app at ${c.var.deployment.config.appOrigin}.`,
    );
  }
  await next();
});

/** Whether a state-changing request may proceed to authentication. */
export function isFromUs(headers: Headers, appOrigin: string): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return origin === appOrigin;
  if (headers.get("authorization") !== null) return true;
  if (headers.get("sec-fetch-site") === "same-origin") return true;
  const ambient = headers.get("cookie") !== null || headers.get("cf-access-jwt-assertion") !== null;
  return !ambient && headers.get("sec-fetch-site") === null;
}
