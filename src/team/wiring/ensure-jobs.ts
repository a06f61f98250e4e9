/** The scheduled jobs of a team, set up once per version. */
import { JOBS_VERSION, type WorkResult } from "../../platform/work/index.ts";
import { ensureContactSyncs } from "../../messaging/contacts/index.ts";
import { ensureMailJobs } from "../../messaging/inbox/index.ts";
import { ensureEntities } from "../../knowledge/entities/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { ensureStandingJobs } from "../../agent/schedules/index.ts";
import { beginAccounts } from "../../accounts/open-begin.ts";
import { beginTeam } from "./first-steps.ts";

/** Idempotent. */
export async function ensureJobs(ctx: TenantContext): Promise<WorkResult> {
  const db = ctx.db;
  const syncs = ensureContactSyncs(db, ctx.clock.now());
  const entities = ensureEntities({ db, clock: ctx.clock });
  const begun = [beginTeam(ctx), beginAccounts(ctx)];
  await Promise.all([ensureStandingJobs(db), ensureMailJobs(db), syncs, entities, ...begun]);
  await ctx.deployment.system.noteJobs(ctx.tenantId, JOBS_VERSION);
  await ctx.wake("contacts.sync");
  return "done";
}
