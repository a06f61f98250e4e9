/** Composition of the text inbox's work by the clock. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { wakeThreads as wake } from "./index.ts";

/** Brings back what was snoozed until now, and tells open pages. */
export async function wakeThreads(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const { result, woken } = await wake({ db: ctx.db, clock: ctx.clock }, untilMs);
  if (woken > 0) await ctx.publish({ type: "records.changed", records: ["texts"] });
  return result;
}
