/**
 * A vendor that refuses a call may be refusing the whole connection or that one thing: where the first is possible, the harmless read of the page's Test
 * decides, and what is wrong stands on the page and is told to the admins, without anybody having pressed Test.
 */
import { noteCheck } from "./connections/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import { checked } from "./connection-problems.ts";
import type { AccessDeps } from "./oauth/access.ts";

/** A connection that is in use. */
export interface UsedConnection {
  readonly id: string;
  readonly title: string;
  /** When it was last checked, and with what result. */
  readonly checkedAt: string | null;
  readonly problem: string | null;
  /** Reads one thing by it. */
  readonly check: (http: OutsideHttp) => Promise<void>;
}

/** It isn't asked about more often: many things may be refused at once. */
const CHECK_EVERY_MS = 5 * 60_000;

/** The same way out, that notices where the connection itself is refused. */
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
