/** Reads Gmail: e-mails, searches, threads. Changes nothing. */
import { fromBase64Url } from "../../kernel/base64.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Formats } from "../../platform/code-readers.ts";
import { unreadEmail } from "../../platform/email/headers.ts";
import type { AttachmentFile, MailEnvelope, MailMessage, MailSummary } from "../../platform/email/message.ts";
import type { Connection, MailboxSettings } from "../connections/index.ts";
import type { FileClient } from "../json-client.ts";
import type { GoogleCall, GoogleClient } from "./client.ts";
import type { GoogleScope } from "./scopes.ts";
import { skeletonOf, withBytes, wordParts, type MailSkeleton } from "../mail-parts.ts";
import {
  attachmentAnswer,
  headerOf,
  labelsAnswer,
  messageListAnswer,
  messageSchema,
  parseAnswer,
  threadAnswer,
  type GmailMessage,
} from "./parse.ts";

/** An opened Google connection for reads and writes. */
export interface GoogleAccount {
  readonly connection: Connection<MailboxSettings>;
  /** The service account's address, which an admin needs at Google; null for a signed-in user. */
  readonly serviceAccount: string | null;
  /** Throws IntegrationError with a readable message if the signed-in user hasn't granted the scope. */
  readonly mustAllow: (scope: GoogleScope) => void;
  /** Labels of the given scopes that the signed-in user hasn't granted. */
  readonly lacks: (scopes: readonly GoogleScope[]) => string[];
  /** Checks that the sign-in is still valid, whatever its scopes; null for a service account. Throws IntegrationError. */
  readonly checkAccess: (() => Promise<void>) | null;
  readonly client: GoogleClient;
  readonly mailUploads: GoogleClient;
  /** Workspace content by SHA-256. */
  readonly readBlob: (sha256: string) => Promise<string>;
  readonly calendar: GoogleClient;
  readonly drive: {
    readonly files: GoogleClient;
    readonly uploads: GoogleClient;
    readonly bytes: FileClient<GoogleCall>;
    readonly docs: GoogleClient;
    readonly sheets: GoogleClient;
  };
  readonly clock: Clock;
  readonly formats: Formats;
}

const PAGE = 100;
const PAGES = 5;
/** Larger e-mails are read by their parts: base64 adds a third, which would strain the isolate. */
const RAW_BYTES = 5 * 1024 * 1024;
/** For snippets, larger e-mails are read by their parts. */
const SNIPPET_RAW_BYTES = 256 * 1024;
const SNIPPET_CHARS = 200;
const HEADERS = ["From", "To", "Cc", "Reply-To", "Subject", "Message-ID", "In-Reply-To", "References"];
const NOT_MAIL = new Set(["DRAFT", "TRASH", "SPAM"]);
const MAX_MESSAGES = 500;

/** IDs matching a Gmail search, newest first. Throws IntegrationError. */
export async function listIds(
  { client }: GoogleAccount,
  mailbox: string,
  query: string,
  limit: number,
): Promise<{ id: string; threadId: string }[]> {
  const found: { id: string; threadId: string }[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES && found.length < limit; page++) {
    const answer = await client({
      mailbox,
      scope: "read",
      method: "GET",
      path: "/messages",
      query: { q: query, maxResults: Math.min(PAGE, limit - found.length), pageToken },
    });
    const { messages, nextPageToken } = parseAnswer(messageListAnswer, answer);
    found.push(...messages.map(({ id, threadId }) => ({ id, threadId })));
    if (nextPageToken === undefined) break;
    pageToken = nextPageToken;
  }
  return found.slice(0, limit);
}

/** A full e-mail; null if the mailbox doesn't have it. */
export async function readMessage(
  account: GoogleAccount,
  mailbox: string,
  id: string,
): Promise<MailMessage | null> {
  const short = await getMessage(account, mailbox, id, { format: "metadata", metadataHeaders: HEADERS });
  return short === null ? null : readWhole(account, mailbox, short, RAW_BYTES);
}

