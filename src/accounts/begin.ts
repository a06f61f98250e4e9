/** Sets a team up with its first account: agent skills, the nightly check, and morning follow-ups. */
import { isNull } from "drizzle-orm";
import { accounts } from "./tables/accounts.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { addSystemSchedule, hasSystemSchedule } from "../agent/schedules/index.ts";

/** Contents by workspace path. */
export type SkillFiles = readonly (readonly [path: string, content: string])[];

/** Names of the jobs. Persisted. */
export const CHECK_JOB = "accounts.check";
export const FOLLOWUPS_JOB = "accounts.followups";

/**
 * Runs once: later changes by the team (deleting, pausing, moving) are kept. Does nothing for a team without
 * accounts.
 */
export async function beginAccounts(deps: {
  readonly db: TenantDb;
  /** Writes a file unless this path exists or ever existed. */
  readonly write: (path: string, content: string) => Promise<void>;
  /** The skills of accounts by path; null while they can't be read. */
  readonly skills: () => Promise<SkillFiles | null>;
}): Promise<void> {
  const { db, write } = deps;
  if (await hasSystemSchedule(db, CHECK_JOB)) return;
  const [some] = await db.pick({ id: accounts.id }, accounts, isNull(accounts.deletedAt)).limit(1);
  if (some === undefined) return;
  const skills = await deps.skills();
  // Begun by the next change of an account.
  if (skills === null) return;
  for (const [path, content] of skills) await write(path, content);
  await addSystemSchedule(db, {
    name: FOLLOWUPS_JOB,
    title: "Draft the morning’s follow-ups with accounts",
    cadence: { type: "cron", expression: "30 7 * * 1-5" },
  });
  // Last, because its row marks the setup as complete.
  await addSystemSchedule(db, {
    name: CHECK_JOB,
    title: "Check that each account’s history proves its state",
    cadence: { type: "cron", expression: "20 2 * * *" },
  });
}
