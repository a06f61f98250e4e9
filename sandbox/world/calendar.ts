/** Calendars of the demo companies around today, in company time. */
import { inZone } from "./dates.ts";
import { ALDER, type DemoTenant } from "./company.ts";
import { stableId } from "./contacts.ts";

export interface WorldEvent {
  readonly id: string;
  /** The owner's address. */
  readonly owner: string;
  readonly title: string;
  readonly start: EventTime;
  readonly end: EventTime;
  readonly location?: string;
  readonly description?: string;
  readonly guests?: readonly { readonly address: string; readonly name: string }[];
  /** Colleagues see only that the time is taken. */
  readonly isPrivate?: boolean;
  /** Doesn't block time. */
  readonly isFree?: boolean;
  readonly changed?: number;
  /** Canceled events are kept, since IDs are never reused. */
  readonly isCanceled?: boolean;
  /** Has a video call. */
  readonly meet?: boolean;
}

/** A time, or an all-day date (`2026-11-24`, end exclusive). */
export type EventTime = { readonly ms: number } | { readonly day: string };

interface PlannedEvent extends Omit<WorldEvent, "id" | "owner" | "start" | "end"> {
  /** The owner's first name. */
  readonly who: string;
  /** Working days from today (0); negative for the past. */
  readonly day: number;
  /** `10:00-10:30`; all day if omitted. */
  readonly at?: string;
}

const DAY_MS = 86_400_000;

const ALDER_EVENTS: readonly PlannedEvent[] = [
  {
    who: "Priya",
    day: -2,
    at: "10:00-10:30",
    title: "Showing 302 Orchard Ln #2B: Felix Brandt",
    location: "302 Orchard Ln #2B",
  },
  {
    who: "Priya",
    day: 1,
    at: "10:00-10:30",
    title: "Showing 87 Larkspur Ave #2C: Wren Abbott",
    location: "87 Larkspur Ave #2C",
    guests: [{ address: "wren.abbott@mail.example", name: "Wren Abbott" }],
  },
  { who: "Priya", day: 1, at: "13:00-14:30", title: "Lease signing, 11 Alder Ct #1A", location: "Office" },
  { who: "Priya", day: 2, at: "09:00-12:00", title: "Photos of three units", location: "214 Birch St" },
  { who: "Priya", day: 2, at: "15:00-15:45", title: "Dentist", isPrivate: true },
  {
    who: "Priya",
    day: 3,
    at: "17:00-17:30",
    title: "Showing 214 Birch St #2A: two applicants",
    location: "214 Birch St #2A",
  },
  { who: "Marcus", day: 0, at: "14:00-15:00", title: "Boiler room with Anneke", location: "214 Birch St" },
  {
    who: "Marcus",
    day: 1,
    at: "08:00-09:00",
    title: "Valve in 3B: Anneke Visser",
    location: "214 Birch St #3B",
    description: "Maria Lopez is at home until 9.",
  },
  {
    who: "Marcus",
    day: 3,
    at: "09:00-12:00",
    title: "Roof inspection with Calvin Yoo",
    location: "930 Millrace Blvd",
  },
  {
    who: "Marcus",
    day: 4,
    at: "08:00-16:00",
    title: "New floor in 2A, Threshold Flooring",
    location: "8 Quarry St #2A",
    description: "Tenant moves the sofa the evening before.",
  },
  { who: "Tom", day: 1, title: "On call this week", isFree: true },
  {
    who: "Tom",
    day: 2,
    at: "09:00-11:00",
    title: "Smoke alarms, floors 1 to 3",
    location: "930 Millrace Blvd",
  },
  { who: "Lena", day: 1, at: "16:00-17:00", title: "Late rents with Dana" },
  { who: "Dana", day: 1, at: "16:00-17:00", title: "Late rents with Lena" },
  {
    who: "Dana",
    day: 2,
    at: "11:00-12:00",
    title: "Harold Finch: the valve and his statement",
    location: "Phone",
    guests: [{ address: "harold.finch@mail.example", name: "Harold Finch" }],
  },
  { who: "Dana", day: 5, title: "Away", description: "Back the day after." },
];

const HARBOR_EVENTS: readonly PlannedEvent[] = [
  { who: "Ruth", day: 1, at: "09:00-10:00", title: "Renewal: Dube Trucking", location: "Their yard" },
  { who: "Ben", day: 1, at: "14:00-14:30", title: "Certificates for Trooper", description: "Truck 12." },
];

/** All events of a company's calendars. Deterministic. */
export function companyEvents(tenant: DemoTenant, nowMs: number): WorldEvent[] {
  const planned = tenant.id === ALDER.id ? ALDER_EVENTS : HARBOR_EVENTS;
  return planned.flatMap(({ who, day, at, ...event }, index): WorldEvent[] => {
    const owner = tenant.people.find(({ firstName }) => firstName === who)?.email;
    if (owner === undefined) return [];
    const date = workingDay(nowMs, day, tenant.timeZone);
    const id = stableId("event", tenant.id, String(index)).slice(0, 26);
    const [from, to] = at?.split("-") ?? [];
    if (from === undefined || to === undefined) {
      const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
      return [{ ...event, id, owner, start: { day: date }, end: { day: next } }];
    }
    const start = { ms: localMs(date, from, tenant.timeZone) };
    return [{ ...event, id, owner, start, end: { ms: localMs(date, to, tenant.timeZone) } }];
  });
}

/** The date this many working days from today. */
export function workingDay(nowMs: number, count: number, timeZone: string): string {
  const today = inZone(nowMs, "en-CA", { timeZone });
  let at = Date.parse(`${today}T12:00:00Z`);
  for (let left = Math.abs(count); left > 0;) {
    at += Math.sign(count) * DAY_MS;
    if (![0, 6].includes(new Date(at).getUTCDay())) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}

/** A local date and time in ms; correct on days of 23 and 25 hours. */
export function localMs(date: string, time: string, timeZone: string): number {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  const shown = (ms: number): number =>
    Date.parse(
      `${inZone(ms, "sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).replace(" ", "T")}Z`,
    );
  const near = wanted - (shown(wanted) - wanted);
  return near - (shown(near) - wanted);
}
