/** Messages and attachments as Graph returns them (api-reference/v1.0/resources/message.md and fileattachment.md, read 2026-11-30). */
import { createHash } from "node:crypto";
import { addressesOf, headerOf, leavesOf, type MimePart } from "../../google/gmail/mime.ts";
import type { GraphCall } from "../calls.ts";
import { readMessage, type StoredMessage } from "./store.ts";

const PREVIEW_CHARS = 255;

type Json = Record<string, unknown>;

/** Every property; those that aren't returned by default only if selected. */
export function messageJson(
  { mailbox, prefer }: Pick<GraphCall, "mailbox" | "prefer">,
  stored: StoredMessage,
  select: unknown,
): Json {
  const { message, text, html, subject, messageId } = readMessage(stored);
  const wants = (name: string): boolean => typeof select === "string" && select.split(",").includes(name);
  const id = mailbox.idOf(stored, prefer.isImmutable);
  const changeKey = `CQAAABYAAAC${hash(id, String(stored.version)).slice(0, 24)}`;
  const from = recipients(message, "from")[0];
  const sentMs = Date.parse(headerOf(message, "date") ?? "");
  const received = time(stored.receivedMs);
  const body = bodyOf(text, html, prefer.bodyType ?? "html");
  return {
    "@odata.etag": `W/"${changeKey}"`,
    id,
    createdDateTime: received,
    lastModifiedDateTime: time(stored.modifiedMs),
    changeKey,
    categories: stored.categories,
    receivedDateTime: received,
    sentDateTime: time(Number.isNaN(sentMs) ? stored.receivedMs : sentMs),
    hasAttachments: filesOf(message).some((file) => !isInline(file)),
    internetMessageId: messageId,
    subject,
    bodyPreview: Array.from(text.replace(/\s+/g, " ").trim()).slice(0, PREVIEW_CHARS).join(""),
    importance: "normal",
    parentFolderId: mailbox.folderId(stored.folder),
    conversationId: stored.conversation,
    conversationIndex: Buffer.from(stored.conversation).toString("base64").slice(0, 32),
    isDeliveryReceiptRequested: false,
    isReadReceiptRequested: false,
    isRead: stored.isRead,
    isDraft: stored.isDraft,
    webLink: `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1&viewmodel=ReadMessageItem`,
    inferenceClassification: "focused",
    body,
    sender: from ?? null,
    from: from ?? null,
    toRecipients: recipients(message, "to"),
    ccRecipients: recipients(message, "cc"),
    bccRecipients: recipients(message, "bcc"),
    replyTo: recipients(message, "reply-to"),
    flag: { flagStatus: "notFlagged" },
    ...(wants("uniqueBody") ? { uniqueBody: body } : {}),
    ...(wants("internetMessageHeaders") ? { internetMessageHeaders: message.headers } : {}),
  };
}

function bodyOf(text: string, html: string | null, type: "text" | "html") {
  if (type === "text") return { contentType: "text", content: text };
  return { contentType: "html", content: html ?? asHtml(text) };
}

/** Exchange's HTML of a plain text message. */
function asHtml(text: string): string {
  const escaped = text
    .replace(/\r\n?/g, "\n")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\n", "<br>\r\n");
  return `<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>\r\n<div class="PlainText">${escaped}</div>\r\n</body></html>\r\n`;
}

function recipients(message: MimePart, header: string) {
  return addressesOf(headerOf(message, header)).map(({ name, address }) => ({
    emailAddress: { name: name === "" ? address : name, address },
  }));
}

function filesOf(message: MimePart): MimePart[] {
  return leavesOf(message).filter(
    (part) =>
      part.filename !== "" ||
      part.mimeType === "message/rfc822" ||
      /^attachment\b/i.test(headerOf(part, "content-disposition") ?? ""),
  );
}

function isInline(part: MimePart): boolean {
  return /^inline\b/i.test(headerOf(part, "content-disposition") ?? "");
}

export interface Attachment {
  readonly id: string;
  readonly part: MimePart;
  /** As listed; `contentBytes` is returned too unless only other properties are selected. */
  readonly json: Json;
}

export function attachmentsOf(
  { mailbox, prefer }: Pick<GraphCall, "mailbox" | "prefer">,
  stored: StoredMessage,
): Attachment[] {
  const messageId = mailbox.idOf(stored, prefer.isImmutable);
  return filesOf(readMessage(stored).message).map((part, index) => {
    const bare = `${messageId.replace(/=+$/, "")}BEgAQA${hash(messageId, String(index)).slice(0, 22)}`;
    const id = bare.padEnd(Math.ceil(bare.length / 4) * 4, "=");
    const isItem = part.mimeType === "message/rfc822";
    const content = {
      contentType: part.mimeType,
      contentId: headerOf(part, "content-id")?.replace(/^<(.*)>$/, "$1") ?? null,
      contentLocation: null,
      contentBytes: part.content.toString("base64"),
    };
    const json = {
      "@odata.type": isItem ? "#microsoft.graph.itemAttachment" : "#microsoft.graph.fileAttachment",
      id,
      lastModifiedDateTime: time(stored.receivedMs),
      name: part.filename === "" ? "attachment" : part.filename,
      contentType: null,
      size: part.content.length,
      isInline: isInline(part),
      ...(isItem ? {} : content),
    };
    return { id, part, json };
  });
}

function time(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z/, "Z");
}

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url");
}
