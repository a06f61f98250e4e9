/** Creates, updates and deletes events like the API. Requires write access to the calendar. */
import { localMs, type EventTime, type WorldEvent } from "../../world/calendar.ts";
import { GoogleError } from "../errors.ts";
import { etagOfEvent, type OpenCalendar } from "./events.ts";

/** A request body; null clears a field. */
export interface EventBody {
  readonly id?: string;
  readonly summary?: string | null;
  readonly location?: string | null;
  readonly description?: string | null;
  readonly start?: TimeBody;
  readonly end?: TimeBody;
  readonly attendees?: readonly { readonly email?: string; readonly displayName?: string }[];
  readonly conferenceData?: unknown;
}

interface TimeBody {
  readonly date?: string | null;
  readonly dateTime?: string | null;
  readonly timeZone?: string;
}

/** Throws GoogleError 400 for an invalid event, 403, and 409 for an ID used before. */
export function insertEvent(calendar: OpenCalendar, body: EventBody, ids: () => string): WorldEvent {
  mayWrite(calendar);
  const id = body.id ?? ids();
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw new GoogleError(400, "Invalid resource id value.");
  if (calendar.events.some((event) => event.id === id))
    throw new GoogleError(409, "The requested identifier already exists.", "duplicate");
  if (body.start === undefined || body.end === undefined)
    throw new GoogleError(
      400,
      body.start === undefined ? "Missing start time." : "Missing end time.",
      "required",
    );
  return checked({
    id,
    owner: calendar.owner,
    ...fieldsOf(calendar, body),
    title: body.summary ?? "",
    start: timeOf(calendar, body.start),
    end: timeOf(calendar, body.end),
    ...(body.conferenceData === undefined ? {} : { meet: true }),
  });
}

/** Throws GoogleError 403, 404, and 412 for a version mismatch. */
export function patchEvent(
  calendar: OpenCalendar,
  id: string,
  body: EventBody,
  ifMatch: string | null,
): WorldEvent {
  const event = found(calendar, id, ifMatch);
  return checked({
    ...event,
    ...fieldsOf(calendar, body),
    ...(body.summary === undefined ? {} : { title: body.summary ?? "" }),
    ...(body.start === undefined ? {} : { start: timeOf(calendar, body.start) }),
    ...(body.end === undefined ? {} : { end: timeOf(calendar, body.end) }),
    changed: (event.changed ?? 0) + 1,
  });
}

/** Throws like `patchEvent`, and 410 if already deleted. */
export function cancelEvent(calendar: OpenCalendar, id: string, ifMatch: string | null): WorldEvent {
  const event = found(calendar, id, ifMatch);
  return { ...event, isCanceled: true, changed: (event.changed ?? 0) + 1 };
}

function found(calendar: OpenCalendar, id: string, ifMatch: string | null): WorldEvent {
  mayWrite(calendar);
  const event = calendar.events.find((one) => one.id === id);
  if (event === undefined) throw new GoogleError(404, "Not Found");
  if (event.isCanceled === true) throw new GoogleError(410, "Resource has been deleted", "deleted");
  if (ifMatch !== null && ifMatch !== etagOfEvent(event))
    throw new GoogleError(412, "Precondition Failed", "conditionNotMet");
  return event;
}

function mayWrite({ isOwn }: OpenCalendar): void {
  if (!isOwn)
    throw new GoogleError(403, "You need to have writer access to this calendar.", "requiredAccessLevel");
}

function fieldsOf(
  calendar: OpenCalendar,
  { location, description, attendees }: EventBody,
): Partial<WorldEvent> {
  return {
    ...(location === undefined ? {} : { location: location ?? "" }),
    ...(description === undefined ? {} : { description: description ?? "" }),
    ...(attendees === undefined
      ? {}
      : {
          guests: attendees.map(({ email, displayName }) => {
            if (email === undefined || !email.includes("@"))
              throw new GoogleError(400, "Invalid attendee email.");
            return { address: email, name: displayName ?? nameIn(calendar, email) };
          }),
        }),
  };
}

function nameIn({ events }: OpenCalendar, email: string): string {
  const known = events.flatMap(({ guests = [] }) => guests).find(({ address }) => address === email);
  return known?.name ?? email;
}

/** A UTC offset is required unless a time zone is given. */
function timeOf({ timeZone: own }: OpenCalendar, { date, dateTime, timeZone }: TimeBody): EventTime {
  if (typeof date === "string" && (dateTime === undefined || dateTime === null)) return { day: date };
  if (typeof dateTime !== "string") throw new GoogleError(400, "Bad Request", "badRequest");
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(dateTime)) return { ms: Date.parse(dateTime) };
  if (timeZone === undefined)
    throw new GoogleError(400, "Missing time zone definition for start time.", "required");
  return { ms: localMs(dateTime.slice(0, 10), dateTime.slice(11, 16), timeZone || own) };
}

function checked(event: WorldEvent): WorldEvent {
  const { start, end } = event;
  if ("day" in start !== "day" in end) throw new GoogleError(400, "Invalid start time.");
  const isEmpty =
    "day" in start && "day" in end ? end.day <= start.day : "ms" in start && "ms" in end && end.ms < start.ms;
  if (isEmpty) throw new GoogleError(400, "The specified time range is empty.", "timeRangeEmpty");
  return event;
}