/** Above the size limit, attachments are listed but not downloaded. */
async function readWhole(
  account: GoogleAccount,
  mailbox: string,
  short: GmailMessage,
  maxRawBytes: number,
): Promise<MailMessage | null> {
  const envelope = envelopeOf(short, mailbox);
  if (short.sizeEstimate <= maxRawBytes) {
    const raw = await readRaw(account, mailbox, short.id);
    return raw === null ? null : account.formats.readEmail({ envelope, raw });
  }
  const skeleton = await readSkeleton(account, mailbox, short.id);
  if (skeleton === null) return null;
  if (skeleton === "too_large") {
    const megabytes = Math.ceil(short.sizeEstimate / 1024 / 1024);
    return unreadEmail(
      envelope,
      headersOf(short),
      `(This e-mail has ${megabytes} MB of text; only the beginning is shown. Open it in the mailbox to read the rest.)`,
    );
  }
  const mail = await account.formats.readEmail({ envelope, raw: skeleton.raw });
  const attachments = mail.attachments.map((one) => ({
    ...one,
    sizeBytes: skeleton.partBehind(one.sizeBytes)?.sizeBytes ?? one.sizeBytes,
  }));
  return { ...mail, attachments };
}

/** Reads an e-mail by its parts, without attachment bytes. */
async function readSkeleton(
  account: GoogleAccount,
  mailbox: string,
  id: string,
): Promise<MailSkeleton | "too_large" | null> {
  try {
    const payload = (await getMessage(account, mailbox, id, { format: "full" }))?.payload;
    if (payload === undefined) return null;
    const words = new Map<string, Uint8Array>();
    for (const { attachmentId } of wordParts(payload))
      words.set(attachmentId, await readPart(account, mailbox, id, attachmentId));
    return skeletonOf(payload, words);
  } catch (error) {
    // An oversized response carries a success status.
    if (error instanceof IntegrationError && error.status === 200) return "too_large";
    throw error;
  }
}

