/** An e-mail a colleague writes in Gmail, without Steward. */
import { SandboxError, type SandboxContext } from "../../service.ts";
import { stableId } from "../../world/contacts.ts";
import { composeMail } from "./compose.ts";
import { headerOf } from "./mime.ts";
import { readMail, referencesOf, sameSubject, type Mailbox, type StoredMail } from "./store.ts";

/** Replies to the newest e-mail with a subject. Not in the outbox, since it isn't Steward's effect. Throws SandboxError 409. */
export function answerByHand(
  context: SandboxContext,
  mailbox: Mailbox,
  { staff, answers, text }: { readonly staff: string; readonly answers: string; readonly text: string },
): StoredMail {
  const original = mailbox.messages.findLast(
    (mail) => !mail.labelIds.includes("SENT") && sameSubject(readMail(mail).subject, answers),
  );
  if (original === undefined) throw new SandboxError(409, `There is no e-mail about “${answers}” to answer.`);
  const { message, messageId, subject, from } = readMail(original);
  const { address } = mailbox.owner;
  const nowMs = context.now();
  const raw = composeMail({
    messageId: `<${stableId("hand", address, messageId, String(nowMs))}@${address.split("@")[1] ?? ""}>`,
    from: `${staff} <${address}>`,
    to: [headerOf(message, "reply-to") ?? from],
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text,
    inReplyTo: messageId,
    references: [...referencesOf(message), messageId],
    dateMs: nowMs,
  });
  return mailbox.add({ raw, threadId: original.threadId, labelIds: ["SENT"], internalDateMs: nowMs });
}
