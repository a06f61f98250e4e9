/**
 * Archives e-mails; nothing is deleted. Undone by moving them back. Idempotent, so after a crash it is simply
 * repeated.
 */
import * as z from "zod";
import { MAIL_VENDORS } from "../../integrations/connections/index.ts";
import type { EffectBytes } from "../../approvals/ports.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { changeLabels } from "./email-label.ts";

/** The label ID of the inbox, at every vendor. */
export const INBOX = "INBOX";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.email(),
  emailIds: z.array(z.string().min(1).max(200)).min(1).max(100),
  /** Subjects of the e-mails, for the approver. */
  subjects: z.array(z.string().max(200)).max(100),
  /** Moves into the inbox instead of out of it. */
  back: z.literal(true).optional(),
});

export const emailArchive = defineEffect({
  kind: "email.archive",
  vendor: MAIL_VENDORS,
  provider: "the mailbox",
  document: documentSchema,
  words: { name: "E-mails to archive", plural: "e-mails to archive", verb: "archive", done: "Archived" },
  says({ mailbox, emailIds, back }) {
    const count = emailIds.length === 1 ? "1 e-mail" : `${emailIds.length} e-mails`;
    const title =
      back === true ? `Move ${count} back to the inbox of ${mailbox}` : `Archive ${count} in ${mailbox}`;
    return {
      title,
      target: mailbox,
      ask: `${title}?`,
      sent: `${count} ${back === true ? "moved back to the inbox" : "archived"}`,
    };
  },
  layout: [
    { path: "/mailbox", label: "Mailbox", role: "recipient" },
    { path: "/subjects/*", label: "E-mails", role: "detail" },
    { path: "/back", label: "Back to the inbox", role: "id" },
    { path: "/emailIds/*", label: "E-mail", role: "id" },
    { path: "/connectionId", label: "Connection", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform({ mailbox, emailIds, back }, account) {
    await changeLabels(account, {
      mailbox,
      emailIds,
      change: back === true ? "add" : "remove",
      labelId: INBOX,
    });
    return { providerId: null };
  },
  compensate({ back, ...document }): { label: string; effect: EffectBytes } | null {
    if (back === true) return null;
    return { label: "Move back to the inbox", effect: emailArchive.of({ ...document, back: true }) };
  },
});
