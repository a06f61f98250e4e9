/** A cadence as form fields, and back. Pure. Times are in the tenant's zone. */
import type { Cadence, CadenceInput } from "../../../../src/agent/api/schedules.ts";

export const RHYTHMS = [
  ["once", "Once"],
  ["daily", "Every day"],
  ["weekdays", "Every weekday (Monday to Friday)"],
  ["weekly", "On certain days of the week"],
  ["monthly", "Every month"],
  ["hours", "Every few hours"],
  ["expression", "Custom (cron expression)"],
] as const;
export type Rhythm = (typeof RHYTHMS)[number][0];

/** Monday first, as the week is worked. */
export const DAYS = [
  ["1", "Monday"],
  ["2", "Tuesday"],
  ["3", "Wednesday"],
  ["4", "Thursday"],
  ["5", "Friday"],
  ["6", "Saturday"],
  ["0", "Sunday"],
] as const;

/** Every field has a value, so that switching the frequency back and forth loses nothing. */
export interface CadenceDraft {
  readonly rhythm: Rhythm;
  /** `2026-11-27`; empty until chosen. */
  readonly date: string;
  readonly time: string;
  /** Days of the week as cron counts them. */
  readonly days: readonly string[];
  /** Day of the month, `L` for the last. */
  readonly monthDay: string;
  readonly hours: number;
  readonly from: string;
  readonly to: string;
  readonly expression: string;
}

export const NEW_DRAFT: CadenceDraft = {
  rhythm: "once",
  date: "",
  time: "09:00",
  days: ["1"],
  monthDay: "1",
  hours: 2,
  from: "08:00",
  to: "18:00",
  expression: "0 9 * * 1",
};

/** The request body; null while a field is missing. */
export function cadenceOf(draft: CadenceDraft): CadenceInput | null {
  const [hour, minute] = draft.time.split(":").map(Number);
  const cron = (rest: string): CadenceInput | null =>
    hour === undefined || minute === undefined
      ? null
      : { type: "cron", expression: `${minute} ${hour} ${rest}` };
  switch (draft.rhythm) {
    case "once":
      return draft.date === "" || draft.time === ""
        ? null
        : { type: "once", at: `${draft.date}T${draft.time}` };
    case "daily":
      return cron("* * *");
    case "weekdays":
      return cron("* * 1-5");
    case "weekly":
      return draft.days.length === 0 ? null : cron(`* * ${[...draft.days].sort().join(",")}`);
    case "monthly":
      return cron(`${draft.monthDay} * *`);
    case "hours":
      return { type: "every", minutes: draft.hours * 60, window: { from: draft.from, to: draft.to } };
    case "expression": {
      const expression = draft.expression.trim().replace(/\s+/g, " ");
      return expression.split(" ").length === 5 ? { type: "cron", expression } : null;
    }
  }
}

/** The fields of an existing schedule; a cadence that the fields can't express becomes its cron expression. */
export function draftOf(cadence: Cadence, timeZone: string): CadenceDraft {
  switch (cadence.type) {
    case "once":
      return { ...NEW_DRAFT, rhythm: "once", ...localParts(cadence.at, timeZone) };
    case "every":
      return everyDraft(cadence);
    case "cron":
      return cronDraft(cadence.expression);
  }
}

function everyDraft({ minutes, window }: Extract<Cadence, { type: "every" }>): CadenceDraft {
  if (minutes % 60 === 0) {
    const hours = window ?? { from: "00:00", to: "23:59" };
    return { ...NEW_DRAFT, rhythm: "hours", hours: minutes / 60, ...hours };
  }
  return { ...NEW_DRAFT, rhythm: "expression", expression: `*/${minutes} * * * *` };
}

/** Cron expressions the fields can say, by the shape of their last three parts, and which fields say them. */
const SHAPES: readonly (readonly [RegExp, (date: string, day: string) => Partial<CadenceDraft>])[] = [
  [/^\* \* \*$/, () => ({ rhythm: "daily" })],
  [/^\* \* 1-5$/, () => ({ rhythm: "weekdays" })],
  [/^\* \* [0-6](,[0-6])*$/, (_date, day) => ({ rhythm: "weekly", days: day.split(",") })],
  [/^(\d{1,2}|L) \* \*$/, (date) => ({ rhythm: "monthly", monthDay: date })],
];

function cronDraft(expression: string): CadenceDraft {
  const [minute = "", hour = "", date = "", month = "", day = ""] = expression.trim().split(/\s+/);
  const isTime = /^\d{1,2} \d{1,2}$/.test(`${minute} ${hour}`);
  const shape = SHAPES.find(([pattern]) => isTime && pattern.test(`${date} ${month} ${day}`));
  if (shape === undefined) return { ...NEW_DRAFT, expression, rhythm: "expression" };
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  return { ...NEW_DRAFT, expression, time, ...shape[1](date, day) };
}

function localParts(at: string, timeZone: string): { date: string; time: string } {
  const shown = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(new Date(at));
  const [date, time] = shown.split(" ");
  return { date: date ?? "", time: time ?? "" };
}
