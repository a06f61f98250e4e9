/** What runs on the clock's minute. Every job is idempotent, bounded, and stands alone: one that fails stops no other. */
import { reconcile } from "../approvals/index.ts";
import { systemDb } from "../db/index.ts";
import { LOOK_MS } from "../inbox/index.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { ClockJob } from "../protocol/schedules.ts";
import { approvalDeps } from "./approvals.ts";
import { sweepAllInboxes } from "./inbox.ts";
import { leaseSchedules } from "./jobs.ts";
import { sweepAllMails } from "./mail.ts";
import { ringDue } from "./on-call.ts";
import { advanceCalls, continueBackfills } from "./phone-past.ts";
import { indexAllWaiting } from "./search.ts";

interface CronJob {
  readonly name: string;
  /** For the page where people see when it ran last. */
  readonly title: string;
  readonly run: (env: Env) => Promise<unknown>;
}

/** What came in and waits is looked at side by side, several times a minute: nothing else holds it up. */
const LOOKS: readonly CronJob[] = [
  { name: "inbox.sweep", title: "Hand on texts that were left waiting", run: sweepAllInboxes },
  { name: "mail.sweep", title: "Hand on e-mails that wait", run: sweepAllMails },
];
const MINUTE_MS = 60_000;

/** Once a minute, in order of importance. A new job is one line here. */
const JOBS: readonly CronJob[] = [
  {
    name: "approvals.reconcile",
    title: "Look after approvals and what was approved",
    run: reconcileApprovals,
  },
  { name: "notifications.ring", title: "Ring held notifications and the people on call", run: ringDue },
  { name: "schedules.lease", title: "Start what is scheduled", run: leaseSchedules },
  { name: "texts.calls", title: "Take in calls and their summaries", run: advanceCalls },
  { name: "search.index", title: "Make what is new searchable", run: indexAllWaiting },
  { name: "texts.backfill", title: "Read old texts from the phone system", run: continueBackfills },
];

/** The minute: a look, then every job once and beside them the further looks, counted from the time it was due. Never throws. */
export async function runCron(
  { scheduledTime }: Pick<ScheduledController, "scheduledTime">,
  env: Env,
  _context: ExecutionContext,
): Promise<void> {
  await look(env);
  await Promise.all([lookAgain(scheduledTime, env), runJobs(env)]);
}

async function lookAgain(dueMs: number, env: Env): Promise<void> {
  for (let afterMs = LOOK_MS.every; afterMs < MINUTE_MS; afterMs += LOOK_MS.every) {
    const waitMs = dueMs + afterMs - systemClock.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    await look(env);
  }
}

async function look(env: Env): Promise<void> {
  await Promise.all(LOOKS.map((job) => runJob(env, job)));
}

async function runJobs(env: Env): Promise<void> {
  for (const job of JOBS) await runJob(env, job);
}

async function runJob(env: Env, { name, run }: CronJob): Promise<void> {
  const startedAt = systemClock.now();
  let failed = false;
  try {
    await run(env);
    systemLogger.info("cron.finished", { hook: name, durationMs: systemClock.now() - startedAt });
  } catch (error) {
    failed = true;
    systemLogger.error("cron.failed", { hook: name, error });
  }
  await note(env, name, startedAt, failed);
}

/** The jobs of the minute and when each ran last, for people. */
export async function clockJobs(env: Env): Promise<ClockJob[]> {
  const seen = new Map((await systemDb(env.DB).listClockJobs()).map((row) => [row.name, row]));
  return [...LOOKS, ...JOBS].map(({ name, title }) => ({
    name,
    title,
    lastSeenAt: seen.get(name)?.lastSeenAt ?? null,
    failedAt: seen.get(name)?.failedAt ?? null,
  }));
}

async function note(env: Env, name: string, startedAt: number, failed: boolean): Promise<void> {
  const nowMs = systemClock.now();
  try {
    await systemDb(env.DB).noteClockJob(name, {
      nowIso: isoTime(nowMs),
      durationMs: nowMs - startedAt,
      failed,
    });
  } catch (error) {
    systemLogger.warn("cron.not_noted", { hook: name, error });
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
