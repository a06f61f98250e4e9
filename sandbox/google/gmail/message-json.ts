/** Messages, threads and labels as the API returns them. */
import { createHash } from "node:crypto";
import { headerOf, type MailHeader, type MimePart } from "./mime.ts";
import { readMail, SYSTEM_LABELS, type Mailbox, type StoredMail, type UserLabel } from "./store.ts";

const SNIPPET_CHARS = 200;

export interface MessageFormat {
  readonly format: "minimal" | "full" | "raw" | "metadata";
  /** Limits headers in `metadata` format; null for all. */
  readonly metadataHeaders: readonly string[] | null;
}

export function messageJson(mail: StoredMail, { format, metadataHeaders }: MessageFormat) {
  const { message, text } = readMail(mail);
  const payload =
    format === "full"
      ? partJson(mail, message, "")
      : { mimeType: message.mimeType, headers: wantedHeaders(message.headers, metadataHeaders) };
  return {
    id: mail.id,
    threadId: mail.threadId,
    labelIds: mail.labelIds,
    snippet: snippetOf(text),
    historyId: String(mail.historyId),
    internalDate: String(mail.internalDateMs),
    sizeEstimate: mail.raw.length,
    ...(format === "full" || format === "metadata" ? { payload } : {}),
    ...(format === "raw" ? { raw: Buffer.from(mail.raw, "latin1").toString("base64url") } : {}),
  };
}

function wantedHeaders(headers: readonly MailHeader[], wanted: readonly string[] | null): MailHeader[] {
  if (wanted === null) return [...headers];
  const names = new Set(wanted.map((name) => name.toLowerCase()));
  return headers.filter(({ name }) => names.has(name.toLowerCase()));
}

function partJson(mail: StoredMail, part: MimePart, partId: string): Record<string, unknown> {
  const isFile =
    part.filename !== "" || /^(?:attachment)\b/i.test(headerOf(part, "content-disposition") ?? "");
  const base = {
    partId,
    mimeType: part.mimeType,
    filename: part.filename,
    headers: part.headers,
  };
  if (part.parts.length > 0) {
    const parts = part.parts.map((child, index) =>
      partJson(mail, child, partId === "" ? String(index) : `${partId}.${index}`),
    );
    return { ...base, body: { size: 0 }, parts };
  }
  if (isFile)
    return { ...base, body: { attachmentId: attachmentId(mail, partId), size: part.content.length } };
  const data = part.content.length === 0 ? {} : { data: part.content.toString("base64url") };
  return { ...base, body: { size: part.content.length, ...data } };
}

/** An opaque attachment ID, valid for this message only. */
function attachmentId(mail: StoredMail, partId: string): string {
  return `ANGjdJ${createHash("sha256").update(`${mail.id}\n${partId}`).digest("base64url")}`;
}

/** The attachment's bytes; null if the message doesn't have it. */
export function attachmentOf(mail: StoredMail, id: string): Buffer | null {
  const search = (part: MimePart, partId: string): Buffer | null => {
    if (part.parts.length === 0) return attachmentId(mail, partId) === id ? part.content : null;
    for (const [index, child] of part.parts.entries()) {
      const found = search(child, partId === "" ? String(index) : `${partId}.${index}`);
      if (found !== null) return found;
    }
    return null;
  };
  return search(readMail(mail).message, "");
}

/** The beginning of the text, HTML-escaped like Gmail's. */
function snippetOf(text: string): string {
  const line = Array.from(text.replace(/\s+/g, " ").trim());
  const cut = line.slice(0, SNIPPET_CHARS).join("");
  return cut.replace(/[&<>"']/g, (character) =>
    character === "'" ? "&#39;" : `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[character] ?? ""};`,
  );
}

/** A thread with its messages in order. */
export function threadJson(threadId: string, mails: readonly StoredMail[], format: MessageFormat) {
  return {
    id: threadId,
    historyId: String(Math.max(...mails.map(({ historyId }) => historyId))),
    messages: mails.map((mail) => messageJson(mail, format)),
  };
}

export function systemLabelJson(id: string) {
  const hidden = id.startsWith("CATEGORY_") || id === "CHAT" || id === "UNREAD";
  return {
    id,
    name: id,
    type: "system",
    ...(hidden ? { messageListVisibility: "hide", labelListVisibility: "labelHide" } : {}),
  };
}

export function userLabelJson(label: UserLabel) {
  return { ...label, type: "user" };
}

export function labelWithCounts(mailbox: Mailbox, id: string) {
  const label = mailbox.labels.find((one) => one.id === id);
  if (label === undefined && !SYSTEM_LABELS.includes(id)) return null;
  const carrying = mailbox.messages.filter(({ labelIds }) => labelIds.includes(id));
  const unread = carrying.filter(({ labelIds }) => labelIds.includes("UNREAD"));
  const threads = (mails: readonly StoredMail[]): number =>
    new Set(mails.map(({ threadId }) => threadId)).size;
  return {
    ...(label === undefined ? systemLabelJson(id) : userLabelJson(label)),
    messagesTotal: carrying.length,
    messagesUnread: unread.length,
    threadsTotal: threads(carrying),
    threadsUnread: threads(unread),
  };
}
