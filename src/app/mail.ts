/** Composition of e-mail that comes in: Gmail, the conversations, approvals and the team's devices behind the inbox's ports. */
import { emailLabel } from "../actions/email-label.ts";
import { isOwnMail } from "../actions/email-send.ts";
import { actByRule, hasWaitingDrafts, markThreadStale } from "../approvals/index.ts";
import { findGoogleInfo, type Contact } from "../connections/index.ts";
import { dbFor, systemDb } from "../db/index.ts";
import {
  checkMail,
  LOOK_MS,
  mailThreadKey,
  nameOf,
  sweepMails,
  wordsOfMail,
  type MailCheckDeps,
  type MailDeps,
} from "../inbox/index.ts";
import { listIds, readMessage, type GoogleAccount } from "../integrations/google/read.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import { conversationObjectName } from "../kernel/tenant-names.ts";
import { notifyTeam, routeFor, settleTeamNews } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { MailCheckName } from "../protocol/mail.ts";
import { ensureSystemSchedule } from "../schedules/index.ts";
import { approvalDeps } from "./approvals.ts";
import { findAccount } from "./accounts.ts";
import { notificationDeps } from "./notifications.ts";
import { openTexting } from "./accounts.ts";
import { indexWaiting } from "./search.ts";
import { unreadableNews, unreadNews } from "./team-news.ts";

/** The label of what Steward has read, in the mailbox. */
const LABEL = "Steward";
const TITLES: Record<MailCheckName, string> = {
  general: "Check e-mail",
  leads: "Check e-mail for leads",
};
export const MAIL_CHECKS: readonly MailCheckName[] = ["general", "leads"];

/** Name of a check's system job. */
export function mailJobName(check: MailCheckName): string {
  return `mail.${check}`;
}

/** The job of a check for one tenant. Throws what kept a mailbox from being looked at. */
export async function runMailCheck(
  env: Env,
  tenantId: string,
  check: MailCheckName,
): Promise<{ readonly summary: string }> {
  const account = await findAccount(env, tenantId, "google");
  if (account === null) throw new AppError("not_configured", "No e-mail is connected.");
  const result = await checkMail(checkDeps(env, tenantId, account), check);
  await indexWaiting(env, tenantId);
  return result;
}

/** The cron's part: what was accepted and not handed on. */
export function sweepAllMails(env: Env): Promise<void> {
  return sweepMails({
    system: systemDb(env.DB),
    clock: systemClock,
    logger: systemLogger,
    depsFor: (tenantId) => mailDeps(env, tenantId),
  });
}

/** Gives a tenant its checks as its settings have them. Repeats change nothing. */
export async function ensureMailJobs(env: Env, tenantId: string): Promise<void> {
  const db = dbFor(env.DB, tenantId);
  const info = await findGoogleInfo(db);
  if (info === null) return;
  for (const check of MAIL_CHECKS) {
    const { enabled, everyMinutes, hours } = info.settings.mail.checks[check];
    await ensureSystemSchedule(db, {
      name: mailJobName(check),
      title: TITLES[check],
      cadence: { type: "every", minutes: everyMinutes, ...(hours === null ? {} : { window: hours }) },
      enabled,
    });
  }
}

function mailDeps(env: Env, tenantId: string): MailDeps {
  const db = dbFor(env.DB, tenantId);
  const senderOf = senderFinder(env, tenantId);
  return {
    db,
    clock: systemClock,
    logger: systemLogger,
    async contactOf(address) {
      const contact = await senderOf(address);
      return contact === null ? null : { id: contact.id, name: contact.name };
    },
    async routeTo({ words, name, address }) {
      try {
        return await routeFor(db, async () => {
          const contact = await senderOf(address);
          const places = [contact?.role, contact?.company].filter(Boolean).join(" · ");
          return { words, name, number: contact?.numbers[0]?.number ?? null, address, places };
        });
      } catch (error) {
        systemLogger.warn("inbox.not_routed", { tenantId, error });
        return null;
      }
    },
    async receive(identity, email) {
      const name = await conversationObjectName(tenantId, identity.conversationId);
      return env.CONVERSATIONS.getByName(name).receiveText(identity, email);
    },
    isOwnMail: (mail) => isOwnMail(db, mail),
    async markThreadStale(threadKey, reason, newestMessageId) {
      if (!(await hasWaitingDrafts(db, threadKey))) return;
      await markThreadStale(await approvalDeps(env, tenantId), threadKey, reason, newestMessageId);
    },
    async tellUnread(row) {
      await notifyTeam(
        notificationDeps(env, tenantId),
        unreadNews({
          key: `${row.mailbox}/${row.id}`,
          source: "email",
          name: nameOf(row),
          words: wordsOfMail(row),
          conversationId: mailThreadKey(row.threadId),
          said: "",
        }),
      );
    },
  };
}

function checkDeps(env: Env, tenantId: string, account: GoogleAccount): MailCheckDeps {
  const { connection } = account;
  return {
    ...mailDeps(env, tenantId),
    connection: {
      id: connection.id,
      watchedSince: connection.createdAt,
      settings: connection.settings.mail,
    },
    listIds: (mailbox, query, limit) => listIds(account, mailbox, query, limit),
    read: (mailbox, id) => readMessage(account, mailbox, id),
    tellUnreadable: (mail) =>
      safely(tenantId, notifyTeam(notificationDeps(env, tenantId), unreadableNews(mail))),
    settleUnreadable: (mail) => {
      const { key: keyPrefix, about } = unreadableNews(mail);
      const resolution = "The agent has read it";
      const news = { about, keyPrefix, resolution };
      return safely(tenantId, settleTeamNews(notificationDeps(env, tenantId), news));
    },
    async mark(mailbox, ids) {
      if (!connection.settings.mail.markInGmail) return;
      try {
        await label(env, tenantId, { connectionId: connection.id, mailbox, ids });
      } catch (error) {
        systemLogger.warn("mail.not_marked", { tenantId, error });
      }
    },
  };
}

/** What is told of an e-mail changes nothing about how the others are taken. */
async function safely(tenantId: string, telling: Promise<unknown>): Promise<void> {
  try {
    await telling;
  } catch (error) {
    systemLogger.warn("mail.not_told", { tenantId, error });
  }
}

/** Labels e-mails through the ledger, approved by the admin's standing rule; no model has a hand in it. */
async function label(
  env: Env,
  tenantId: string,
  what: { readonly connectionId: string; readonly mailbox: string; readonly ids: readonly string[] },
): Promise<void> {
  const { connectionId, mailbox, ids } = what;
  await actByRule(await approvalDeps(env, tenantId), {
    id: await derivedId("mark", tenantId, mailbox, ...ids),
    tool: "mail.label",
    conversationTitle: "E-mail labels",
    rule: "standing.mail_labels",
    effect: emailLabel.of({ connectionId, mailbox, emailIds: [...ids], label: LABEL }),
  });
}

/** Finds whose address it is. Null for one nobody knows, and where the contacts do not answer soon: no e-mail is held up by a name. Never throws. */
function senderFinder(env: Env, tenantId: string): (address: string) => Promise<Contact | null> {
  const find = async (address: string): Promise<Contact | null> => {
    const contacts = await (await openTexting(env, tenantId)).contacts();
    return contacts.find(({ emails }) => emails.some((one) => one.toLowerCase() === address)) ?? null;
  };
  return async (address) => {
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOK_MS.name));
    try {
      return await Promise.race([find(address), tooLate]);
    } catch (error) {
      systemLogger.warn("mail.contact_not_found_out", { tenantId, error });
      return null;
    }
  };
}
