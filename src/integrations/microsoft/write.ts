/** Writes to Outlook and its calendar. Imported by effects only: every caller has been approved. Each call is sent exactly once. */
import * as z from "zod";
import { toBase64 } from "../../kernel/base64.ts";
import { shiftedDay, spanIn } from "../../kernel/calendar.ts";
import { definedFields } from "../../kernel/defined-fields.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import { beforeCall } from "../before-call.ts";
import { composeEmail } from "../compose-email.ts";
import type { EventFields, EventPlace, SomeFields, StoredEvent } from "../connections/index.ts";
import { isGone, type JsonCall } from "../json-client.ts";
import { addressOf, eventAnswer, eventPath, listView, PREFER, readEvent } from "./calendar.ts";
import { ME, parseAnswer } from "./client.ts";
import {
  categoryId,
  findByMessageId,
  labelsOf,
  messagePath,
  personAnswer,
  type MicrosoftAccount,
} from "./read.ts";

/** What is sent in one request: Graph takes 4 MB, and files are in base64 twice (learn.microsoft.com/graph/api/user-sendmail, read 2026-11-30). */
export const AT_ONCE_BYTES = 2 * 1024 * 1024;
/** Upload sessions take files from here on, in ranges under 4 MB (learn.microsoft.com/graph/outlook-large-attachments, read 2026-11-30). */
const RANGE_BYTES = 3 * 1024 * 1024;

const draftAnswer = z.object({ id: z.string() });
const sessionAnswer = z.object({ uploadUrl: z.string() });

/**
 * Sends an e-mail and returns Graph's ID of the copy in Sent Items; null while that isn't there yet. Graph has no idempotency keys and
 * answers without an ID.
 */
export async function sendEmail(
  account: MicrosoftAccount,
  email: OutgoingEmail,
  files: readonly AttachmentFile[] = [],
): Promise<{ id: string | null }> {
  const { mailbox } = email;
  const isAtOnce = files.reduce((sum, { bytes }) => sum + bytes.length, 0) <= AT_ONCE_BYTES;
  const message = toBase64(await composeEmail("microsoft", account, email, isAtOnce ? files : []));
  const raw = { type: "text/plain", bytes: new Uint8Array(new TextEncoder().encode(message)) };
  const send = { mailbox, scope: "send", method: "POST" } as const;
  if (isAtOnce) await account.graph.call({ ...send, path: `${ME}/sendMail`, raw });
  else {
    account.mustAllow("label");
    const draft = await beforeCall("microsoft", draftWith(account, mailbox, raw, files));
    await account.graph.call({ ...send, path: `${draft}/send` });
  }
  const found = await findByMessageId(account, mailbox, email.messageId).catch(() => []);
  return { id: found[0]?.id ?? null };
}

/** Makes a draft with files, and returns its path. Without all of them, it is deleted. */
async function draftWith(
  { graph }: MicrosoftAccount,
  mailbox: string,
  raw: JsonCall["raw"],
  files: readonly AttachmentFile[],
): Promise<string> {
  const write = { mailbox, scope: "label", method: "POST" } as const;
  const made = await graph.call({ ...write, path: `${ME}/messages`, ...(raw && { raw }) });
  const path = messagePath(parseAnswer(draftAnswer, made).id);
  try {
    for (const { name, type: contentType, bytes } of files) {
      const size = bytes.length;
      if (size < RANGE_BYTES) {
        const kind = { "@odata.type": "#microsoft.graph.fileAttachment" };
        const body = { ...kind, name, contentType, contentBytes: toBase64(bytes) };
        await graph.call({ ...write, path: `${path}/attachments`, body });
        continue;
      }
      const body = { AttachmentItem: { attachmentType: "file", name, contentType, size } };
      const session = await graph.call({ ...write, path: `${path}/attachments/createUploadSession`, body });
      const { uploadUrl } = parseAnswer(sessionAnswer, session);
      for (let at = 0; at < size; at += RANGE_BYTES) {
        const range = bytes.slice(at, at + RANGE_BYTES);
        await graph.upload(uploadUrl, `bytes ${at}-${at + range.length - 1}/${size}`, range);
      }
    }
    return path;
  } catch (error) {
    await graph.call({ ...write, method: "DELETE", path }).catch(() => null);
    throw error;
  }
}

/** Adds or removes a label: `INBOX` moves between inbox and archive, others are categories. Idempotent. */
export async function changeLabel(
  account: MicrosoftAccount,
  mailbox: string,
  id: string,
  { change, labelId }: { readonly change: "add" | "remove"; readonly labelId: string },
): Promise<void> {
  const write = { mailbox, scope: "label" } as const;
  if (labelId === "INBOX") {
    const body = { destinationId: change === "add" ? "inbox" : "archive" };
    await account.graph.call({ ...write, method: "POST", path: `${messagePath(id)}/move`, body });
    return;
  }
  const labels = (await labelsOf(account, mailbox, id)) ?? [];
  const prefix = categoryId("");
  const others = labels.filter((label) => label.startsWith(prefix) && label !== labelId);
  const categories = (change === "add" ? [...others, labelId] : others).map((one) =>
    one.slice(prefix.length),
  );
  await account.graph.call({ ...write, method: "PATCH", path: messagePath(id), body: { categories } });
}

