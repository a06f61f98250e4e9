/**
 * Writes to Gmail and calendars. Imported by effects only: every caller has been approved. Each call is sent exactly once.
 */
import { toBase64Url } from "../../kernel/base64.ts";
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import { composeEmail } from "../compose-email.ts";
import { labelSchema, parseAnswer, sentAnswer } from "./parse.ts";
import { listLabels, type GoogleAccount } from "./read.ts";
import { concatBytes } from "../../kernel/bytes.ts";

/** Sends an e-mail from a mailbox and returns Gmail's IDs. Gmail has no idempotency keys. */
export async function sendEmail(
  account: GoogleAccount,
  email: OutgoingEmail,
  files: readonly AttachmentFile[] = [],
): Promise<{ id: string; threadId: string }> {
  if (files.length > 0) return sendUpload(account, email, files);
  const raw = toBase64Url(await composeEmail("google", account, email));
  const answer = await account.client({
    mailbox: email.mailbox,
    scope: "send",
    method: "POST",
    path: "/messages/send",
    body: { raw, ...(email.threadId === null ? {} : { threadId: email.threadId }) },
  });
  return parseAnswer(sentAnswer, answer, "unknown");
}

/**
 * Sends as an upload, for attachments: the plain call takes 5 MB (developers.google.com/workspace/gmail/api/guides/uploads, read
 * 2026-11-23).
 */
async function sendUpload(
  account: GoogleAccount,
  email: OutgoingEmail,
  files: readonly AttachmentFile[],
): Promise<{ id: string; threadId: string }> {
  const message = await composeEmail("google", account, email, files);
  // A hash of the message can't occur in the message.
  const boundary = `steward_${(await sha256Hex(concatBytes([message]))).slice(0, 40)}`;
  const about = email.threadId === null ? {} : { threadId: email.threadId };
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(about)}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`;
  const answer = await account.mailUploads({
    mailbox: email.mailbox,
    scope: "send",
    method: "POST",
    path: "/messages/send",
    query: { uploadType: "multipart" },
    raw: {
      type: `multipart/related; boundary=${boundary}`,
      bytes: concatBytes([
        new TextEncoder().encode(head),
        message,
        new TextEncoder().encode(`\r\n--${boundary}--\r\n`),
      ]),
    },
  });
  return parseAnswer(sentAnswer, answer, "unknown");
}

/** Adds or removes a label. Idempotent. */
export async function changeLabel(
  { client }: GoogleAccount,
  mailbox: string,
  id: string,
  { change, labelId }: { readonly change: "add" | "remove"; readonly labelId: string },
): Promise<void> {
  const path = `/messages/${encodeURIComponent(id)}/modify`;
  const body = change === "add" ? { addLabelIds: [labelId] } : { removeLabelIds: [labelId] };
  await client({ mailbox, scope: "label", method: "POST", path, body });
}

/** The ID of a label by name; creates the label if missing. */
export async function labelNamed(account: GoogleAccount, mailbox: string, name: string): Promise<string> {
  const known = (await listLabels(account, mailbox)).find((label) => label.name === name);
  if (known !== undefined) return known.id;
  const answer = await account.client({
    mailbox,
    scope: "label",
    method: "POST",
    path: "/labels",
    body: { name, labelListVisibility: "labelShow", messageListVisibility: "show" },
  });
  return parseAnswer(labelSchema, answer, "unknown").id;
}

/** Whether Google notifies all guests of an event change, or none. */
type GuestNews = "all" | "none";

/** Writes go to the owner's calendar, as its owner. */
interface EventPlace {
  readonly owner: string;
  readonly eventId: string;
  readonly news: GuestNews;
}

const createdAnswer = z.object({
  id: z.string(),
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
});

/**
 * Creates an event under an ID of our own (letters a to v and digits); `fields` are Google's. A repeat gets 409, changes nothing, and
 * counts as created. Returns the event's page and video call URL; null if Google didn't say.
 */
export async function insertEvent(
  { calendar }: GoogleAccount,
  { owner, eventId, news }: EventPlace,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ link: string | null; callLink: string | null }> {
  try {
    const answer = await calendar({
      mailbox: owner,
      scope: "calendarWrite",
      method: "POST",
      path: `/${encodeURIComponent(owner)}/events`,
      query: { sendUpdates: news, conferenceDataVersion: 1 },
      body: { ...fields, id: eventId },
    });
    const { htmlLink: link = null, hangoutLink: callLink = null } = parseAnswer(
      createdAnswer,
      answer,
      "unknown",
    );
    return { link, callLink };
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 409) return { link: null, callLink: null };
    throw error;
  }
}

/** Changes fields of an event; with `etag`, only that version (412 otherwise). */
export async function patchEvent(
  { calendar }: GoogleAccount,
  { owner, eventId, news }: EventPlace,
  fields: Readonly<Record<string, unknown>>,
  etag: string | null,
): Promise<void> {
  await calendar({
    mailbox: owner,
    scope: "calendarWrite",
    method: "PATCH",
    path: eventPath(owner, eventId),
    query: { sendUpdates: news },
    body: fields,
    ...(etag === null ? {} : { ifMatch: etag }),
  });
}

/** Deletes an event. Idempotent. */
export async function deleteEvent(
  { calendar }: GoogleAccount,
  { owner, eventId, news }: EventPlace,
  etag: string | null,
): Promise<void> {
  try {
    await calendar({
      mailbox: owner,
      scope: "calendarWrite",
      method: "DELETE",
      path: eventPath(owner, eventId),
      query: { sendUpdates: news },
      ...(etag === null ? {} : { ifMatch: etag }),
    });
  } catch (error) {
    if (!(error instanceof IntegrationError && (error.status === 404 || error.status === 410))) throw error;
  }
}

function eventPath(owner: string, eventId: string): string {
  return `/${encodeURIComponent(owner)}/events/${encodeURIComponent(eventId)}`;
}
