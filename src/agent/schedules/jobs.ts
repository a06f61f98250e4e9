/**
 * The jobs that features declare for schedules, and the dispatch of due slots. Jobs that every tenant has
 * are also in `STANDING_JOBS`.
 */
import type { TenantContext } from "../../platform/context.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { handOutSlots, leaseDue, workOnKey, type SystemJob } from "./index.ts";

/** Runs a job for a team; see `SystemJob`. */
export type Job = (ctx: TenantContext, ...args: Parameters<SystemJob>) => ReturnType<SystemJob>;

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Jobs by persisted name. */
    readonly jobs?: Readonly<Record<string, Job>>;
  }
}

export const systemJobs = fromFeatures((features): Readonly<Record<string, Job>> =>
  Object.assign({}, ...features.map(({ jobs = {} }) => jobs)),
);

/** Dispatches a tenant's due slots. Jobs that may take minutes have a queue of their own. */
export function leaseSchedules(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, logger: ctx.log, timeZone: () => ctx.timeZone() };
  return leaseDue({ ...deps, handOut: (slots) => handOutSlots(ctx, slots) }, untilMs);
}

/** Runs slots. Failures of the work are recorded and shown, not thrown. */
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
