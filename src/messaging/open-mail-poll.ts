/** Wires reading from mailboxes. */
import { emailLabel } from "./effects/email-label.ts";
import { mailboxes, readPastMail, type PollDeps } from "./inbox/index.ts";
import { mailStanding, type MailStanding } from "../integrations/google/mail-standing.ts";
import { listIdsPage, newsSince } from "../integrations/google/mailbox-news.ts";
import { readMessage } from "../integrations/google/read.ts";
import type { TenantContext } from "../platform/context.ts";
import { findAccount } from "../integrations/open.ts";
import { inboxWorld } from "./open-inbox.ts";

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
  const account = await findAccount(ctx, "google");
  if (account === null) return null;
  const { id, createdAt, settings } = account.connection;
  const mail = {
    id,
    createdAt: settings.since ?? createdAt,
    settings: { ...settings.mail, markInGmail: settings.mail.markInGmail && mayLabel },
    list: (mailbox: string, query: string, page: string | null) => listIdsPage(account, mailbox, query, page),
    newsSince: (mailbox: string, historyId: string | null) => newsSince(account, mailbox, historyId),
    read: (mailbox: string, mailId: string) => readMessage(account, mailbox, mailId),
  };
  return mailboxes(inboxWorld(ctx), mail, {
    labelOf: (document) => emailLabel.of(document),
    handOut: (keys) => ctx.send("mail.sweep", keys),
  });
}
