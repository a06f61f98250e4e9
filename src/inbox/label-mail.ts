/** Labels e-mails through the ledger, approved by the admin's standing rule; no model has a hand in it. */
import { propose, type ApprovalDeps } from "../approvals/index.ts";
import { derivedId } from "../kernel/ids.ts";

/** The label of what Steward has read, in the mailbox. */
const LABEL = "Steward";

/** Proposes and performs it; the same e-mails are labeled once. */
export async function labelMail(
  approvals: ApprovalDeps,
  conversationId: string,
  what: { readonly connectionId: string; readonly mailbox: string; readonly ids: readonly string[] },
): Promise<void> {
  const { connectionId, mailbox, ids } = what;
  const id = await derivedId("mark", approvals.db.tenantId, mailbox, ...ids);
  const count = ids.length === 1 ? "1 e-mail" : `${ids.length} e-mails`;
  const title = `Label ${count} in ${mailbox}`;
  const document = { connectionId, mailbox, emailIds: [...ids], label: LABEL };
  await propose(approvals, {
    scope: {
      conversationId,
      conversationTitle: "E-mail labels",
      turnId: id,
      runId: id,
      agent: "system:steward",
      recentTexts: [],
    },
    toolCallId: id,
    tool: "mail.label",
    arguments: {},
    resolution: {
      kind: "resolved",
      effects: [{ kind: "email.label", title, document }],
      title,
      target: mailbox,
      lints: [],
      preconditions: [],
      threadKey: null,
      urgent: false,
      facts: { recipientInternal: true, recipientIsSpeaker: false, repliesToText: false },
    },
    rule: "standing.mail_labels",
    allowed: true,
    holdSeconds: 0,
  });
}
