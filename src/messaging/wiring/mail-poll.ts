/** Composition of the mailboxes that e-mail is read from. */
import { emailLabel } from "../effects/email-label.ts";
import { handOutKeys } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { mailboxes, readPastMail, type PollDeps } from "../inbox/index.ts";
import { mailStanding, type MailStanding } from "../../integrations/google/mail-standing.ts";
import { listIdsPage, newsSince } from "../../integrations/google/mailbox-news.ts";
import { readMessage } from "../../integrations/google/read.ts";
import type { Env } from "../../platform/env.ts";
import { findAccount } from "../../integrations/open.ts";
import { inboxWorld } from "../open-inbox.ts";
import { sendWork } from "../../platform/wiring/queues.ts";

/** Reads on in what the mailboxes have of before with an address; null where that is all, or no e-mail is connected. Throws IntegrationError. */
export async function pastMailOf(
  env: Env,
  tenantId: string,
  address: string,
  after: string,
): Promise<string | null> {
  const standing = await mailStanding(tenantDb(env, tenantId));
  const deps = standing.unread === null ? await pollDeps(env, tenantId, standing) : null;
  return deps === null ? null : readPastMail(deps, address, after);
}

/** What a poll takes; null where no e-mail is connected. */
export async function pollDeps(
  env: Env,
  tenantId: string,
  { mayLabel }: MailStanding,
): Promise<PollDeps | null> {
  const account = await findAccount(env, tenantId, "google");
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
  return mailboxes(inboxWorld(env, tenantId), mail, {
    labelOf: (document) => emailLabel.of(document),
    handOut: (keys) => handOutKeys(sendWork(env), { tenantId, kind: "mail.sweep", keys }),
  });
}
