/** Wires the morning notices about due tasks. */
import { notifyMember } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { tellWhatIsDue } from "../index.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { notificationDeps } from "../../notifications/open.ts";

/** Persisted with schedules. */
export const DUE_JOB = "tasks.due";

/** Notifies everyone of their due tasks. Idempotent per day. */
export async function runDueNews(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const deps = notificationDeps(ctx);
  const told = await tellWhatIsDue({ ...deps, timeZone: await ctx.timeZone() }, slotAt, async (news) => {
    await notifyMember(deps, { ...news, kinds: ["deadline"], because: "It’s their work." });
  });
  return { summary: `Tasks of ${told} ${told === 1 ? "person" : "people"} are due.` };
}
