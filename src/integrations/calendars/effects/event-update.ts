/** Updates only the changed fields of a calendar event. Undone by restoring them. */
import type { Json } from "../../../kernel/hash.ts";
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
  storedFields,
  toldOf,
  whenOf,
} from "./calendar-fields.ts";
import { calendarWriter } from "./calendar-writer.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";

const KIND = "event.update";

const documentSchema = z.strictObject({
  ...eventPlaceSchema.shape,
  /** The title before the change. */
  title: eventFieldsSchema.shape.title,
  changes: eventFieldsSchema.partial(),
  /** Previous values of the changed fields. */
  before: eventFieldsSchema.partial(),
  /** All guests, before and after the change, if the vendor always notifies everyone. */
  guests: eventFieldsSchema.shape.guests.optional(),
  /** The version that was reviewed; null for any. */
  etag: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

export const eventUpdate = defineEffect({
  kind: KIND,
  vendor: MAIL_VENDORS,
  provider: "the calendar",
  document: documentSchema,
  words: { name: "Event change", plural: "event changes", verb: "change", done: "Changed" },
  says: (document) => ({
    title: `Change “${document.title}”`,
    target: document.calendarName,
    ask: `Change “${document.title}” in ${document.calendarName}’s calendar${inWords(document)}?`,
    sent: `Changed in ${document.calendarName}’s calendar: ${document.title}${inWords(document)}`,
  }),
  layout: [
    { path: "/calendarName", label: "Calendar", role: "recipient" },
    { path: "/title", label: "Event", role: "subject" },
    ...layoutOf("changes", ""),
    ...layoutOf("before", ", before"),
    { path: "/guests/*", label: "Told", role: "detail" },
    { path: "/tellGuests", label: "Tell guests", role: "detail" },
    ...PLACE_LAYOUT,
    { path: "/etag", label: "Version", role: "id" },
  ],
  audience: (document) => (peopleTold(document).length > 0 ? "outside" : "no_one"),
  recipients: peopleTold,
  lints: (document) => outlookLints(document, peopleTold(document), "change"),
  preconditions: [eventUnchanged],
  recovery: "look_up",
  async perform(document, account) {
    const { calendar, eventId, changes, etag } = document;
    const place = placeAt(account, document);
    // Keeps guests' responses.
    const event = changes.guests === undefined ? null : await calendarsOf(account).read(calendar, eventId);
    await calendarWriter(account).change(place, changes, { attendees: event?.attendees ?? [], etag });
    return { providerId: null };
  },
  lookUp({ calendar, eventId, timeZone, changes, etag }, account) {
    return unlessUnanswered(async () => {
      const event = await calendarsOf(account).read(calendar, eventId);
      if (event === null) return { kind: "unknown" };
      const now = storedFields(event, timeZone);
      const names = Object.keys(changes) as (keyof typeof changes)[];
      if (names.every((name) => JSON.stringify(now[name]) === JSON.stringify(changes[name])))
        return { kind: "found", done: { providerId: null } };
      return event.etag === etag ? { kind: "absent" } : { kind: "unknown" };
    });
  },
  compensate: (document) => ({
    label: "Change it back",
    effect: {
      kind: KIND,
      document: {
        ...document,
        changes: document.before,
        before: document.changes,
        etag: null,
      } as unknown as Record<string, Json>,
    },
  }),
});

function layoutOf(part: "changes" | "before", suffix: string) {
  return (
    [
      ["title", "Title"],
      ["start", "From"],
      ["end", "To"],
      ["place", "Place"],
      ["notes", "Notes"],
      ["guests/*", "Guests"],
    ] as const
  ).map(([path, label]) => ({
    path: `/${part}/${path}`,
    label: `${label}${suffix}`,
    role: "detail" as const,
    ...(path === "start" || path === "end" ? { format: "local_time" as const } : {}),
  }));
}

function peopleTold(document: Document): readonly string[] {
  const { before, changes, guests } = document;
  return toldOf(document, guests ?? [...new Set([...(before.guests ?? []), ...(changes.guests ?? [])])]);
}

function inWords({ changes: { start, end } }: Document): string {
  return start === undefined || end === undefined ? "" : `: ${whenOf({ start, end })}`;
}
