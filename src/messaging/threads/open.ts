/** Composition of the text inbox's work by the clock. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { wakeThreads as wake } from "./index.ts";
import { publish } from "../../platform/wiring/feed.ts";

/** Brings back what was snoozed until now, and tells open pages. */
export async function wakeThreads(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const { result, woken } = await wake({ db: tenantDb(env, tenantId), clock: systemClock }, untilMs);
  if (woken > 0) await publish(env, tenantId, { type: "records.changed", records: ["texts"] });
  return result;
}
