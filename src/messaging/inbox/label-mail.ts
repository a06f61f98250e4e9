/** Labels e-mails through the ledger, approved by the admin's standing rule; no model has a hand in it. */
import { actByRule, type ApprovalDeps, type SystemAct } from "../../approvals/index.ts";
import { derivedId } from "../../kernel/ids.ts";

/** The label of what Steward has read, in the mailbox. */
const LABEL = "Steward";

/** Makes the effect of labeling e-mails. */
export type LabelEffect = (document: {
  connectionId: string;
  mailbox: string;
  emailIds: string[];
  label: string;
}) => SystemAct["effect"];

/** Labels them; the same e-mails are labeled once. */
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
