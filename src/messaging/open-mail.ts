/** Composition of incoming e-mail: implements the inbox’s ports with the team’s mailboxes, conversations, approvals and notifications. */
import type { Task, WorkResult } from "../platform/work/index.ts";
import {
  checkMail,
  forgetMailPolls,
  pollDue,
  mailboxes,
  readPastMail,
  type PollDeps,
} from "./inbox/index.ts";
import { mailStanding, findMailboxes, type MailStanding } from "../integrations/open-mailboxes.ts";
import { AppError } from "../kernel/errors.ts";
import type { TenantContext } from "../platform/context.ts";
import type { MailCheckName } from "./api/mail.ts";
import { emailLabel } from "./effects/email-label.ts";
import { approvalDeps } from "../approvals/open.ts";
import { notificationDeps } from "../notifications/open.ts";
import { mailInbox } from "./open-inbox.ts";

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

/**
 * Continues the backfill of e-mails with an address; null at the end, or if no mailbox is connected. Throws
 * IntegrationError.
 */
export async function pastMailOf(ctx: TenantContext, address: string, after: string): Promise<string | null> {
  const standing = await mailStanding(ctx.db);
  const deps = standing.unread === null ? await pollDeps(ctx, standing) : null;
  return deps === null ? null : readPastMail(deps, address, after);
}

/** Dependencies of a poll; null if no mailbox is connected. */
async function pollDeps(ctx: TenantContext, { mayLabel }: MailStanding): Promise<PollDeps | null> {
  const all = await findMailboxes(ctx);
  if (all === null) return null;
  const { id, createdAt, settings } = all.connection;
  const mail = {
    id,
    createdAt: settings.since ?? createdAt,
    settings: { ...settings.mail, markInGmail: settings.mail.markInGmail && mayLabel },
    mailboxes: all,
  };
  const deps = { notifications: notificationDeps(ctx), approvals: () => approvalDeps(ctx) };
  return mailboxes(mailInbox(ctx), deps, mail, {
    labelOf: (document) => emailLabel.of(document),
    handOut: (keys) => ctx.send("mail.sweep", keys),
  });
}
