/**
 * `POST /me/calendar/getSchedule` (microsoft-graph-docs-contrib: api-reference/v1.0/api/calendar-getschedule.md,
 * concepts/outlook-get-free-busy-schedule.md, read 2026-11-30).
 */
import * as z from "zod";
import type { GraphHandler } from "../calls.ts";
import { GraphError } from "../errors.ts";
import { MICROSOFT_TENANT, microsoftPerson } from "../people.ts";
import { calendarWorld, type StoredEvent } from "./store.ts";
import { msOf, timeJson, zoneOf } from "./zones.ts";

const MINUTE_MS = 60_000;
/** The period is shorter. */
const MAX_DAYS = 62;
const MAX_SCHEDULES = 20;

const time = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });
const scheduleInput = z.object({
  schedules: z.array(z.string()),
  startTime: time,
  endTime: time,
  availabilityViewInterval: z.int().nullish(),
});

/** Digits of `availabilityView`; the higher wins where events overlap. */
const DIGITS: Readonly<Record<string, number>> = {
  free: 0,
  tentative: 1,
  busy: 2,
  oof: 3,
  workingElsewhere: 4,
};

export const getSchedule: GraphHandler = ({ context, caller, prefer, body, base }) => {
  const parsed = scheduleInput.safeParse(body);
  if (!parsed.success || parsed.data.schedules.length === 0 || parsed.data.schedules.length > MAX_SCHEDULES)
    throw new GraphError(400, "ErrorInvalidParameter", "Schedules, StartTime and EndTime are required.");
  const { schedules, startTime, endTime, availabilityViewInterval } = parsed.data;
  const [from, to] = [startTime, endTime].map(({ dateTime, timeZone }) =>
    msOf({ dateTime, timeZone: timeZone ?? "UTC" }),
  ) as [number, number];
  const minutes = availabilityViewInterval ?? 30;
  if (minutes < 5 || minutes > 1440 || to <= from || to - from >= MAX_DAYS * 1440 * MINUTE_MS)
    throw new GraphError(400, "ErrorInvalidParameter", "The requested time period or interval is invalid.");
  const { events } = calendarWorld(context).value;

  const itemJson = (owner: string, event: StoredEvent) => {
    const isOpen = owner === caller.address || event.sensitivity === "normal";
    return {
      isPrivate: event.sensitivity === "private",
      status: event.showAs,
      ...(isOpen ? { subject: event.subject, location: event.location } : {}),
      start: timeJson(event.startMs, prefer.timeZone),
      end: timeJson(event.endMs, prefer.timeZone),
    };
  };

  const scheduleOf = (scheduleId: string) => {
    const person = microsoftPerson(scheduleId);
    if (person === null)
      return {
        scheduleId,
        availabilityView: "",
        scheduleItems: [],
        error: {
          message: `Unable to resolve e-mail address ${scheduleId} to an Active Directory object.`,
          responseCode: "ErrorMailRecipientNotFound",
        },
      };
    const theirs = events
      .filter(({ owner, startMs, endMs }) => owner === person.address && endMs > from && startMs < to)
      .toSorted((left, right) => left.startMs - right.startMs);
    const slots = Math.ceil((to - from) / (minutes * MINUTE_MS));
    const digit = (slot: number): number => {
      const begins = from + slot * minutes * MINUTE_MS;
      const ends = begins + minutes * MINUTE_MS;
      const taken = theirs.filter(({ startMs, endMs }) => endMs > begins && startMs < ends);
      return Math.max(0, ...taken.map(({ showAs }) => DIGITS[showAs] ?? 0));
    };
    return {
      scheduleId,
      availabilityView: Array.from({ length: slots }, (_, slot) => digit(slot)).join(""),
      scheduleItems: theirs.map((event) => itemJson(person.address, event)),
      workingHours: {
        daysOfWeek: ["monday", "tuesday", "wednesday", "thursday", "friday"],
        startTime: "08:00:00.0000000",
        endTime: "17:00:00.0000000",
        timeZone: { name: prefer.timeZone ?? zoneOf(MICROSOFT_TENANT.timeZone) },
      },
    };
  };

  return {
    "@odata.context": `${base}/$metadata#Collection(microsoft.graph.scheduleInformation)`,
    value: schedules.map(scheduleOf),
  };
};
