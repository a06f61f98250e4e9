/** Sends messages: the copy in Sent Items, and delivery within the sandbox (api-reference/v1.0/api/user-sendmail.md, read 2026-11-30). */
import * as z from "zod";
import { composeMail } from "../../google/gmail/compose.ts";
import { withoutHeader } from "../../google/gmail/delivery.ts";
import { addressesOf, headerOf, parseMime, textOf } from "../../google/gmail/mime.ts";
import { recipientsOf } from "../../google/gmail/store.ts";
import { deliverElsewhere } from "../../mail-hosts.ts";
import type { SandboxContext } from "../../service.ts";
import { stableId } from "../../world/contacts.ts";
import { GraphError } from "../errors.ts";
import { nameOf } from "../people.ts";
import { outlookStore, readMessage, type Mailbox, type StoredMessage } from "./store.ts";

const LINE = "\r\n";

/** The raw message of a base64 upload. Throws GraphError 400. */
export function decodeMime(text: string): string {
  const packed = text.replace(/\s+/g, "");
  if (packed === "" || packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed))
    throw new GraphError(
      400,
      "ErrorMimeContentInvalidBase64String",
      "Invalid base64 string for MIME content.",
    );
  return Buffer.from(packed, "base64").toString("latin1");
}

const recipient = z.object({
  emailAddress: z.object({ address: z.string(), name: z.string().nullish() }),
});
const messageInput = z.object({
  subject: z.string().nullish(),
  body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
  from: recipient.nullish(),
  toRecipients: z.array(recipient).nullish(),
  ccRecipients: z.array(recipient).nullish(),
  bccRecipients: z.array(recipient).nullish(),
  replyTo: z.array(recipient).nullish(),
  attachments: z
    .array(
      z.object({ name: z.string(), contentType: z.string().nullish(), contentBytes: z.string().nullish() }),
    )
    .nullish(),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});

/** The raw message of Graph's JSON. Throws GraphError 400. */
export function rawOfJson(context: SandboxContext, mailbox: Mailbox, input: unknown): string {
  const parsed = messageInput.safeParse(input);
  if (!parsed.success) throw new GraphError(400, "ErrorInvalidRequest", "The message is malformed.");
  const { subject, body, from, toRecipients, ccRecipients, bccRecipients, replyTo, ...rest } = parsed.data;
  const { attachments, internetMessageHeaders } = rest;
  const custom = Object.fromEntries((internetMessageHeaders ?? []).map(({ name, value }) => [name, value]));
  const standard = Object.keys(custom).find((name) => !/^x-/i.test(name));
  if (standard !== undefined)
    throw new GraphError(
      400,
      "InvalidInternetMessageHeader",
      `The internet message header name '${standard}' should start with 'x-' or 'X-'.`,
    );
  const shown = (people: readonly z.infer<typeof recipient>[] | null | undefined): string[] =>
    (people ?? []).map(({ emailAddress: { address, name } }) =>
      name === null || name === undefined || name === "" ? address : `${name} <${address}>`,
    );
  const isHtml = body?.contentType?.toLowerCase() === "html";
  const content = body?.content ?? "";
  const nowMs = context.now();
  const [sender = `${nameOf(mailbox.owner)} <${mailbox.owner.address}>`] = shown(from && [from]);
  return composeMail({
    messageId: newMessageId(mailbox, nowMs, JSON.stringify(input)),
    from: sender,
    to: shown(toRecipients),
    cc: shown(ccRecipients),
    subject: subject ?? "",
    text: isHtml ? content.replace(/<[^>]*>/g, "") : content,
    ...(isHtml ? { html: content } : {}),
    files: (attachments ?? []).map(({ name, contentType, contentBytes }) => ({
      filename: name,
      contentType: contentType ?? "application/octet-stream",
      content: Buffer.from(contentBytes ?? "", "base64"),
    })),
    dateMs: nowMs,
    headers: {
      ...custom,
      ...(bccRecipients?.length ? { Bcc: shown(bccRecipients).join(", ") } : {}),
      ...(replyTo?.length ? { "Reply-To": shown(replyTo).join(", ") } : {}),
    },
  });
}

/** The message with the headers Exchange adds: sender, date and Message-ID if missing. Throws GraphError 403 for another's address. */
export function completed(context: SandboxContext, mailbox: Mailbox, raw: string): string {
  const message = parseMime(raw);
  const nowMs = context.now();
  const { owner } = mailbox;
  const [sender] = addressesOf(headerOf(message, "from"));
  if (sender !== undefined && sender.address !== owner.address)
    throw new GraphError(
      403,
      "ErrorSendAsDenied",
      "The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.",
    );
  const added = [
    ...(sender === undefined ? [`From: "${nameOf(owner)}" <${owner.address}>`] : []),
    ...(headerOf(message, "date") === null
      ? [`Date: ${new Date(nowMs).toUTCString().replace("GMT", "+0000")}`]
      : []),
    ...(headerOf(message, "message-id") === null ? [`Message-ID: ${newMessageId(mailbox, nowMs, raw)}`] : []),
  ];
  return [...added, raw.replace(/^(?:\r?\n)+/, "")].join(LINE);
}

/** Delivers a message, and keeps a copy unless it is a draft that moves. Throws GraphError. */
export function send(
  context: SandboxContext,
  mailbox: Mailbox,
  given: string,
  options: { readonly isKept: boolean; readonly isDraft?: true },
): string {
  const store = outlookStore(context);
  const complete = completed(context, mailbox, given);
  const nowMs = context.now();
  const recipients = recipientsOf(parseMime(complete));
  if (recipients.length === 0)
    throw new GraphError(
      400,
      "ErrorInvalidRecipients",
      "At least one recipient isn't valid., A message can't be sent because it contains no recipients.",
    );
  const raw =
    store.state.replacesMessageIds && options.isDraft === undefined
      ? `Message-ID: ${newMessageId(mailbox, nowMs, complete)}${LINE}${withoutHeader(complete, "message-id")}`
      : complete;
  if (options.isKept) mailbox.addSent({ raw, receivedMs: nowMs });
  const delivered = withoutHeader(raw, "bcc");
  for (const address of recipients) {
    const here = store.find(address);
    if (here === null) deliverElsewhere(context, "microsoft", address, delivered, nowMs);
    else arrive(here, delivered, nowMs);
  }
  return raw;
}

/** Delivers a message to the inbox. Idempotent per message. */
export function arrive(mailbox: Mailbox, raw: string, nowMs: number): StoredMessage {
  const messageId = headerOf(parseMime(raw), "message-id");
  const before = mailbox.messages.find(
    (one) =>
      one.folder !== "sentitems" &&
      !one.isDraft &&
      messageId !== null &&
      readMessage(one).messageId === messageId,
  );
  return before ?? mailbox.add({ folder: "inbox", raw, receivedMs: nowMs });
}

/** A sent message as text for the outbox, beside the request. */
export function shownEmail(mailbox: Mailbox, raw: string) {
  const message = parseMime(raw);
  return {
    mailbox: mailbox.owner.address,
    from: headerOf(message, "from") ?? "",
    to: headerOf(message, "to") ?? "",
    cc: headerOf(message, "cc") ?? "",
    recipients: recipientsOf(message),
    subject: headerOf(message, "subject") ?? "",
    text: textOf(message),
    messageId: headerOf(message, "message-id") ?? "",
    inReplyTo: headerOf(message, "in-reply-to"),
  };
}

function newMessageId({ owner }: Mailbox, nowMs: number, content: string): string {
  return `<${stableId("outlook", owner.address, String(nowMs), content)}@namprd00.prod.outlook.example>`;
}
