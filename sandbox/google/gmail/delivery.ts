/** Adds messages to mailboxes: sent (with Gmail's changes and checks) and received. */
import { deliverElsewhere } from "../../mail-hosts.ts";
import type { SandboxContext } from "../../service.ts";
import { stableId } from "../../world/contacts.ts";
import { GoogleError } from "../errors.ts";
import { addressesOf, headerOf, parseMime, splitHead, type MimePart } from "./mime.ts";
import {
  readMail,
  recipientsOf,
  referencesOf,
  sameSubject,
  threadFor,
  type Mailbox,
  type MailStore,
  type StoredMail,
} from "./store.ts";

const LINE = "\r\n";
const MAX_RECIPIENTS = 500;

/** Gmail category labels, assigned by bulk mail headers only. */
export function labelsOnArrival(message: MimePart): string[] {
  const from = headerOf(message, "from") ?? "";
  const bulk = headerOf(message, "list-unsubscribe") !== null;
  const machine = /\b(?:no-?reply|notifications?|alerts?|updates)@/i.test(from);
  const category = bulk ? "PROMOTIONS" : machine ? "UPDATES" : "PERSONAL";
  return ["INBOX", "UNREAD", `CATEGORY_${category}`];
}

/**
 * Sends a message: the copy in SENT is as sent, with the owner's address (Gmail allows no other) and a date and Message-ID if missing.
 * Throws GoogleError 400 without recipients, 404 for an unknown thread.
 */
export function sendRaw(
  context: SandboxContext,
  store: MailStore,
  mailbox: Mailbox,
  mail: { readonly raw: string; readonly threadId: string | null },
): StoredMail {
  const nowMs = context.now();
  const raw = completed(mailbox, mail.raw, nowMs);
  const message = parseMime(raw);
  const recipients = recipientsOf(message);
  if (recipients.length === 0) throw new GoogleError(400, "Recipient address required");
  if (recipients.length > MAX_RECIPIENTS) throw new GoogleError(400, "Too many recipients");
  const threadId = mail.threadId === null ? null : agreedThread(mailbox, message, mail.threadId);
  const toSelf = recipients.includes(mailbox.owner.address);
  const sent = mailbox.add({
    raw,
    threadId,
    labelIds: toSelf ? ["SENT", "INBOX", "UNREAD"] : ["SENT"],
    internalDateMs: nowMs,
  });
  const delivered = withoutHeader(raw, "bcc");
  for (const address of recipients) {
    if (address === mailbox.owner.address) continue;
    const other = store.find(address);
    if (other === null) deliverElsewhere(context, "gmail", address, delivered, nowMs);
    else arrive(other, delivered, nowMs);
  }
  return sent;
}

/**
 * The thread of a reply. Per Gmail's reference, the thread is used only if References or In-Reply-To name one of its messages and the
 * subjects match; otherwise the message starts a new thread.
 */
function agreedThread(mailbox: Mailbox, message: MimePart, threadId: string): string | null {
  const thread = mailbox.thread(threadId);
  if (thread.length === 0) throw new GoogleError(404, "Requested entity was not found.");
  const named = new Set(referencesOf(message));
  const subject = headerOf(message, "subject") ?? "";
  const agrees = thread.some((mail) => {
    const { messageId, subject: theirs } = readMail(mail);
    return named.has(messageId) && sameSubject(theirs, subject);
  });
  return agrees ? threadId : null;
}

/** Delivers a message to the inbox. Idempotent per message. */
export function arrive(
  mailbox: Mailbox,
  raw: string,
  nowMs: number,
  options: { readonly threadId?: string; readonly labelIds?: readonly string[] } = {},
): StoredMail {
  const message = parseMime(raw);
  const messageId = headerOf(message, "message-id");
  const before = mailbox.messages.find(
    (mail) => messageId !== null && readMail(mail).messageId === messageId,
  );
  if (before !== undefined) return before;
  return mailbox.add({
    raw: `Delivered-To: ${mailbox.owner.address}${LINE}${raw}`,
    threadId: options.threadId ?? threadFor(mailbox, message),
    labelIds: options.labelIds ?? labelsOnArrival(message),
    internalDateMs: nowMs,
  });
}

function completed(mailbox: Mailbox, raw: string, nowMs: number): string {
  const message = parseMime(raw);
  const { address, name } = mailbox.owner;
  const [sender] = addressesOf(headerOf(message, "from"));
  let made = raw.replace(/^(?:\r?\n)+/, "");
  if (sender?.address !== address) {
    const shown = sender === undefined || sender.name === "" ? name : sender.name;
    const plain = /^[\x20-\x7e]*$/.test(shown) ? shown : name;
    made = `From: "${plain.replace(/["\\]/g, "\\$&")}" <${address}>${LINE}${withoutHeader(made, "from")}`;
  }
  if (headerOf(message, "date") === null)
    made = `Date: ${new Date(nowMs).toUTCString().replace("GMT", "+0000")}${LINE}${made}`;
  if (headerOf(message, "message-id") === null)
    made = `Message-ID: <${stableId("sent", address, String(nowMs), raw)}@mail.gmail.example>${LINE}${made}`;
  return made;
}

/** Removes all headers with a name. */
export function withoutHeader(raw: string, name: string): string {
  const { head, body } = splitHead(raw);
  const kept = head.replace(
    new RegExp(`(^|\\r?\\n)${name}:[^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*`, "gi"),
    "",
  );
  return `${kept.replace(/^\r?\n/, "")}${LINE}${LINE}${body}`;
}
