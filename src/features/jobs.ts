/** What runs by a tenant's schedules. A new job is one line in `SYSTEM_JOBS`, and one in `STANDING_JOBS` where every tenant has it. */
import { type Task, type WorkResult } from "../platform/work/index.ts";
import { MIRROR_JOB, pullMirror } from "../workspace/mirror/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { handOutSlots, leaseDue, workOnKey, type SystemJob } from "../agent/schedules/index.ts";
import { ACCOUNT_JOBS } from "../accounts/wiring/account-jobs.ts";
import { cleanUp } from "../team/wiring/clean-up.ts";
import { mirrorWorld } from "../workspace/mirror/open.ts";
import { DUE_JOB, runDueNews } from "../projects/wiring/due-news.ts";
import { METRICS_JOB, runMetrics } from "../team/metrics/open.ts";
import { HISTORIES_JOB, runHistoriesCheck } from "../team/wiring/check-histories.ts";
import { runUpkeep, UPKEEP_JOB } from "../workspace/upkeep/open.ts";
import { checkIndex } from "../knowledge/wiring/check-index.ts";
import { runMailCheck } from "../messaging/open-mail.ts";

/** Every job of the product that runs by a tenant's schedule, by name. */
export const SYSTEM_JOBS: Readonly<
  Record<string, (ctx: TenantContext, ...args: Parameters<SystemJob>) => ReturnType<SystemJob>>
> = {
  "clean-up": cleanUp,
  "search.check": checkIndex,
  "mail.general": (ctx) => runMailCheck(ctx, "general"),
  "mail.leads": (ctx) => runMailCheck(ctx, "leads"),
  ...ACCOUNT_JOBS,
  [DUE_JOB]: runDueNews,
  [HISTORIES_JOB]: runHistoriesCheck,
  [METRICS_JOB]: runMetrics,
  [UPKEEP_JOB]: runUpkeep,
  [MIRROR_JOB]: (ctx) => pullMirror(mirrorWorld(ctx)),
};

/** Hands out a tenant's due slots. Jobs that may take minutes go by a queue of their own. */
export function leaseSchedules(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, logger: ctx.log, timeZone: () => ctx.timeZone() };
  return leaseDue({ ...deps, handOut: (slots) => handOutSlots(ctx, slots) }, untilMs);
}

/** Works on slots. Never throws for what the work itself throws: that is recorded and shown. */
export async function workOnSlots(ctx: TenantContext, { keys }: Task): Promise<WorkResult> {
  const deps = {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    timeZone: await ctx.timeZone(),
    newId: () => ctx.ids.newId(),
    conversation: ctx.objects.conversation,
    job: (name: string): SystemJob | undefined => SYSTEM_JOBS[name]?.bind(null, ctx),
  };
  for (const key of keys)
    if ((await workOnKey(deps, key)) !== "none") await ctx.publish({ type: "schedules.updated" });
  return "done";
}
