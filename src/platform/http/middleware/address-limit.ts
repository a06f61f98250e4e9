/**
 * Requests without a sign-in are counted by address, so that no one address can try secrets, store clients or ask for pages without end. So are requests whose
 * cookie, token or key opens nothing. What a valid session or a signature protects is not counted: webhooks of all teams come from a vendor's few addresses.
 */
import { AppError } from "../../../kernel/errors.ts";
import type { HttpContext } from "../context.ts";

/** `entry` tries a secret or stores something; `public` is the rest. */
type AddressLimit = "public" | "entry";

/** The span of both limits (wrangler.toml). */
const PERIOD_SECONDS = 60;
/** Cloudflare sets the header on every request (HTTP headers, "CF-Connecting-IP"); on a laptop it names the laptop, or is missing. */
const ADDRESS_HEADER = "cf-connecting-ip";
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Throws `rate_limited` (429) with when to try again. */
export async function limitAddress(c: HttpContext, limit: AddressLimit): Promise<void> {
  const address = c.req.header(ADDRESS_HEADER);
  if (address === undefined || LOOPBACK.test(address)) return;
  if (await c.var.deployment.mayCall(limit, networkOf(address))) return;
  throw new AppError("rate_limited", "Too many requests from this address. Try again in a minute.", {
    details: { retryAfterSeconds: PERIOD_SECONDS },
  });
}

/** Codes by which a wrong secret is refused. */
const REFUSED: ReadonlySet<string> = new Set(["unauthenticated", "stranger"]);

/** Counts a wrong cookie, token or key like a wrong sign-in. Throws like `limitAddress`; does nothing for any other error. */
export async function countRefused(c: HttpContext, error: unknown): Promise<void> {
  if (error instanceof AppError && REFUSED.has(error.code)) await limitAddress(c, "entry");
}

/** An IPv4 address, or the /64 an IPv6 address is in: one household or office has a whole one (RFC 6177, section 2). */
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
