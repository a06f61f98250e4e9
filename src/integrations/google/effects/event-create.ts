/** Creates a calendar event under our own ID, so a repeat after a crash is the same event. Undone by deleting it. */
import { readEvent } from "../calendar.ts";
import { insertEvent } from "../write.ts";
import * as z from "zod";
import {
  apiFields,
  callNote,
  eventFieldsSchema,
  eventPlaceSchema,
  placeAt,
  whenOf,
} from "./calendar-fields.ts";
import { defineEffect } from "../../../approvals/effects/define-effect.ts";
import { eventCancel } from "./event-cancel.ts";

const documentSchema = z.strictObject({
  ...eventPlaceSchema.shape,
  ...eventFieldsSchema.shape,
  /** Adds a Google Meet link. */
  meet: z.enum(["yes", "no"]),
});

export const eventCreate = defineEffect({
  kind: "event.create",
  vendor: "google",
  document: documentSchema,
  words: { name: "Calendar event", plural: "calendar events", verb: "add", done: "Added" },
  says: (document) => ({
    title: `Calendar event “${document.title}”`,
    target: `${document.calendarName}, ${whenOf(document)}`,
    ask: `Add “${document.title}” to ${document.calendarName}’s calendar, ${whenOf(document)}?`,
    sent: `Added to ${document.calendarName}’s calendar: ${document.title}, ${whenOf(document)}`,
  }),
  layout: [
    { path: "/calendarName", label: "Calendar", role: "recipient" },
    { path: "/title", label: "Title", role: "subject" },
    { path: "/start", label: "From", role: "detail", format: "local_time" },
    { path: "/end", label: "To", role: "detail", format: "local_time" },
    { path: "/place", label: "Place", role: "detail" },
    { path: "/guests/*", label: "Guests", role: "detail" },
    { path: "/tellGuests", label: "Tell guests", role: "detail" },
    { path: "/meet", label: "Video call", role: "detail" },
    { path: "/notes", label: "Notes", role: "body" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/calendar", label: "Calendar address", role: "id" },
    { path: "/eventId", label: "Event", role: "id" },
    { path: "/timeZone", label: "Time zone", role: "id" },
  ],
  audience: ({ guests, tellGuests }) => (tellGuests === "yes" && guests.length > 0 ? "outside" : "no_one"),
  recipients: ({ guests, tellGuests }) => (tellGuests === "yes" ? guests : []),
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform(document, account) {
    const { eventId, timeZone, meet } = document;
    const place = placeAt(account, document);
    const made = await insertEvent(account, place, {
      ...apiFields(document, timeZone),
      ...(meet === "yes" ? { conferenceData: meetOf(eventId) } : {}),
    });
    // A repeat returns no event, and Google may create the call link after the event.
    const isWhole = made.link !== null && (meet === "no" || made.callLink !== null);
    const { link, callLink } = isWhole
      ? made
      : ((await readEvent(account, place.owner, eventId).catch(() => null)) ?? made);
    return { providerId: eventId, ...(link === null ? {} : { link }), ...callNote(callLink) };
  },
  compensate(document) {
    const { meet: _, place: _place, notes: _notes, ...rest } = document;
    return { label: "Remove it from the calendar", effect: eventCancel.of({ ...rest, etag: null }) };
  },
});

function meetOf(eventId: string) {
  return { createRequest: { requestId: eventId, conferenceSolutionKey: { type: "hangoutsMeet" } } };
}
