/**
 * Detects broken connections in use. A refused call may mean that the whole connection is refused; if that is possible, the page's
 * harmless Test read decides, and a problem is stored and reported to the admins without anyone pressing Test.
 */
import { noteCheck } from "./connections/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import { checked } from "./connection-problems.ts";
import type { AccessDeps } from "./oauth/access.ts";

interface UsedConnection {
  readonly id: string;
  readonly title: string;
  /** Time and result of the last check. */
  readonly checkedAt: string | null;
  readonly problem: string | null;
  /** Reads one thing through the connection. */
  readonly check: (http: OutsideHttp) => Promise<void>;
}

/** Minimum time between checks: many calls may be refused at once. */
const CHECK_EVERY_MS = 5 * 60_000;

/** Wraps outside HTTP to notice when the connection itself is refused. */
export function noticing(
  { db, clock, consent }: Pick<AccessDeps, "db" | "clock" | "consent">,
  http: OutsideHttp,
  { id, title, checkedAt, problem, check }: UsedConnection,
): OutsideHttp {
  let isAsked = problem !== null;
  return async (request) => {
    const response = await http(request);
    if ((response.status !== 401 && response.status !== 403) || isAsked) return response;
    isAsked = true;
    const nowMs = clock.now();
    if (checkedAt !== null && checkedAt > isoTime(nowMs - CHECK_EVERY_MS)) return response;
    const found = await checked(() => check(http)).catch(() => null);
    if (found !== "refused") return response;
    await noteCheck(db, id, found, nowMs);
    await consent.alert({
      code: "connection_broken",
      once: `${id}:${isoTime(nowMs).slice(0, 10)}`,
      title: `${title} doesn’t accept Steward any more`,
      body: `Tools that use ${title} fail until it is connected again under Settings → Connections.`,
      path: "/settings/connections",
    });
    return response;
  };
}
