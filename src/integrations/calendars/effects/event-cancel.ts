/** Deletes a calendar event. After a crash, checks whether it still exists. */
import * as z from "zod";
import { MAIL_VENDORS } from "../../connections/index.ts";
import { calendarsOf } from "../../open-mailboxes.ts";
import {
  eventFieldsSchema,
  eventPlaceSchema,
  eventUnchanged,
  outlookLints,
  PLACE_LAYOUT,
  placeAt,
  toldOf,
  whenOf,
} from "./calendar-fields.ts";
import { calendarWriter } from "./calendar-writer.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";

const { title, start, end, guests } = eventFieldsSchema.shape;
const documentSchema = z.strictObject({
  ...eventPlaceSchema.shape,
  title,
  start,
  end,
  guests,
  /** The version that was reviewed; null for any. */
  etag: z.string().nullable(),
});

export const eventCancel = defineEffect({
  kind: "event.cancel",
  vendor: MAIL_VENDORS,
  provider: "the calendar",
  document: documentSchema,
  words: {
    name: "Event cancellation",
    plural: "event cancellations",
    verb: "cancel",
    done: "Canceled",
    irreversible: "Steward can’t restore a canceled event.",
  },
  says: (document) => ({
    title: `Cancel “${document.title}”`,
    target: `${document.calendarName}, ${whenOf(document)}`,
    ask: `Take “${document.title}”, ${whenOf(document)}, out of ${document.calendarName}’s calendar?`,
    sent: `Canceled in ${document.calendarName}’s calendar: ${document.title}, ${whenOf(document)}`,
  }),
  layout: [
    { path: "/calendarName", label: "Calendar", role: "recipient" },
    { path: "/title", label: "Title", role: "subject" },
    { path: "/start", label: "From", role: "detail", format: "local_time" },
    { path: "/end", label: "To", role: "detail", format: "local_time" },
    { path: "/guests/*", label: "Guests", role: "detail" },
    { path: "/tellGuests", label: "Tell guests", role: "detail" },
    ...PLACE_LAYOUT,
    { path: "/etag", label: "Version", role: "id" },
  ],
  audience: (document) => (toldOf(document, document.guests).length > 0 ? "outside" : "no_one"),
  recipients: (document) => toldOf(document, document.guests),
  lints: (document) => outlookLints(document, document.guests, "cancellation"),
  preconditions: [eventUnchanged],
  recovery: "look_up",
  async perform(document, account) {
    await calendarWriter(account).remove(placeAt(account, document), document.etag);
    return { providerId: null };
  },
  lookUp({ calendar, eventId, etag }, account) {
    return unlessUnanswered(async () => {
      const event = await calendarsOf(account).read(calendar, eventId);
      if (event === null) return { kind: "found", done: { providerId: null } };
      return etag === null || event.etag === etag ? { kind: "absent" } : { kind: "unknown" };
    });
  },
});
