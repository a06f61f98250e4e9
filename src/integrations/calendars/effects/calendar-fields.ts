/** Event fields shared by calendar effects, with times in the team's zone. */
import * as z from "zod";
import { MAIL_VENDORS, type EventPlace, type StoredEvent } from "../../connections/index.ts";
import { calendarsOf, type MailAccount } from "../../open-mailboxes.ts";
import { shiftedDay } from "../../../kernel/calendar.ts";
import { IntegrationError } from "../../../kernel/errors.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { emailAddressSchema } from "../../../messaging/api/email-document.ts";
import { definePrecondition } from "../../../approvals/effects/define-effect.ts";
import { definedFields } from "../../../kernel/defined-fields.ts";

export const GUESTS = 30;

/** `2026-11-24 10:00`, or a date for all-day events; an end date is inclusive. */
const timeSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/);

/** Event fields people edit. */
export const eventFieldsSchema = z.strictObject({
  title: z.string().min(1).max(300),
  start: timeSchema,
  end: timeSchema,
  place: z.string().max(500).nullable(),
  notes: z.string().max(4000).nullable(),
  guests: z.array(emailAddressSchema).max(GUESTS),
});
export type EventDraft = z.output<typeof eventFieldsSchema>;
type SomeFields = { readonly [Name in keyof EventDraft]?: EventDraft[Name] | undefined };

export const eventPlaceSchema = z.strictObject({
  connectionId: z.string(),
  /** The owner's address. */
  calendar: emailAddressSchema,
  calendarName: z.string(),
  eventId: z.string().min(1).max(1024),
  /** IANA name. */
  timeZone: z.string(),
  /** Whether the guests are notified. Outlook does in any case. */
  tellGuests: z.enum(["yes", "no"]),
  /** Absent for Google Calendar. */
  service: z.literal("Outlook").optional(),
});
type DocumentPlace = z.output<typeof eventPlaceSchema>;

/** Layout rules for the fields of a place that people don't need. */
export const PLACE_LAYOUT = [
  { path: "/connectionId", label: "Connection", role: "id" },
  { path: "/calendar", label: "Calendar address", role: "id" },
  { path: "/eventId", label: "Event", role: "id" },
  { path: "/timeZone", label: "Time zone", role: "id" },
  { path: "/service", label: "Service", role: "id" },
] as const;

/** The guests who are notified. */
export function toldOf(
  { tellGuests, service }: Pick<DocumentPlace, "tellGuests" | "service">,
  guests: readonly string[],
): readonly string[] {
  return tellGuests === "yes" || service !== undefined ? guests : [];
}

/** Says what Outlook does by itself. */
export function outlookLints(
  { service }: Pick<DocumentPlace, "service">,
  guests: readonly string[],
  news: "invitation" | "change" | "cancellation",
): Lint[] {
  if (service === undefined || guests.length === 0) return [];
  const message = `Outlook e-mails the ${news} to ${guests.join(", ")}.`;
  return [{ code: "outlook_tells", level: "info", message, path: "/tellGuests" }];
}

/** The target calendar, after checking that it may still be written. Throws IntegrationError `not_applied`. */
export function placeAt(account: MailAccount, document: DocumentPlace): EventPlace {
  const { connection, vendor } = calendarsOf(account);
  const { calendar, eventId, timeZone, tellGuests } = document;
  if (!connection.settings.mail.calendars.includes(calendar))
    throw new IntegrationError(vendor, "the approved calendar is no longer part of the connection", {
      outcome: "not_applied",
      status: 403,
    });
  return { owner: calendar, eventId, timeZone, tellsGuests: tellGuests === "yes" };
}

function isDay(time: string): boolean {
  return !time.includes(" ");
}

/** `Tue, Nov 24, 10:00 AM – 10:30 AM`. */
export function whenOf({ start, end }: Pick<EventDraft, "start" | "end">): string {
  const from = dayAndTime(start);
  if (start === end) return from.day;
  const to = dayAndTime(end);
  if (from.time === null || to.time === null) return `${from.day} – ${to.day}`;
  return from.day === to.day
    ? `${from.day}, ${from.time} – ${to.time}`
    : `${from.day}, ${from.time} – ${to.day}, ${to.time}`;
}

function dayAndTime(time: string): { readonly day: string; readonly time: string | null } {
  const at = Date.parse(`${time.replace(" ", "T")}${isDay(time) ? "T00:00" : ""}:00Z`);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(at);
  return {
    day: format({ weekday: "short", month: "short", day: "numeric" }),
    time: isDay(time) ? null : format({ hour: "numeric", minute: "2-digit" }),
  };
}

/** An event's fields in document form. */
export function storedFields(event: StoredEvent, timeZone: string): EventDraft {
  const { title, start, end, location, description, guests } = event;
  const wholeDays = isDay(start.replace("T", " "));
  const written = (time: string): string => localTime(time, timeZone).slice("Tue ".length);
  return {
    title: title === "" ? "(no title)" : title,
    start: wholeDays ? start : written(start),
    end: wholeDays ? shiftedDay(end, -1) : written(end),
    place: location === "" ? null : location,
    notes: description === "" ? null : description,
    guests: [...guests],
  };
}

/** Whether the given fields are unchanged. */
function isStill(event: StoredEvent, was: SomeFields, timeZone: string): boolean {
  const now = storedFields(event, timeZone);
  return (Object.keys(was) as (keyof EventDraft)[]).every(
    (name) => JSON.stringify(now[name]) === JSON.stringify(was[name]),
  );
}

/** Precondition: the event hasn't changed since the draft. */
export const eventUnchanged = definePrecondition({
  kind: "event_unchanged",
  observed: z.object({
    connectionId: z.string(),
    calendar: z.string(),
    eventId: z.string(),
    /** Null compares fields instead of the version, for undoing our own change. */
    etag: z.string().nullable(),
    was: eventFieldsSchema.partial().optional(),
    timeZone: z.string().optional(),
  }),
  about: ({ eventId }) => eventId,
  of: (
    document: Pick<DocumentPlace, "connectionId" | "calendar" | "eventId" | "timeZone"> &
      Pick<SomeFields, "title" | "start" | "end" | "guests"> & {
        readonly etag: string | null;
        /** Previous values of the changed fields; by default the event as in the document. */
        readonly before?: SomeFields;
      },
  ) => {
    const { connectionId, calendar, eventId, etag, timeZone, title, start, end, guests } = document;
    const place = { connectionId, calendar, eventId, etag };
    if (etag !== null) return place;
    return { ...place, was: definedFields(document.before ?? { title, start, end, guests }), timeZone };
  },
  async check({ connectionId, calendar, eventId, etag, was, timeZone }, world) {
    const event = await calendarsOf(await world.account(MAIL_VENDORS, connectionId)).read(calendar, eventId);
    if (event === null)
      return { holds: false, reason: "The event was deleted from the calendar since this was drafted." };
    if (etag === null ? isStill(event, was ?? {}, timeZone ?? "UTC") : event.etag === etag)
      return { holds: true };
    return { holds: false, reason: "The event was changed in the calendar since this was drafted." };
  },
});

/** The receipt's note about the video call. */
export function callNote(link: string | null | undefined): { note?: string } {
  return link === null || link === undefined || link === "" ? {} : { note: `Video call: ${link}` };
}
