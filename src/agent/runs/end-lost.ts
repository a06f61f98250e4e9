/** Ends runs whose process died and that nothing resumes: single questions, which their caller repeats. */
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { runs } from "../tables/conversations.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";

/** How far back to look, in days; the nightly cleanup may miss a week. */
const DAYS = 8;

/** Ends runs older than a day. */
export function endLostRuns(db: TenantDb, nowMs: number): Statement {
  const since = isoTime(nowMs - DAYS * DAY_MS).slice(0, 10);
  const lost = and(
    gte(runs.day, since),
    eq(runs.status, "running"),
    lt(runs.startedAt, isoTime(nowMs - DAY_MS)),
  );
  const set = {
    status: "failed",
    stopReason: "failed",
    errorCode: "lost",
    finishedAt: isoTime(nowMs),
  } as const;
  return db.update(runs, set, lost ?? sql`false`).returning({ id: runs.id });
}