interface Created {
  readonly id: string;
  readonly link: string | null;
  readonly callLink: string | null;
}

/**
 * Creates an event, and returns its ID, page and video call URL. Graph makes no second event of a transaction (learn.microsoft.com/graph/
 * api/resources/event, `transactionId`, read 2026-11-30), but doesn't say for how long or how it answers a repeat. So the calendar is
 * looked into first, and again after a refusal.
 */
export async function createEvent(
  account: MicrosoftAccount,
  place: EventPlace,
  fields: EventFields,
  hasCall: boolean,
): Promise<Created> {
  const { owner: mailbox, eventId: transactionId, timeZone } = place;
  const day = fields.start.slice(0, 10);
  const { from = "", to = "" } = spanIn({ from: day, to: day }, timeZone);
  const known = async (): Promise<Created | null> => {
    const events = await listView(account, mailbox, { from, to });
    return createdOf(events.find((event) => event.transactionId === transactionId));
  };
  const before = await known();
  if (before !== null) return before;
  try {
    const answer = await account.graph.call({
      mailbox,
      scope: "calendarWrite",
      method: "POST",
      path: `${ME}/events`,
      body: {
        ...graphFields(fields, place, []),
        transactionId,
        ...(hasCall ? { isOnlineMeeting: true } : {}),
      },
      prefer: PREFER,
    });
    return createdOf(parseAnswer(eventAnswer, answer, "unknown")) as Created;
  } catch (error) {
    const isRepeat = error instanceof IntegrationError && (error.status === 400 || error.status === 409);
    const made = isRepeat ? await known() : null;
    if (made !== null) return made;
    throw error;
  }
}

function createdOf(event: z.output<typeof eventAnswer> | undefined): Created | null {
  if (event === undefined) return null;
  const { id, webLink, onlineMeeting } = event;
  return { id, link: webLink ?? null, callLink: onlineMeeting?.joinUrl ?? null };
}

/** Changes fields of an event, whose guests are `attendees`; with `etag`, only that version (412 otherwise). */
export async function changeEvent(
  { graph }: MicrosoftAccount,
  place: EventPlace,
  fields: SomeFields,
  { attendees, etag }: Pick<StoredEvent, "attendees"> & { readonly etag: string | null },
): Promise<void> {
  await graph.call({
    mailbox: place.owner,
    scope: "calendarWrite",
    method: "PATCH",
    path: eventPath(place.eventId),
    body: graphFields(fields, place, attendees),
    ifMatch: etag,
  });
}

/** Deletes an event; of one's own, Exchange tells the guests. Idempotent. Throws 412 for another version than `etag`. */
export async function deleteEvent(
  account: MicrosoftAccount,
  { owner: mailbox, eventId }: EventPlace,
  etag: string | null,
): Promise<void> {
  // Graph isn't said to heed `If-Match` here.
  const event = etag === null ? null : await readEvent(account, mailbox, eventId);
  if (event !== null && event.etag !== etag)
    throw new IntegrationError("microsoft", "microsoft: it has changed since", {
      outcome: "not_applied",
      status: 412,
    });
  const path = eventPath(eventId);
  try {
    await account.graph.call({ mailbox, scope: "calendarWrite", method: "DELETE", path, ifMatch: etag });
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Converts fields to Graph's; known guests keep what `attendees` says of them. */
function graphFields(
  { title, start, end, place, notes, guests }: SomeFields,
  { timeZone }: EventPlace,
  attendees: StoredEvent["attendees"],
): Record<string, unknown> {
  const known = new Map(attendees.map((one) => [addressOf(personAnswer.parse(one)), one]));
  const timeOf = (time: string, isEnd: boolean) => {
    const [day = "", clock] = time.split(" ");
    return {
      dateTime: `${clock === undefined && isEnd ? shiftedDay(day, 1) : day}T${clock ?? "00:00"}:00`,
      timeZone,
    };
  };
  return definedFields({
    subject: title,
    start: start && timeOf(start, false),
    end: end && timeOf(end, true),
    isAllDay: start && !start.includes(" "),
    location: place === undefined ? undefined : { displayName: place ?? "" },
    body: notes === undefined ? undefined : { contentType: "text", content: notes ?? "" },
    attendees: guests?.map(
      (address) => known.get(address) ?? { type: "required", emailAddress: { address } },
    ),
  });
}
