/** Creates a calendar event under our own ID, so a repeat after a crash is the same event. Undone by deleting it. */
import * as z from "zod";
import { MAIL_VENDORS } from "../../connections/index.ts";
import { calendarsOf } from "../../open-mailboxes.ts";
import {
  callNote,
  eventFieldsSchema,
  eventPlaceSchema,
  outlookLints,
  PLACE_LAYOUT,
  placeAt,
  toldOf,
  whenOf,
} from "./calendar-fields.ts";
import { calendarWriter } from "./calendar-writer.ts";
import { defineEffect } from "../../../approvals/effects/define-effect.ts";
import { eventCancel } from "./event-cancel.ts";

const documentSchema = z.strictObject({
  ...eventPlaceSchema.shape,
  ...eventFieldsSchema.shape,
  /** Adds a video call, of Google Meet or Teams. */
  meet: z.enum(["yes", "no"]),
});

export const eventCreate = defineEffect({
  kind: "event.create",
  vendor: MAIL_VENDORS,
  provider: "the calendar",
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
    ...PLACE_LAYOUT,
  ],
  audience: (document) => (toldOf(document, document.guests).length > 0 ? "outside" : "no_one"),
  recipients: (document) => toldOf(document, document.guests),
  lints: (document) => outlookLints(document, document.guests, "invitation"),
  recovery: "key",
  keyWindowMs: 24 * 3_600_000,
  async perform(document, account) {
    const { meet, calendar } = document;
    const made = await calendarWriter(account).create(placeAt(account, document), document, meet === "yes");
    // A repeat may return no event, and vendors may create the call link after the event.
    const isWhole = made.link !== null && (meet === "no" || made.callLink !== null);
    const { link, callLink } = isWhole
      ? made
      : ((await calendarsOf(account)
          .read(calendar, made.id)
          .catch(() => null)) ?? made);
    return { providerId: made.id, ...(link === null ? {} : { link }), ...callNote(callLink) };
  },
  compensate(document, providerId) {
    const { meet: _, place: _place, notes: _notes, eventId: own, ...rest } = document;
    const eventId = providerId ?? own;
    return { label: "Remove it from the calendar", effect: eventCancel.of({ ...rest, eventId, etag: null }) };
  },
});
