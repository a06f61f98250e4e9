/** Implements mailbox polling for one tenant: its mailboxes behind the port, and notices about unreadable e-mails. */
import type { ApprovalDeps } from "../../approvals/index.ts";
import {
  notifyTeam,
  settleTeamNews,
  unreadableNews,
  type NotificationDeps,
} from "../../notifications/index.ts";
import type { MailSettings } from "../api/mail.ts";
import { labelMail, type LabelEffect } from "./label-mail.ts";
import type { MailDeps, PollDeps } from "./mail-ports.ts";

interface MailAccount {
  readonly id: string;
  readonly createdAt: string;
  readonly settings: MailSettings;
  readonly mailboxes: PollDeps["mailboxes"];
}

/** Ports for polling. Does no I/O. */
export function mailboxes(
  inbox: MailDeps,
  deps: { readonly notifications: NotificationDeps; readonly approvals: () => Promise<ApprovalDeps> },
  account: MailAccount,
  options: { readonly labelOf: LabelEffect; readonly handOut: PollDeps["handOut"] },
): PollDeps {
  const { logger, db } = inbox;
  const { notifications } = deps;
  const { id, createdAt, settings } = account;
  const safely = async (event: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      logger.warn(event, { tenantId: db.tenantId, error });
    }
  };
  return {
    ...inbox,
    connection: { id, watchedSince: createdAt, settings },
    mailboxes: account.mailboxes,
    handOut: options.handOut,
    tellUnreadable: (mail) => safely("mail.not_told", notifyTeam(notifications, unreadableNews(mail))),
    settleUnreadable(mail) {
      const { key: keyPrefix, about } = unreadableNews(mail);
      const resolution = "Steward read it";
      return safely("mail.not_told", settleTeamNews(notifications, { about, keyPrefix, resolution }));
    },
    async mark(mailbox, ids) {
      if (!settings.markInGmail) return;
      const label = async () =>
        labelMail(await deps.approvals(), options.labelOf, { connectionId: id, mailbox, ids });
      await safely("mail.not_marked", label());
    },
  };
}
