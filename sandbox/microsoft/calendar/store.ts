/** The calendars of the people at Microsoft: their own and one of holidays. Meetings have a copy per attendee. */
import { createHash } from "node:crypto";
import type { SandboxContext } from "../../service.ts";
import { worldOf } from "../../vendor/define-vendor.ts";
import { localMs, workingDay } from "../../world/calendar.ts";
import { stableId } from "../../world/contacts.ts";
import { malformedId, notFound } from "../errors.ts";
import { MICROSOFT_PEOPLE, MICROSOFT_TENANT } from "../people.ts";

export const CALENDARS = {
  own: { name: "Calendar", isDefault: true, canEdit: true },
  holidays: { name: "United States holidays", isDefault: false, canEdit: false },
} as const;
export type CalendarKind = keyof typeof CALENDARS;

export interface Attendee {
  readonly address: string;
  readonly name: string;
  readonly type: string;
}

export interface StoredEvent {
  readonly key: string;
  /** The same in every attendee's copy. */
  readonly uid: string;
  readonly owner: string;
  readonly organizer: string;
  readonly calendar: CalendarKind;
  readonly transactionId: string | null;
  /** The request that created it. */
  readonly created: string;
  readonly createdMs: number;
  modifiedMs: number;
  version: number;
  subject: string;
  body: { readonly contentType: string; readonly content: string };
  startMs: number;
  endMs: number;
  /** The zone its times were given in. */
  timeZone: string;
  isAllDay: boolean;
  location: string;
  attendees: readonly Attendee[];
  sensitivity: string;
  showAs: string;
  importance: string;
  categories: readonly string[];
  hasMeeting: boolean;
}

interface State {
  events: StoredEvent[];
  /** Incremented for IDs. */
  made: number;
}

export const calendarWorld = worldOf<State>("microsoft-calendar", (context) => ({
  events: context.world === "empty" ? [] : planned(context.now()),
  made: 0,
}));

export function calendarId(owner: string, kind: CalendarKind): string {
  return `AQMkAD${hash(owner, "calendar", kind).slice(0, 46)}AAAB`;
}

/** Throws GraphError. */
export function calendarOf(owner: string, id: string | undefined): CalendarKind {
  if (id === undefined) return "own";
  const found = (Object.keys(CALENDARS) as CalendarKind[]).find((kind) => calendarId(owner, kind) === id);
  if (found !== undefined) return found;
  throw id.startsWith("A") ? notFound() : malformedId();
}

export function eventId({ owner, key }: Pick<StoredEvent, "owner" | "key">, isImmutable: boolean): string {
  return isImmutable
    ? `AAkALgAAAAAA${hash(owner, "immutable event", key).slice(0, 56)}`
    : `AAMkAD${hash(owner, "event", key).slice(0, 62)}AAA=`;
}

/** One of a person's events. Throws GraphError. */
export function eventOf(context: SandboxContext, owner: string, id: string): StoredEvent {
  if (!/^A[AQ][\w-]{10,}={0,2}$/.test(id)) throw malformedId();
  const found = calendarWorld(context).value.events.find(
    (event) => event.owner === owner && (eventId(event, false) === id || eventId(event, true) === id),
  );
  if (found === undefined) throw notFound();
  return found;
}

export function hash(...parts: readonly string[]): string {
  return createHash("sha512").update(parts.join("\n")).digest("base64url");
}

function planned(nowMs: number): StoredEvent[] {
  const zone = MICROSOFT_TENANT.timeZone;
  const [claims, renewals] = MICROSOFT_PEOPLE;
  if (claims === undefined || renewals === undefined) return [];
  const on = (day: number, time: string): number => localMs(workingDay(nowMs, day, zone), time, zone);
  const event = (
    owner: string,
    subject: string,
    [startMs, endMs]: readonly [number, number],
    more: Partial<StoredEvent> = {},
  ): StoredEvent => ({
    key: stableId("microsoft-event", owner, subject),
    uid: stableId("microsoft-uid", owner, subject),
    owner,
    organizer: owner,
    calendar: "own",
    transactionId: null,
    created: "",
    createdMs: nowMs,
    modifiedMs: nowMs,
    version: 1,
    subject,
    body: { contentType: "html", content: "" },
    startMs,
    endMs,
    timeZone: "Central Standard Time",
    isAllDay: false,
    location: "",
    attendees: [],
    sensitivity: "normal",
    showAs: "busy",
    importance: "normal",
    categories: [],
    hasMeeting: false,
    ...more,
  });
  return [
    event(claims.address, "Adjuster at Dube Trucking", [on(1, "10:00"), on(1, "11:30")], {
      location: "Gary, IN",
      attendees: [{ address: "patrick.dube@mail.example", name: "Patrick Dube", type: "required" }],
    }),
    event(claims.address, "Open claims", [on(2, "09:00"), on(2, "09:30")], { hasMeeting: true }),
    event(renewals.address, "Dentist", [on(1, "15:00"), on(1, "16:00")], { sensitivity: "private" }),
    event(renewals.address, "Renewals of the month", [on(2, "13:00"), on(2, "14:00")]),
  ];
}
