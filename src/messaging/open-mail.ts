/**
 * Composition of incoming e-mail: implements the inbox's ports with the team’s mailboxes, conversations, approvals and
 * notifications.
 */
import type { Task, WorkResult } from "../platform/work/index.ts";
import { checkMail, forgetMailPolls, pollDue } from "./inbox/index.ts";
import { mailStanding } from "../integrations/open-mailboxes.ts";
import { AppError } from "../kernel/errors.ts";
import type { TenantContext } from "../platform/context.ts";
import type { MailCheckName } from "./api/mail.ts";
import { pollDeps } from "./open-mail-poll.ts";

/** How long an interactive check works before the scheduler takes over. */
const CHECK_MS = 15_000;

/** Runs a tenant's check. Throws the errors that kept a mailbox from being read. */
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

/** Continues started checks. */
export async function pollMail(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const db = ctx.db;
  const standing = await mailStanding(db);
  const deps = standing.unread === null ? await pollDeps(ctx, standing) : null;
  return deps === null ? forgetMailPolls(db) : pollDue(deps, untilMs);
}
