import { getCookie, setCookie } from "hono/cookie";
import { SESSION_COOKIE_SECONDS } from "../auth/index.ts";
import type { HttpContext } from "./context.ts";

/** The cookie that Clerk's page sets on the apex domain: a provider's token, exchanged once for our own session. */
export const CLERK_COOKIE = "__session";

/**
 * Name of our session cookie. With `__Host-` (RFC 6265bis section 4.1.3) browsers require Secure, no
 * Domain, and path `/`. They accept it over https only, so http on localhost uses a plain name.
 */
function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-steward" : "steward_session";
}

/** The session secret of a request. */
export function readSessionCookie(c: HttpContext): string | undefined {
  return getCookie(c, sessionCookieName(c.var.deployment.config.secure));
}

export function setSessionCookie(c: HttpContext, secret: string): void {
  write(c, secret, SESSION_COOKIE_SECONDS);
}

/** Deletes the session cookie, and the provider's token on this host, so that the user stays signed out. */
export function clearSessionCookie(c: HttpContext): void {
  write(c, "", 0);
  setCookie(c, CLERK_COOKIE, "", { path: "/", maxAge: 0, secure: c.var.deployment.config.secure });
}

function write(c: HttpContext, value: string, maxAge: number): void {
  const { secure } = c.var.deployment.config;
  setCookie(c, sessionCookieName(secure), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure,
    maxAge,
  });
}
