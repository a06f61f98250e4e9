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
  /** What they answered; nothing yet if missing. */
  readonly response?: string;
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
  /** The series it is an occurrence of. Series are expanded in the world. */
  readonly series: string | null;
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

/** An event of which nothing is said. */
export const BLANK = {
  calendar: "own",
  transactionId: null,
  created: "",
  series: null,
  version: 1,
  subject: "",
  body: { contentType: "html", content: "" },
  startMs: 0,
  endMs: 0,
  timeZone: "UTC",
  isAllDay: false,
  location: "",
  attendees: [],
  sensitivity: "normal",
  showAs: "busy",
  importance: "normal",
  categories: [],
  hasMeeting: false,
} as const satisfies Partial<StoredEvent>;

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
    ...BLANK,
    key: stableId("microsoft-event", owner, subject, more.series === undefined ? "" : String(startMs)),
    uid: stableId("microsoft-uid", owner, subject),
    owner,
    organizer: owner,
    createdMs: nowMs,
    modifiedMs: nowMs,
    subject,
    startMs,
    endMs,
    timeZone: "Central Standard Time",
    ...more,
  });
  return [
    event(claims.address, "Adjuster at Dube Trucking", [on(1, "10:00"), on(1, "11:30")], {
      location: "Gary, IN",
      attendees: [
        {
          address: "patrick.dube@mail.example",
          name: "Patrick Dube",
          type: "required",
          response: "accepted",
        },
      ],
    }),
    ...[2, 7].map((day) =>
      event(claims.address, "Open claims", [on(day, "09:00"), on(day, "09:30")], {
        hasMeeting: true,
        series: "open claims",
      }),
    ),
    event(renewals.address, "Dentist", [on(1, "15:00"), on(1, "16:00")], { sensitivity: "private" }),
    event(renewals.address, "Renewals of the month", [on(2, "13:00"), on(2, "14:00")]),
  ];
}
