/**
 * An e-mail from outside (`POST /control/inbound/email`): composed as its sender would, and delivered normally. Nothing is pushed; Gmail
 * is polled.
 */
import * as z from "zod";
import { quoStore } from "../../quo/store.ts";
import { SandboxError, type SandboxContext } from "../../service.ts";
import { stableId } from "../../world/contacts.ts";
import { composeMail, type MailFile } from "./compose.ts";
import { arrive } from "./delivery.ts";
import { addressesOf, headerOf } from "./mime.ts";
import { readMail, referencesOf, type Mailbox, type MailStore, type StoredMail } from "./store.ts";

const MAX_TEXT = 2_000_000;

const attachmentInput = z.object({
  filename: z.string().optional(),
  name: z.string().optional(),
  contentType: z.string().optional(),
  mimeType: z.string().optional(),
  /** Base64; `text` is the plain text alternative. */
  content: z.string().optional(),
  data: z.string().optional(),
  text: z.string().optional(),
});

/** Body of `POST /control/inbound/email`. */
export const inboundEmailInput = z.strictObject({
  /** `Name <address>` or an address. */
  from: z.string().min(3).max(500),
  subject: z.string().max(2000).default(""),
  body: z.string().max(MAX_TEXT),
  html: z.string().max(MAX_TEXT).optional(),
  /** One or more mailboxes. Defaults to the thread's, else that of the company the sender writes with, else the first watched one. */
  to: z.union([z.string(), z.array(z.string()).min(1).max(50)]).optional(),
  cc: z.array(z.string()).max(50).optional(),
  /** Replies to an existing thread; an unknown ID starts a new one. */
  threadId: z
    .string()
    .regex(/^[0-9a-zA-Z_=-]{1,128}$/)
    .optional(),
  attachments: z.array(attachmentInput).max(20).optional(),
  /** Additional headers, e.g. `Auto-Submitted`. */
  headers: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/), z.string()).optional(),
  /** Gmail category; determined by bulk mail headers by default. */
  category: z.enum(["personal", "promotions", "updates", "social", "forums"]).optional(),
  /** The receiving server's DMARC result; forged senders fail. */
  dmarc: z.enum(["pass", "fail", "none"]).default("pass"),
});

type InboundEmail = z.infer<typeof inboundEmailInput>;

export interface ReceivedEmail {
  readonly id: string;
  readonly threadId: string;
  readonly mailbox: string;
  readonly messageId: string;
}

/** Throws SandboxError 400 for an invalid sender or mailbox. */
export function receiveEmail(context: SandboxContext, store: MailStore, input: unknown): ReceivedEmail {
  const parsed = inboundEmailInput.safeParse(input);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
    throw new SandboxError(400, issues.join("; "), parsed.error.issues);
  }
  const email = parsed.data;
  const [sender] = addressesOf(email.from);
  if (sender === undefined) throw new SandboxError(400, "`from` must be an e-mail address.");
  const [first = mailboxFor(context, store, sender.address, email.threadId), ...others] = mailboxesNamed(
    store,
    email.to,
  );
  const nowMs = context.now();
  const messageId = `<${stableId("inbound", sender.address, String(nowMs), String(first.historyId))}@${sender.address.split("@")[1] ?? "mail.example"}>`;
  const raw = rawOf(email, first, messageId, nowMs);
  const labelIds =
    email.category === undefined
      ? {}
      : { labelIds: ["INBOX", "UNREAD", `CATEGORY_${email.category.toUpperCase()}`] };
  const received = arrive(first, raw, nowMs, {
    ...labelIds,
    ...(email.threadId === undefined ? {} : { threadId: email.threadId }),
  });
  for (const mailbox of others) arrive(mailbox, raw, nowMs, labelIds);
  return { id: received.id, threadId: received.threadId, mailbox: first.owner.address, messageId };
}

/** The mailboxes among the recipients; empty if none are named. Throws if only unknown ones are named. */
function mailboxesNamed(store: MailStore, to: InboundEmail["to"]): Mailbox[] {
  if (to === undefined) return [];
  const mailboxes = addressesOf([to].flat().join(", ")).flatMap(({ address }) => store.find(address) ?? []);
  if (mailboxes.length === 0) throw new SandboxError(400, "`to` names no mailbox of this world.");
  return mailboxes;
}

/** The raw e-mail; in a thread, a reply to its newest message. */
function rawOf(email: InboundEmail, mailbox: Mailbox, messageId: string, dateMs: number) {
  const answered = email.threadId === undefined ? undefined : mailbox.thread(email.threadId).at(-1);
  return composeMail({
    messageId,
    from: email.from,
    to: [email.to ?? mailbox.owner.address].flat(),
    cc: email.cc ?? [],
    subject: email.subject,
    text: email.body,
    ...(email.html === undefined ? {} : { html: email.html }),
    files: (email.attachments ?? []).map(fileOf),
    ...(answered === undefined ? {} : replyTo(answered)),
    dateMs,
    headers: { "Authentication-Results": authenticationOf(email), ...email.headers },
  });
}

/** Gmail's Authentication-Results (RFC 8601), above any the sender added. */
function authenticationOf({ from, dmarc }: InboundEmail): string {
  const domain = addressesOf(from)[0]?.address.split("@")[1] ?? "";
  const dkim = dmarc === "pass" ? `dkim=pass header.i=@${domain} header.s=s1 header.b=abcdefgh; ` : "";
  return `mx.google.com; ${dkim}spf=${dmarc} smtp.mailfrom=${domain}; dmarc=${dmarc} (p=NONE sp=NONE dis=NONE) header.from=${domain}`;
}

function replyTo(answered: StoredMail): { inReplyTo: string; references: readonly string[] } {
  const { messageId, message } = readMail(answered);
  return { inReplyTo: messageId, references: [...new Set([...referencesOf(message), messageId])] };
}

export function fileOf({
  filename,
  name,
  contentType,
  mimeType,
  content,
  data,
  text,
}: NonNullable<InboundEmail["attachments"]>[number]): MailFile {
  return {
    filename: filename ?? name ?? "attachment",
    contentType: contentType ?? mimeType ?? "application/octet-stream",
    content: text === undefined ? Buffer.from(content ?? data ?? "", "base64") : Buffer.from(text),
  };
}

/** The default mailbox. */
function mailboxFor(
  context: SandboxContext,
  store: MailStore,
  from: string,
  threadId: string | undefined,
): Mailbox {
  const watched = store.mailboxes.filter(({ owner }) => owner.watched);
  const ofThread = store.mailboxes.find(
    (mailbox) => threadId !== undefined && mailbox.thread(threadId).length > 0,
  );
  const company = quoStore(context).accounts.find(({ records }) =>
    records.contacts.some(({ defaultFields }) =>
      defaultFields.emails.some(({ value }) => value?.toLowerCase() === from),
    ),
  );
  const wroteBefore = watched.find(({ messages }) =>
    messages.some((mail) => addressesOf(headerOf(readMail(mail).message, "from"))[0]?.address === from),
  );
  const found =
    ofThread ??
    watched.find(({ tenant }) => tenant.id === company?.tenant.id) ??
    wroteBefore ??
    watched[0] ??
    store.mailboxes[0];
  if (found === undefined) throw new SandboxError(400, "There is no mailbox to write to.");
  return found;
}
