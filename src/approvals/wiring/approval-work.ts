/** Composition of what the clock does for approvals: driving them on, a look at every tally that something was decided for, and at what people keep. */
import { reconcile } from "../index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { considerDue } from "../earned/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { approvalDeps } from "../open.ts";
import { earnedDeps } from "./earned.ts";

export { learnStyle } from "../../workspace/wiring/examples.ts";

/** Drives on what is due until a time. */
export async function reconcileApprovals(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return reconcile(await approvalDeps(ctx), untilMs);
}

/** Looks at tallies until a time. */
export function workOnEarned(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return considerDue(
    earnedDeps(ctx, () => approvalDeps(ctx)),
    untilMs,
  );
}
