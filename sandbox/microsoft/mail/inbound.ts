/** E-mail from outside (`POST /control/inbound/email`) for mailboxes at Microsoft. Nothing is pushed; Outlook is polled. */
import { composeMail } from "../../google/gmail/compose.ts";
import { fileOf, inboundEmailInput, type ReceivedEmail } from "../../google/gmail/inbound.ts";
import { addressesOf } from "../../google/gmail/mime.ts";
import { referencesOf } from "../../google/gmail/store.ts";
import { deliverElsewhere } from "../../mail-hosts.ts";
import { SandboxError, type SandboxContext } from "../../service.ts";
import { stableId } from "../../world/contacts.ts";
import { arrive } from "./send.ts";
import { outlookStore, readMessage, type Mailbox, type StoredMessage } from "./store.ts";
import { exchangeResults } from "./world.ts";

/** The mailboxes named by `to`, else those with the conversation `threadId`. */
function mailboxesFor(
  context: SandboxContext,
  to: string | string[] | undefined,
  threadId: unknown,
): Mailbox[] {
  const store = outlookStore(context);
  if (to === undefined) return store.mailboxes.filter((mailbox) => newestOf(mailbox, threadId) !== undefined);
  return addressesOf([to].flat().join(", ")).flatMap(({ address }) => store.find(address) ?? []);
}

function newestOf({ messages }: Mailbox, conversation: unknown): StoredMessage | undefined {
  return messages.findLast((message) => message.conversation === conversation);
}

/** Whether an inbound e-mail is for a mailbox here. */
export function isForOutlook(context: SandboxContext, input: unknown): boolean {
  const parsed = inboundEmailInput.pick({ to: true, threadId: true }).strip().safeParse(input);
  return parsed.success && mailboxesFor(context, parsed.data.to, parsed.data.threadId).length > 0;
}

/** `threadId` is a `conversationId`. Throws SandboxError 400. */
export function receiveMail(context: SandboxContext, input: unknown): ReceivedEmail {
  const parsed = inboundEmailInput.safeParse(input);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
    throw new SandboxError(400, issues.join("; "), parsed.error.issues);
  }
  const { from, to, cc, subject, body, html, threadId, attachments, headers, dmarc } = parsed.data;
  const [sender] = addressesOf(from);
  const [first, ...others] = mailboxesFor(context, to, threadId);
  if (sender === undefined) throw new SandboxError(400, "`from` must be an e-mail address.");
  if (first === undefined) throw new SandboxError(400, "`to` names no mailbox at Microsoft.");
  const nowMs = context.now();
  const domain = sender.address.split("@")[1] ?? "mail.example";
  const answered = newestOf(first, threadId);
  const messageId = `<${stableId("outlook-inbound", sender.address, String(nowMs), String(first.seq))}@${domain}>`;
  const raw = composeMail({
    messageId,
    from,
    to: [to ?? first.owner.address].flat(),
    cc: cc ?? [],
    subject,
    text: body,
    ...(html === undefined ? {} : { html }),
    files: (attachments ?? []).map(fileOf),
    ...(answered === undefined ? {} : replyTo(answered)),
    dateMs: nowMs,
    headers: { "Authentication-Results": exchangeResults(domain, dmarc), ...headers },
  });
  const received = arrive(first, raw, nowMs);
  for (const mailbox of others) arrive(mailbox, raw, nowMs);
  for (const { address } of addressesOf([to ?? []].flat().join(", ")))
    if (outlookStore(context).find(address) === null)
      deliverElsewhere(context, "microsoft", address, raw, nowMs);
  return {
    id: first.idOf(received, true),
    threadId: received.conversation,
    mailbox: first.owner.address,
    messageId,
  };
}

function replyTo(answered: StoredMessage): { inReplyTo: string; references: readonly string[] } {
  const { messageId, message } = readMessage(answered);
  return { inReplyTo: messageId, references: [...new Set([...referencesOf(message), messageId])] };
}
