/** What accounts have done for them by a team's schedule, by name. */
import { runCheck } from "./account-check.ts";
import { runFollowups } from "./account-followups.ts";

export const ACCOUNT_JOBS = {
  "accounts.check": runCheck,
  "accounts.followups": runFollowups,
};
