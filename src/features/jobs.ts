/** What runs by a tenant's schedules. A new job is one line in `SYSTEM_JOBS`, and one in `STANDING_JOBS` where every tenant has it. */
import { handOutKeys, type Task, type WorkResult } from "../platform/work/index.ts";
import { tenantDb } from "../platform/db/index.ts";
import { systemClock as clock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import { MIRROR_JOB, pullMirror } from "../workspace/mirror/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger as logger } from "../platform/logger.ts";
import { leaseDue, slotKey, workOnKey, type DueSlot, type SystemJob } from "../agent/schedules/index.ts";
import { ACCOUNT_JOBS } from "../accounts/wiring/account-jobs.ts";
import { cleanUp } from "../team/wiring/clean-up.ts";
import { publish } from "../platform/wiring/feed.ts";
import { mirrorWorld } from "../workspace/mirror/open.ts";
import { zoneOf } from "../platform/wiring/zone.ts";
import { sendWork } from "../platform/wiring/queues.ts";
import { DUE_JOB, runDueNews } from "../projects/wiring/due-news.ts";
import { METRICS_JOB, runMetrics } from "../team/metrics/open.ts";
import { HISTORIES_JOB, runHistoriesCheck } from "../team/wiring/check-histories.ts";
import { runUpkeep, UPKEEP_JOB } from "../workspace/upkeep/open.ts";
import { checkIndex } from "../knowledge/wiring/check-index.ts";
import { runMailCheck } from "../messaging/open-mail.ts";
import { conversationsOf } from "../agent/open.ts";

/** Every job of the product that runs by a tenant's schedule, by name. */
export const SYSTEM_JOBS: Readonly<
  Record<string, (env: Env, ...args: Parameters<SystemJob>) => ReturnType<SystemJob>>
> = {
  "clean-up": cleanUp,
  "search.check": checkIndex,
  "mail.general": (env, tenantId) => runMailCheck(env, tenantId, "general"),
  "mail.leads": (env, tenantId) => runMailCheck(env, tenantId, "leads"),
  ...ACCOUNT_JOBS,
  [DUE_JOB]: runDueNews,
  [HISTORIES_JOB]: runHistoriesCheck,
  [METRICS_JOB]: runMetrics,
  [UPKEEP_JOB]: runUpkeep,
  [MIRROR_JOB]: (env, tenantId) => pullMirror(mirrorWorld(env, tenantId)),
};

/** Hands out a tenant's due slots. Jobs that may take minutes go by a queue of their own. */
export function leaseSchedules(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const deps = { db: tenantDb(env, tenantId), clock, logger, timeZone: () => zoneOf(env, tenantId) };
  return leaseDue({ ...deps, handOut: (slots) => handOutSlots(env, tenantId, slots) }, untilMs);
}

/** Hands slots out as work of their own, by what they may wait for. */
export async function handOutSlots(env: Env, tenantId: string, slots: readonly DueSlot[]): Promise<void> {
  for (const [kind, some] of Map.groupBy(slots, (due) => due.kind))
    await handOutKeys(sendWork(env), { tenantId, kind, keys: some.map(({ slot }) => slotKey(slot)) });
}

/** Works on slots. Never throws for what the work itself throws: that is recorded and shown. */
export async function workOnSlots(env: Env, { tenantId, keys }: Task): Promise<WorkResult> {
  const deps = {
    db: tenantDb(env, tenantId),
    clock,
    logger,
    timeZone: await zoneOf(env, tenantId),
    newId: () => systemIds.newId(),
    conversation: conversationsOf(env, tenantId),
    job: (name: string): SystemJob | undefined => SYSTEM_JOBS[name]?.bind(null, env),
  };
  for (const key of keys)
    if ((await workOnKey(deps, key)) !== "none") await publish(env, tenantId, { type: "schedules.updated" });
  return "done";
}
