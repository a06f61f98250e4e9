/** Composition of the nightly check of accounts' histories. */
import { checkAccounts } from "../index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { raiseAlert, settleAlert } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { tellOfAccounts } from "./account-files.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** A slot's work is given up after four minutes (src/agent/schedules/work.ts). */
const WORK_MS = 3 * 60_000;
const ALERT = "account_chain";

/** Checks them. */
export async function runCheck(env: Env, tenantId: string, { slotAt }: Slot): Promise<{ summary: string }> {
  const admins = notificationDeps(env, tenantId);
  const done = await checkAccounts(
    {
      files: openFiles(env, tenantId),
      logger,
      tell: async (news) => void (await raiseAlert(admins, { code: ALERT, ...news })),
      settle: () => settleAlert(admins, ALERT, { resolution: "Every account’s history proves its state." }),
    },
    { since: slotAt, untilMs: clock.now() + WORK_MS },
  );
  await tellOfAccounts(env, tenantId)();
  return done;
}
