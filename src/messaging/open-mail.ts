/** Composition of e-mail that comes in: Gmail, the conversations, approvals and the team's devices behind the inbox's ports. */
import type { Task, WorkResult } from "../platform/work/index.ts";
import { checkMail, forgetMailPolls, pollDue } from "./inbox/index.ts";
import { mailStanding } from "../integrations/google/mail-standing.ts";
import { AppError } from "../kernel/errors.ts";
import type { TenantContext } from "../platform/context.ts";
import type { MailCheckName } from "./api/mail.ts";
import { pollDeps } from "./wiring/mail-poll.ts";

/** How long a check that somebody waits for works before the rest is left to the clock. */
const CHECK_MS = 15_000;

/** The job of a check for one tenant. Throws what kept a mailbox from being read. */
export async function runMailCheck(
  ctx: TenantContext,
  check: MailCheckName,
): Promise<{ readonly summary: string }> {
  const standing = await mailStanding(ctx.db);
  if (standing.unread !== null) return { summary: standing.unread };
  const deps = await pollDeps(ctx, standing);
  if (deps === null) throw new AppError("not_configured", "No e-mail is connected.");
  return checkMail(deps, check, ctx.clock.now() + CHECK_MS);
}

/** Goes on with what a check has begun. */
export async function pollMail(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const db = ctx.db;
  const standing = await mailStanding(db);
  const deps = standing.unread === null ? await pollDeps(ctx, standing) : null;
  return deps === null ? forgetMailPolls(db) : pollDue(deps, untilMs);
}
