/** The regular work of a team, set up once for each version of it. */
import { JOBS_VERSION, type Task, type WorkResult } from "../../platform/work/index.ts";
import { ensureContactSyncs } from "../../messaging/contacts/index.ts";
import { deploymentDb, tenantDb } from "../../platform/db/index.ts";
import { ensureMailJobs } from "../../messaging/inbox/index.ts";
import { ensureEntities } from "../../knowledge/entities/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { ensureStandingJobs } from "../../agent/schedules/index.ts";
import { beginAccounts } from "../../accounts/wiring/begin-accounts.ts";
import { beginTeam } from "./first-steps.ts";
import { wakeSoon } from "../../platform/wiring/queues.ts";

/** Sets it up. A repeat changes nothing. */
export async function ensureJobs(env: Env, { tenantId }: Task): Promise<WorkResult> {
  const db = tenantDb(env, tenantId);
  const syncs = ensureContactSyncs(db, systemClock.now());
  const entities = ensureEntities({ db, clock: systemClock });
  const begun = [beginTeam(env, tenantId), beginAccounts(env, tenantId)];
  await Promise.all([ensureStandingJobs(db), ensureMailJobs(db), syncs, entities, ...begun]);
  await deploymentDb(env).noteJobs(tenantId, JOBS_VERSION);
  await wakeSoon(env, { tenantId, kind: "contacts.sync" });
  return "done";
}
