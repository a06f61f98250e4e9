/** Wires reading from mailboxes. */
import { emailLabel } from "./effects/email-label.ts";
import { mailboxes, readPastMail, type PollDeps } from "./inbox/index.ts";
import { findMailboxes, mailStanding, type MailStanding } from "../integrations/open-mailboxes.ts";
import type { TenantContext } from "../platform/context.ts";
import { approvalDeps } from "../approvals/open.ts";
import { notificationDeps } from "../notifications/open.ts";
import { mailInbox } from "./open-inbox.ts";

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
export async function pollDeps(ctx: TenantContext, { mayLabel }: MailStanding): Promise<PollDeps | null> {
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
