/** What runs on the clock, each minute. Every job is idempotent, bounded, and stands alone: one that fails stops no other. */
import { reconcile } from "../approvals/index.ts";
import { systemDb } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { approvalDeps } from "./approvals.ts";
import { sweepAllInboxes } from "./inbox.ts";
import { leaseSchedules } from "./jobs.ts";
import { ringDue } from "./on-call.ts";
import { indexAllWaiting } from "./search.ts";

interface CronJob {
  readonly name: string;
  readonly run: (env: Env) => Promise<unknown>;
}

/** In order of importance. A new job is one line here. */
const JOBS: readonly CronJob[] = [
  { name: "inbox.sweep", run: sweepAllInboxes },
  { name: "approvals.reconcile", run: reconcileApprovals },
  { name: "notifications.ring", run: ringDue },
  { name: "schedules.lease", run: leaseSchedules },
  { name: "search.index", run: indexAllWaiting },
];

/** Runs every job once. Never throws. */
export async function runCron(
  _controller: ScheduledController,
  env: Env,
  _context: ExecutionContext,
): Promise<void> {
  for (const { name, run } of JOBS) {
    const startedAt = systemClock.now();
    try {
      await run(env);
      systemLogger.info("cron.finished", { hook: name, durationMs: systemClock.now() - startedAt });
    } catch (error) {
      systemLogger.error("cron.failed", { hook: name, error });
    }
  }
}

function reconcileApprovals(env: Env): Promise<unknown> {
  return reconcile({
    system: systemDb(env.DB),
    clock: systemClock,
    logger: systemLogger,
    depsFor: (tenantId) => approvalDeps(env, tenantId),
  });
}
