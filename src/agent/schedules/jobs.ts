/** What runs by a tenant's schedules: the jobs that features declare, and the handing out of due slots. A job every tenant has is in `STANDING_JOBS` too. */
import type { TenantContext } from "../../platform/context.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { handOutSlots, leaseDue, workOnKey, type SystemJob } from "./index.ts";

/** Does a job of one team's. As `SystemJob`. */
export type Job = (ctx: TenantContext, ...args: Parameters<SystemJob>) => ReturnType<SystemJob>;

declare module "../../kernel/features.ts" {
  interface Feature {
    /** What runs by a tenant's schedules, by persisted name. */
    readonly jobs?: Readonly<Record<string, Job>>;
  }
}

/** Every job of the product that runs by a tenant's schedule, by name. */
export const systemJobs = fromFeatures((features): Readonly<Record<string, Job>> =>
  Object.assign({}, ...features.map(({ jobs = {} }) => jobs)),
);

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
    job: (name: string): SystemJob | undefined => systemJobs()[name]?.bind(null, ctx),
  };
  for (const key of keys)
    if ((await workOnKey(deps, key)) !== "none") await ctx.publish({ type: "schedules.updated" });
  return "done";
}
