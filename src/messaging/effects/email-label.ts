/** Adds or removes a label on e-mails. Idempotent, so after a crash it is simply repeated. */
import * as z from "zod";
import { MAIL_VENDORS } from "../../integrations/connections/index.ts";
import { mailboxesOf, type MailAccount } from "../../integrations/open-mailboxes.ts";
import type { EffectBytes } from "../../approvals/ports.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { mailboxWriter } from "./mailbox-writer.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.email(),
  emailIds: z.array(z.string().min(1).max(200)).min(1).max(100),
  label: z.string().min(1).max(100),
  /** Default: `add`. */
  change: z.enum(["add", "remove"]).optional(),
  /** Subjects of the e-mails, for the approver. */
  subjects: z.array(z.string().max(200)).max(100).optional(),
});

export const emailLabel = defineEffect({
  kind: "email.label",
  vendor: MAIL_VENDORS,
  provider: "the mailbox",
  document: documentSchema,
  words: { name: "E-mail label", plural: "e-mail labels", verb: "change the label", done: "Changed" },
  says({ mailbox, emailIds, label, change = "add" }) {
    const count = emailIds.length === 1 ? "1 e-mail" : `${emailIds.length} e-mails`;
    const isAdded = change === "add";
    const title = isAdded ? `Label ${count} in ${mailbox}` : `Take a label off ${count} in ${mailbox}`;
    return {
      title,
      target: mailbox,
      ask: isAdded ? `${title} “${label}”?` : `${title}: “${label}”?`,
      sent: isAdded ? `${count} labeled “${label}”` : `${count} no longer labeled “${label}”`,
    };
  },
  layout: [
    { path: "/mailbox", label: "Mailbox", role: "recipient" },
    { path: "/label", label: "Label", role: "detail" },
    { path: "/change", label: "Change", role: "detail" },
    { path: "/subjects/*", label: "E-mails", role: "detail" },
    { path: "/emailIds/*", label: "E-mail", role: "id" },
    { path: "/connectionId", label: "Connection", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform({ mailbox, emailIds, label, change = "add" }, account) {
    const labelId = await mailboxWriter(account).labelNamed(mailbox, label);
    await changeLabels(account, { mailbox, emailIds, change, labelId });
    return { providerId: null };
  },
  /** Effects without subjects came from a standing rule, which is not undone. */
  compensate({ change = "add", subjects, ...document }): { label: string; effect: EffectBytes } | null {
    if (subjects === undefined) return null;
    const back = change === "add" ? "remove" : "add";
    return {
      label: back === "add" ? "Put the label back" : "Take the label off again",
      effect: emailLabel.of({ ...document, change: back, subjects }),
    };
  },
});

/** Adds or removes the label where needed. */
export async function changeLabels(
  account: MailAccount,
  {
    mailbox,
    emailIds,
    change,
    labelId,
  }: {
    readonly mailbox: string;
    readonly emailIds: readonly string[];
    readonly change: "add" | "remove";
    readonly labelId: string;
  },
): Promise<void> {
  const [mailboxes, writer] = [mailboxesOf(account), mailboxWriter(account)];
  for (const id of emailIds) {
    try {
      const isThere = (await mailboxes.labelsOf(mailbox, id))?.includes(labelId);
      if (isThere === (change === "remove")) await writer.changeLabel(mailbox, id, { change, labelId });
    } catch (error) {
      // The e-mail was deleted in the meantime: nothing to label.
      if (!(error instanceof IntegrationError && error.status === 404)) throw error;
    }
  }
}
