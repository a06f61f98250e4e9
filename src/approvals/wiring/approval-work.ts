/** Composition of what the clock does for approvals: driving them on, a look at every tally that something was decided for, and at what people keep. */
import { reconcile } from "../index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { considerDue } from "../earned/index.ts";
import type { Env } from "../../platform/env.ts";
import { approvalDeps } from "../open.ts";
import { earnedDeps } from "./earned.ts";

export { learnStyle } from "../../workspace/wiring/examples.ts";

/** Drives on what is due until a time. */
export async function reconcileApprovals(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  return reconcile(await approvalDeps(env, tenantId), untilMs);
}

/** Looks at tallies until a time. */
export function workOnEarned(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  return considerDue(
    earnedDeps(env, tenantId, () => approvalDeps(env, tenantId)),
    untilMs,
  );
}
