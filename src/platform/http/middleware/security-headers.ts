/**
 * Security headers of every response: what pages may load, whom they may connect to, and that no one may
 * frame them.
 */
import { createMiddleware } from "hono/factory";
import type { HttpEnv } from "../context.ts";

/**
 * The content security policy for an origin: nothing third-party, no inline scripts or styles, sockets only
 * to ourselves.
 */
export function contentSecurityPolicy(appOrigin: string): string {
  const socketOrigin = appOrigin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

const FIXED: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy":
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), " +
    "magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), " +
    "xr-spatial-tracking=()",
};

/** Skips socket handshakes (101), whose headers are set by the object. */
export const securityHeaders = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  const headers = c.res.headers;
  for (const [name, value] of Object.entries(FIXED)) headers.set(name, value);
  const config = c.get("deployment")?.config;
  headers.set(
    "content-security-policy",
    config === undefined
      ? "default-src 'none'; frame-ancestors 'none'"
      : contentSecurityPolicy(config.appOrigin),
  );
  if (config?.secure === true) {
    headers.set("strict-transport-security", "max-age=63072000; includeSubDomains");
  }
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
});
