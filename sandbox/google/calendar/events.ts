/** Events as the API returns them. Single events only: series are expanded in the world. */
import { createHash } from "node:crypto";
import { GoogleError } from "../errors.ts";
import { localMs, type EventTime, type WorldEvent } from "../../world/calendar.ts";

const PAGE = 250;

/** A calendar with the viewer's access. */
export interface OpenCalendar {
  readonly owner: string;
  readonly timeZone: string;
  readonly events: readonly WorldEvent[];
  readonly isOwn: boolean;
  readonly nowMs: number;
}

/** `GET /calendars/{calendarId}/events`. Throws GoogleError 400 for an empty time range or a foreign page token. */
export function listEvents(calendar: OpenCalendar, query: Readonly<Record<string, unknown>>) {
  const bound = (name: string, without: number): number => {
    const given = query[name];
    if (given === undefined) return without;
    const ms = typeof given === "string" ? Date.parse(given) : NaN;
    if (Number.isNaN(ms)) throw new GoogleError(400, "Bad Request", "badRequest");
    return ms;
  };
  const [from, to] = [bound("timeMin", -Infinity), bound("timeMax", Infinity)];
  if (to <= from) throw new GoogleError(400, "The specified time range is empty.", "timeRangeEmpty");
  if (query["orderBy"] === "startTime" && String(query["singleEvents"]) !== "true")
    throw new GoogleError(400, "The requested ordering is not available for the particular query.");
  const words = typeof query["q"] === "string" ? query["q"].toLowerCase().split(/\s+/) : [];
  const found = calendar.events
    .filter(({ isCanceled = false }) => !isCanceled)
    .filter((event) => msOf(event.end, calendar.timeZone) > from && msOf(event.start, calendar.timeZone) < to)
    .filter((event) => {
      const text = isHidden(calendar, event) ? "" : wordsOf(event);
      return words.every((word) => text.includes(word));
    })
    .toSorted((left, right) => msOf(left.start, calendar.timeZone) - msOf(right.start, calendar.timeZone));
  const begin = query["pageToken"] === undefined ? 0 : Number(query["pageToken"]);
  if (!Number.isInteger(begin) || begin < 0) throw new GoogleError(400, "Invalid page token value.");
  const size = Math.min(2500, Number(query["maxResults"] ?? PAGE));
  const more = found.length > begin + size ? { nextPageToken: String(begin + size) } : {};
  return {
    kind: "calendar#events",
    etag: etagOf(calendar.owner, String(calendar.events.length)),
    summary: calendar.owner,
    description: "",
    updated: new Date(calendar.nowMs).toISOString(),
    timeZone: calendar.timeZone,
    accessRole: calendar.isOwn ? "owner" : "reader",
    defaultReminders: [],
    items: found.slice(begin, begin + size).map((event) => eventJson(calendar, event)),
    ...more,
  };
}

/** An event; for a colleague's private one only its time. */
export function eventJson(calendar: OpenCalendar, event: WorldEvent) {
  const { id, title, location, description, guests = [], isPrivate = false, isFree = false } = event;
  const bare = {
    kind: "calendar#event",
    etag: etagOfEvent(event),
    id,
    status: event.isCanceled === true ? "cancelled" : "confirmed",
    iCalUID: `${id}@google.com`,
    start: timeJson(event.start, calendar.timeZone),
    end: timeJson(event.end, calendar.timeZone),
    eventType: "default",
    sequence: event.changed ?? 0,
    ...(isPrivate ? { visibility: "private" } : {}),
    ...(isFree ? { transparency: "transparent" } : {}),
  };
  if (isHidden(calendar, event)) return bare;
  return {
    ...bare,
    htmlLink: `https://www.google.com/calendar/event?eid=${id}`,
    summary: title,
    ...(location === undefined ? {} : { location }),
    ...(description === undefined ? {} : { description }),
    creator: { email: calendar.owner },
    organizer: { email: calendar.owner, self: calendar.isOwn },
    ...meetOf(event),
    ...(guests.length === 0
      ? {}
      : {
          attendees: guests.map(({ address, name }) => ({
            email: address,
            displayName: name,
            responseStatus: "accepted",
          })),
        }),
  };
}

function meetOf({ id, meet = false }: WorldEvent) {
  return meet ? { hangoutLink: `https://meet.google.com/${id.slice(0, 10)}` } : {};
}

export function etagOfEvent({ id, title, changed = 0 }: WorldEvent): string {
  return etagOf(id, title, String(changed));
}

function isHidden({ isOwn }: OpenCalendar, { isPrivate = false }: WorldEvent): boolean {
  return isPrivate && !isOwn;
}

function wordsOf({ title, location = "", description = "", guests = [] }: WorldEvent): string {
  const people = guests.map(({ name, address }) => `${name} ${address}`);
  return [title, location, description, ...people].join(" ").toLowerCase();
}

function timeJson(time: EventTime, timeZone: string) {
  return "day" in time
    ? { date: time.day }
    : { dateTime: new Date(time.ms).toISOString().replace(".000Z", "Z"), timeZone };
}

/** Start or end in ms; all-day events use midnight in the calendar's zone. */
function msOf(time: EventTime, timeZone: string): number {
  return "day" in time ? localMs(time.day, "00:00", timeZone) : time.ms;
}

function etagOf(...parts: readonly string[]): string {
  return `"${createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16)}"`;
}
