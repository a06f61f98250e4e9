/** Wires the nightly check of accounts' histories. */
import { notifier } from "../../platform/notifier.ts";
import { checkAccounts } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { tellOfAccounts } from "./account-files.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** A slot's work is aborted after four minutes (src/agent/schedules/run-slot.ts). */
const WORK_MS = 3 * 60_000;
const ALERT = "account_chain";

export async function runCheck(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const admins = notifier(ctx);
  const done = await checkAccounts(
    {
      files: openFiles(ctx),
      logger: ctx.log,
      tell: async (news) => void (await admins.raiseAlert({ code: ALERT, ...news })),
      settle: () => admins.settleAlert(ALERT, { resolution: "Every account’s history proves its state." }),
    },
    { since: slotAt, untilMs: ctx.clock.now() + WORK_MS },
  );
  await tellOfAccounts(ctx)();
  return done;
}
