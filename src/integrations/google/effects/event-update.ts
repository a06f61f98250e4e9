/** Updates only the changed fields of a calendar event. Undone by restoring them. */
import { readEvent } from "../calendar.ts";
import { patchEvent } from "../write.ts";
import type { Json } from "../../../kernel/hash.ts";
import * as z from "zod";
import {
  apiFields,
  eventFieldsSchema,
  eventPlaceSchema,
  eventUnchanged,
  placeAt,
  storedFields,
  whenOf,
} from "./calendar-fields.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";

const KIND = "event.update";

const documentSchema = z.strictObject({
  ...eventPlaceSchema.shape,
  /** The title before the change. */
  title: eventFieldsSchema.shape.title,
  changes: eventFieldsSchema.partial(),
  /** Previous values of the changed fields. */
  before: eventFieldsSchema.partial(),
  /** The version that was reviewed; null for any. */
  etag: z.string().nullable(),
});
type Document = z.output<typeof documentSchema>;

export const eventUpdate = defineEffect({
  kind: KIND,
  vendor: "google",
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
    { path: "/tellGuests", label: "Tell guests", role: "detail" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/calendar", label: "Calendar address", role: "id" },
    { path: "/eventId", label: "Event", role: "id" },
    { path: "/timeZone", label: "Time zone", role: "id" },
    { path: "/etag", label: "Version", role: "id" },
  ],
  audience: (document) => (toldOf(document).length > 0 ? "outside" : "no_one"),
  recipients: toldOf,
  preconditions: [eventUnchanged],
  recovery: "look_up",
  async perform(document, account) {
    const { calendar, eventId, timeZone, changes, etag } = document;
    const place = placeAt(account, document);
    // Keeps guests' responses.
    const event = changes.guests === undefined ? null : await readEvent(account, calendar, eventId);
    const stored = { attendees: event?.attendees ?? [] };
    await patchEvent(account, place, apiFields(changes, timeZone, stored), etag);
    return { providerId: null };
  },
  lookUp({ calendar, eventId, timeZone, changes, etag }, account) {
    return unlessUnanswered(async () => {
      const event = await readEvent(account, calendar, eventId);
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

function toldOf({ tellGuests, changes, before }: Document): readonly string[] {
  return tellGuests === "yes" ? [...new Set([...(before.guests ?? []), ...(changes.guests ?? [])])] : [];
}

function inWords({ changes: { start, end } }: Document): string {
  return start === undefined || end === undefined ? "" : `: ${whenOf({ start, end })}`;
}
