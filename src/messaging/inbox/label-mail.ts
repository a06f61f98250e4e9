/** Labels e-mails through the ledger under the admin's standing rule, without a model. */
import { actByRule, type ApprovalDeps, type SystemAct } from "../../approvals/index.ts";
import { derivedId } from "../../kernel/ids.ts";

/** The mailbox label for e-mails Steward has read. */
const LABEL = "Steward";

export type LabelEffect = (document: {
  connectionId: string;
  mailbox: string;
  emailIds: string[];
  label: string;
}) => SystemAct["effect"];

/** Idempotent for the same e-mails. */
export async function labelMail(
  approvals: ApprovalDeps,
  labelOf: LabelEffect,
  what: { readonly connectionId: string; readonly mailbox: string; readonly ids: readonly string[] },
): Promise<void> {
  const { connectionId, mailbox, ids } = what;
  await actByRule(approvals, {
    id: await derivedId("mark", approvals.db.tenantId, mailbox, ...ids),
    tool: "mail.label",
    conversationTitle: "E-mail labels",
    rule: "standing.mail_labels",
    effect: labelOf({ connectionId, mailbox, emailIds: [...ids], label: LABEL }),
  });
}
