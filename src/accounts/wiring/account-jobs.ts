/** Scheduled jobs of accounts, by name. */
import { runCheck } from "./account-check.ts";
import { runFollowups } from "./account-followups.ts";

export const ACCOUNT_JOBS = {
  "accounts.check": runCheck,
  "accounts.followups": runFollowups,
};
