/** Wires the scheduled work of the text inbox. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { wakeThreads as wake } from "./index.ts";

/** Reopens threads that are due, and notifies open pages. */
export async function wakeThreads(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, notifications: notificationDeps(ctx) };
  const { result, woken } = await wake(deps, untilMs);
  if (woken > 0) await ctx.publish({ type: "records.changed", records: ["texts"] });
  return result;
}
