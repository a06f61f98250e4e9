/** What a team is given with its first account: the skills of the agents, the nightly check, and the morning's follow-ups. */
import { isNull } from "drizzle-orm";
import { accounts } from "./tables/accounts.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { addSystemSchedule, hasSystemSchedule } from "../agent/schedules/index.ts";
import { accountSkillFiles } from "./skill-files.ts";

/** Names of the jobs. Persisted. */
export const CHECK_JOB = "accounts.check";
export const FOLLOWUPS_JOB = "accounts.followups";

/** Gives it, once: what the team deletes, pauses or moves stays as it has it. For a team without accounts nothing. */
export async function beginAccounts(deps: {
  readonly db: TenantDb;
  /** Writes a file unless there is, or ever was, one of this path. */
  readonly write: (path: string, content: string) => Promise<void>;
}): Promise<void> {
  const { db, write } = deps;
  if (await hasSystemSchedule(db, CHECK_JOB)) return;
  const [some] = await db.pick({ id: accounts.id }, accounts, isNull(accounts.deletedAt)).limit(1);
  if (some === undefined) return;
  for (const [path, content] of accountSkillFiles()) await write(path, content);
  await addSystemSchedule(db, {
    name: FOLLOWUPS_JOB,
    title: "Draft the morning’s follow-ups with accounts",
    cadence: { type: "cron", expression: "30 7 * * 1-5" },
  });
  // Last: its row says that all was given.
  await addSystemSchedule(db, {
    name: CHECK_JOB,
    title: "Check that each account’s history proves its state",
    cadence: { type: "cron", expression: "20 2 * * *" },
  });
}
