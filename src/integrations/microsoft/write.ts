/** Writes to Outlook and its calendar. Imported by effects only: every caller has been approved. Each call is sent exactly once. */
import type * as z from "zod";
import { toBase64 } from "../../kernel/base64.ts";
import { shiftedDay, spanIn } from "../../kernel/calendar.ts";
import { definedFields } from "../../kernel/defined-fields.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import { composeEmail } from "../compose-email.ts";
import type { EventFields, EventPlace, SomeFields, StoredEvent } from "../connections/index.ts";
import { isGone } from "../json-client.ts";
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

/** Graph takes 4 MB a request, and the message is in base64 twice (learn.microsoft.com/graph/api/user-sendmail, read 2026-11-30). */
const REQUEST_BYTES = 4 * 1024 * 1024;
export const MAX_ATTACHED_BYTES = 2 * 1024 * 1024;

/**
 * Sends an e-mail and returns Graph's ID of the copy in Sent Items; null while that isn't there yet. Graph has no idempotency keys and
 * answers without an ID.
 */
export async function sendEmail(
  account: MicrosoftAccount,
  email: OutgoingEmail,
  files: readonly AttachmentFile[] = [],
): Promise<{ id: string | null }> {
  const message = toBase64(await composeEmail("microsoft", account, email, files));
  if (message.length > REQUEST_BYTES)
    throw new IntegrationError("microsoft", "microsoft: with its attachments this e-mail is too large", {
      outcome: "not_applied",
      status: 413,
    });
  const { mailbox } = email;
  await account.graph.call({
    mailbox,
    scope: "send",
    method: "POST",
    path: `${ME}/sendMail`,
    raw: { type: "text/plain", bytes: new Uint8Array(new TextEncoder().encode(message)) },
  });
  const found = await findByMessageId(account, mailbox, email.messageId).catch(() => []);
  return { id: found[0]?.id ?? null };
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
