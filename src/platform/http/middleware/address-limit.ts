/**
 * Limits unauthenticated requests by address, so that no address can guess secrets, register clients or
 * request pages without limit. Requests with an invalid cookie, token or key count, too. Requests with a
 * valid session or signature don't: webhooks of all teams come from few vendor addresses.
 */
import { AppError } from "../../../kernel/errors.ts";
import type { HttpContext } from "../context.ts";

/** `entry` covers requests that try a secret or store something; `public` covers the rest. */
type AddressLimit = "public" | "entry";

/** The period of both limits (wrangler.toml). */
const PERIOD_SECONDS = 60;
/** Set by Cloudflare on every request (HTTP headers, “CF-Connecting-IP”); local, or missing on a laptop. */
const ADDRESS_HEADER = "cf-connecting-ip";
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Throws `rate_limited` (429) with a retry time. */
export async function limitAddress(c: HttpContext, limit: AddressLimit): Promise<void> {
  const address = c.req.header(ADDRESS_HEADER);
  if (address === undefined || LOOPBACK.test(address)) return;
  if (await c.var.deployment.mayCall(limit, networkOf(address))) return;
  throw new AppError("rate_limited", "Too many requests from this address. Try again in a minute.", {
    details: { retryAfterSeconds: PERIOD_SECONDS },
  });
}

/** Error codes of invalid secrets. */
const REFUSED: ReadonlySet<string> = new Set(["unauthenticated", "stranger"]);

/** Counts an invalid cookie, token or key like a failed sign-in. Throws as `limitAddress`; ignores other errors. */
export async function countRefused(c: HttpContext, error: unknown): Promise<void> {
  if (error instanceof AppError && REFUSED.has(error.code)) await limitAddress(c, "entry");
}

/** An IPv4 address, or the /64 of an IPv6 address, which belongs to one household or office (RFC 6177, section 2). */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const whole = [...groups, ...Array.from({ length: zeros }, () => "0"), ...rest];
  return whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
