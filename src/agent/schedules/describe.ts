/** Describes a cadence in words for people and the agent, with times in the tenant's zone. Pure. */
import type { Cadence } from "./types.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * Such as “Every Monday at 9:00 AM” or “Once, on Friday, November 27, 2026 at 9:00 AM”. Other expressions
 * are shown as they are.
 */
export function describeCadence(cadence: Cadence, timeZone: string): string {
  switch (cadence.type) {
    case "once": {
      const when = new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "full", timeStyle: "short" });
      return `Once, on ${when.format(new Date(cadence.at)).replaceAll("\u202f", " ")}`;
    }
    case "every": {
      const { minutes, window } = cadence;
      const often = minutes % 60 === 0 ? plural(minutes / 60, "hour") : plural(minutes, "minute");
      return window === undefined ? often : `${often}, ${clock(window.from)} to ${clock(window.to)}`;
    }
    case "cron":
      return describeCron(cadence.expression) ?? `By the expression ${cadence.expression.trim()}`;
  }
}

function describeCron(expression: string): string | null {
  const [minute, hour, date, month, day] = expression.trim().split(/\s+/);
  if (minute === undefined || hour === undefined || date === undefined) return null;
  if (month === undefined || day === undefined) return null;
  const days = daysOf(date, month, day);
  const at = timeOf(minute, hour);
  if (days === null || at === null) return null;
  return days === "Every day" && at.startsWith("hourly")
    ? at.replace("hourly", "Every hour")
    : `${days} ${at}`;
}

function timeOf(minute: string, hour: string): string | null {
  if (/^\d{1,2}$/.test(minute)) {
    if (hour === "*") return `hourly at :${minute.padStart(2, "0")}`;
    const hours = hour.split(",");
    if (!hours.every((one) => /^\d{1,2}$/.test(one))) return null;
    return `at ${joinWithAnd(hours.map((one) => clock(`${one}:${minute.padStart(2, "0")}`)))}`;
  }
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (step === undefined) return null;
  if (hour === "*") return `each ${step} minutes`;
  const range = /^(\d{1,2})-(\d{1,2})$/.exec(hour);
  if (range?.[1] === undefined || range[2] === undefined) return null;
  return `each ${step} minutes from ${clock(`${range[1]}:00`)} to ${clock(`${range[2]}:59`)}`;
}

function daysOf(date: string, month: string, day: string): string | null {
  const months = month === "*" ? "" : monthsOf(month);
  if (months === null) return null;
  if (date !== "*") return day === "*" ? datesOf(date, months) : null;
  const names = day === "*" ? "Every day" : dayNames(day);
  return names === null || months === "" ? names : `${names} in ${months}`;
}

/** Days of the month, in some months or in all. */
function datesOf(date: string, months: string): string | null {
  if (date === "L") return `On the last day of ${months === "" ? "every month" : months}`;
  const dates = date.split(",");
  if (!dates.every((one) => /^\d{1,2}$/.test(one))) return null;
  if (months !== "") return `Every year on ${joinWithAnd(dates.map((one) => `${months} ${one}`))}`;
  return `On the ${joinWithAnd(dates.map((one) => ordinal(Number(one))))} of every month`;
}

function monthsOf(month: string): string | null {
  const names = month.split(",").map((one) => (/^\d{1,2}$/.test(one) ? MONTHS[Number(one) - 1] : undefined));
  return names.includes(undefined) ? null : joinWithAnd(names.map(String));
}

function dayNames(day: string): string | null {
  const upper = day.toUpperCase();
  if (upper === "1-5" || upper === "MON-FRI") return "Every weekday";
  if (["0,6", "6,0", "6-7", "SAT,SUN"].includes(upper)) return "Every Saturday and Sunday";
  const names = upper.split(",").map((one) => {
    if (/^[0-7]$/.test(one)) return DAYS[Number(one) % 7];
    return DAYS.find((name) => name.slice(0, 3).toUpperCase() === one);
  });
  return names.includes(undefined) ? null : `Every ${joinWithAnd(names.map(String))}`;
}

/** Formats `9:00` or `09:00` as `9:00 AM`. */
function clock(time: string): string {
  const [hours, minutes] = time.split(":");
  const hour = Number(hours);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes ?? "00"} ${hour < 12 ? "AM" : "PM"}`;
}

function plural(count: number, unit: string): string {
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

function ordinal(count: number): string {
  const rest = count % 100;
  if (rest >= 11 && rest <= 13) return `${count}th`;
  return `${count}${["th", "st", "nd", "rd"][count % 10] ?? "th"}`;
}

function joinWithAnd(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
