/**
 * Wires the nightly verification of project histories and the archive. Accounts have their own
 * (src/accounts/check.ts).
 */
import { notifier } from "../../platform/notifier.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { checkHistories } from "../../projects/index.ts";
import { checkArchive } from "../archive/index.ts";

/** Persisted with schedules. */
export const HISTORIES_JOB = "histories.check";
/** A slot's work is aborted after four minutes (src/agent/schedules/run-slot.ts). */
const WORK_MS = 2 * 60_000;

export async function runHistoriesCheck(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const admins = notifier(ctx);
  const db = ctx.db;
  const telling = (code: string, resolution: string) => ({
    tell: async (news: { once: string; title: string; body: string; path: string }) =>
      void (await admins.raiseAlert({ code, ...news })),
    settle: () => admins.settleAlert(code, { resolution }),
  });
  const ofProjects = await checkHistories(
    {
      db,
      clock: ctx.clock,
      ...telling("project_history", "Every history of projects is as it was written."),
    },
    { begin: slotAt, untilMs: ctx.clock.now() + WORK_MS },
  );
  const store = ctx.files.archive;
  const ofArchive = await checkArchive({
    db,
    store,
    clock: ctx.clock,
    ...telling("archive_broken", "The archive is as it was written."),
  });
  return { summary: `${ofProjects.summary} ${ofArchive.summary}` };
}