/** The bytes of one part. Throws IntegrationError, also if it is too large. */
async function readPart(
  { client }: GoogleAccount,
  mailbox: string,
  id: string,
  attachmentId: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/messages/${encodeURIComponent(id)}/attachments/${encodeURIComponent(attachmentId)}`;
  return fromBase64Url(
    parseAnswer(attachmentAnswer, await client({ mailbox, scope: "read", method: "GET", path })).data,
  );
}

/** The raw bytes of an e-mail; null if not found. Throws IntegrationError if it is too large. */
async function readRaw(
  account: GoogleAccount,
  mailbox: string,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const message = await getMessage(account, mailbox, id, { format: "raw" });
  return message === null ? null : fromBase64Url(message.raw ?? "");
}

/** The bytes of an attachment by its number; null if not found. Throws IntegrationError if it is too large. */
export async function readAttached(
  account: GoogleAccount,
  mailbox: string,
  id: string,
  index: number,
): Promise<AttachmentFile | null> {
  const short = await getMessage(account, mailbox, id, { format: "minimal" });
  if (short === null) return null;
  if (short.sizeEstimate <= RAW_BYTES) {
    const raw = await readRaw(account, mailbox, id);
    return raw === null ? null : account.formats.readAttachment({ raw, index });
  }
  const skeleton = await readSkeleton(account, mailbox, id);
  if (skeleton === null || skeleton === "too_large") return null;
  const file = await account.formats.readAttachment({ raw: skeleton.raw, index });
  return file === null
    ? null
    : withBytes(file, skeleton, (attachmentId) => readPart(account, mailbox, id, attachmentId));
}

/**
 * An e-mail's summary; null if not found. The snippet is computed from the visible text: Gmail's own also includes text the e-mail hides
 * from its reader.
 */
async function summary(account: GoogleAccount, mailbox: string, id: string): Promise<MailSummary | null> {
  const found = await getMessage(account, mailbox, id, { format: "metadata", metadataHeaders: HEADERS });
  if (found === null) return null;
  const short = summaryOf(found, mailbox);
  const mail = await readWhole(account, mailbox, found, SNIPPET_RAW_BYTES);
  return { ...short, snippet: (mail?.text ?? "").replace(/\s+/g, " ").trim().slice(0, SNIPPET_CHARS) };
}

/** Summaries of what a search finds, newest first. */
export async function searchMail(
  account: GoogleAccount,
  mailbox: string,
  query: string,
  limit: number,
): Promise<MailSummary[]> {
  const ids = await listIds(account, mailbox, query, limit);
  const found = await Promise.all(ids.map(({ id }) => summary(account, mailbox, id)));
  return found.filter((one) => one !== null);
}

/** Messages of a thread, oldest first, without drafts and trash; empty if there is no such thread. */
export async function readThread(
  account: GoogleAccount,
  mailbox: string,
  threadId: string,
): Promise<MailSummary[]> {
  const answer = await orNull(
    account.client({
      mailbox,
      scope: "read",
      method: "GET",
      path: `/threads/${encodeURIComponent(threadId)}`,
      query: { format: "metadata", metadataHeaders: HEADERS },
    }),
  );
  if (answer === null) return [];
  return parseAnswer(threadAnswer, answer)
    .messages.slice(-MAX_MESSAGES)
    .filter(({ labelIds }) => !labelIds.some((label) => NOT_MAIL.has(label)))
    .sort((left, right) => Number(left.internalDate) - Number(right.internalDate))
    .map((message) => summaryOf(message, mailbox));
}

/** E-mails with this Message-ID (`<…>`), including just-sent ones. */
export async function findByMessageId(
  account: GoogleAccount,
  mailbox: string,
  messageId: string,
): Promise<{ id: string; threadId: string }[]> {
  return listIds(account, mailbox, `rfc822msgid:${messageId.replace(/^<|>$/g, "")}`, 10);
}

/** Maps label names to IDs. */
export async function listLabels({ client }: GoogleAccount, mailbox: string) {
  const answer = await client({ mailbox, scope: "read", method: "GET", path: "/labels" });
  return parseAnswer(labelsAnswer, answer).labels;
}

/** The labels of an e-mail; null if not found. */
export async function labelsOf(
  account: GoogleAccount,
  mailbox: string,
  id: string,
): Promise<string[] | null> {
  return (await getMessage(account, mailbox, id, { format: "minimal" }))?.labelIds ?? null;
}

async function getMessage(
  { client }: GoogleAccount,
  mailbox: string,
  id: string,
  query: Record<string, string | readonly string[]>,
): Promise<GmailMessage | null> {
  const path = `/messages/${encodeURIComponent(id)}`;
  const answer = await orNull(client({ mailbox, scope: "read", method: "GET", path, query }));
  return answer === null ? null : parseAnswer(messageSchema, answer);
}

/** Gmail returns 400 for a malformed ID and 404 for an unknown one. */
async function orNull(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof IntegrationError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

function envelopeOf(message: GmailMessage, mailbox: string): MailEnvelope {
  const { id, threadId, internalDate, snippet, labelIds } = message;
  return { id, mailbox, threadId, at: isoTime(Number(internalDate)), snippet, labels: labelIds };
}

function headersOf(message: GmailMessage): Record<string, string> {
  return Object.fromEntries(HEADERS.map((name) => [name.toLowerCase(), headerOf(message, name) ?? ""]));
}

function summaryOf(message: GmailMessage, mailbox: string): MailSummary {
  const { id, threadId, messageId, from, to, cc, subject, at, labels, text } = unreadEmail(
    envelopeOf(message, mailbox),
    headersOf(message),
    "",
  );
  return { id, mailbox, threadId, messageId, from, to, cc, subject, at, labels, snippet: text };
}
