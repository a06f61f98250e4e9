/**
 * Writes to Gmail and calendars. Imported by effects only: every caller has been approved. Each call is sent exactly once.
 */
import { toBase64Url } from "../../kernel/base64.ts";
import * as z from "zod";
import { shiftedDay } from "../../kernel/calendar.ts";
import { definedFields } from "../../kernel/defined-fields.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { momentOf } from "../../kernel/local-time.ts";
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import { composeEmail } from "../compose-email.ts";
import type { EventFields, EventPlace, SomeFields, StoredEvent } from "../connections/index.ts";
import { isGone } from "../json-client.ts";
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

const createdAnswer = z.object({
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
});

/**
 * Creates an event under an ID of our own. A repeat gets 409, changes nothing, and counts as created. Returns the event's page and video
 * call URL; null if Google didn't say.
 */
export async function createEvent(
  { calendar }: GoogleAccount,
  place: EventPlace,
  fields: EventFields,
  hasCall: boolean,
): Promise<{ id: string; link: string | null; callLink: string | null }> {
  const { owner, eventId: id } = place;
  const conferenceData = {
    createRequest: { requestId: id, conferenceSolutionKey: { type: "hangoutsMeet" } },
  };
  try {
    const answer = await calendar({
      mailbox: owner,
      scope: "calendarWrite",
      method: "POST",
      path: `/${encodeURIComponent(owner)}/events`,
      query: { ...newsOf(place), conferenceDataVersion: 1 },
      body: { ...apiFields(fields, place, null), ...(hasCall ? { conferenceData } : {}), id },
    });
    const { htmlLink: link = null, hangoutLink: callLink = null } = parseAnswer(
      createdAnswer,
      answer,
      "unknown",
    );
    return { id, link, callLink };
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 409) return { id, link: null, callLink: null };
    throw error;
  }
}

/** Changes fields of an event, whose guests are `attendees`; with `etag`, only that version (412 otherwise). */
export async function changeEvent(
  { calendar }: GoogleAccount,
  place: EventPlace,
  fields: SomeFields,
  { attendees, etag }: Pick<StoredEvent, "attendees"> & { readonly etag: string | null },
): Promise<void> {
  await calendar({
    mailbox: place.owner,
    scope: "calendarWrite",
    method: "PATCH",
    path: eventPath(place),
    query: newsOf(place),
    body: apiFields(fields, place, attendees),
    ifMatch: etag,
  });
}

/** Deletes an event. Idempotent. */
export async function deleteEvent(
  { calendar }: GoogleAccount,
  place: EventPlace,
  etag: string | null,
): Promise<void> {
  try {
    await calendar({
      mailbox: place.owner,
      scope: "calendarWrite",
      method: "DELETE",
      path: eventPath(place),
      query: newsOf(place),
      ifMatch: etag,
    });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function newsOf({ tellsGuests }: EventPlace): { readonly sendUpdates: "all" | "none" } {
  return { sendUpdates: tellsGuests ? "all" : "none" };
}

function eventPath({ owner, eventId }: EventPlace): string {
  return `/${encodeURIComponent(owner)}/events/${encodeURIComponent(eventId)}`;
}

/** Converts fields to Google's API; `attendees` is Google's own list, null for a new event. When updating, a time and a date clear each other. */
function apiFields(
  { title, start, end, place, notes, guests }: SomeFields,
  { timeZone }: EventPlace,
  attendees: StoredEvent["attendees"] | null,
): Record<string, unknown> {
  const known = new Map((attendees ?? []).map((one) => [String(one["email"]).toLowerCase(), one]));
  const timeOf = (time: string, isEnd: boolean): Record<string, unknown> => {
    const isDay = !time.includes(" ");
    const cleared = attendees === null ? {} : { [isDay ? "dateTime" : "date"]: null };
    if (isDay) return { date: isEnd ? shiftedDay(time, 1) : time, ...cleared };
    return { dateTime: new Date(momentOf(time, timeZone)).toISOString(), timeZone, ...cleared };
  };
  return definedFields({
    summary: title,
    start: start && timeOf(start, false),
    end: end && timeOf(end, true),
    location: place === null ? "" : place,
    description: notes === null ? "" : notes,
    attendees: guests?.map((email) => known.get(email) ?? { email }),
  });
}
