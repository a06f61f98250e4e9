/** Wires the morning notices about due tasks. */
import { notifier } from "../../platform/notifier.ts";
import type { TenantContext } from "../../platform/context.ts";
import { tellWhatIsDue } from "../index.ts";
import type { Slot } from "../../agent/schedules/index.ts";

/** Persisted with schedules. */
export const DUE_JOB = "tasks.due";

/** Notifies everyone of their due tasks. Idempotent per day. */
export async function runDueNews(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const told = await tellWhatIsDue(
    { db: ctx.db, clock: ctx.clock, timeZone: await ctx.timeZone() },
    slotAt,
    async (news) => {
      await notifier(ctx).notifyMember({ ...news, kinds: ["deadline"], because: "It’s their work." });
    },
  );
  return { summary: `Tasks of ${told} ${told === 1 ? "person" : "people"} are due.` };
}
