/** Time zones by IANA or Windows name (microsoft-graph-docs-contrib: api-reference/v1.0/resources/datetimetimezone.md, read 2026-11-30). */
import { localMs } from "../../world/calendar.ts";
import { inZone } from "../../world/dates.ts";
import { GraphError } from "../errors.ts";

/** Windows names in use here; the real service knows all of them (Unicode CLDR, windowsZones.xml). */
const WINDOWS: Readonly<Record<string, string>> = {
  UTC: "UTC",
  "Eastern Standard Time": "America/New_York",
  "Central Standard Time": "America/Chicago",
  "Mountain Standard Time": "America/Denver",
  "Pacific Standard Time": "America/Los_Angeles",
  "GMT Standard Time": "Europe/London",
  "W. Europe Standard Time": "Europe/Berlin",
  "Romance Standard Time": "Europe/Paris",
  "India Standard Time": "Asia/Kolkata",
  "Tokyo Standard Time": "Asia/Tokyo",
};

/** Throws GraphError 400. */
export function zoneOf(name: string): string {
  const known = WINDOWS[name] ?? name;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: known });
    return known;
  } catch {
    throw new GraphError(
      400,
      "TimeZoneNotSupportedException",
      `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`,
    );
  }
}

/** A `dateTimeTimeZone` in ms. Throws GraphError 400. */
export function msOf({
  dateTime,
  timeZone,
}: {
  readonly dateTime: string;
  readonly timeZone: string;
}): number {
  const zone = zoneOf(timeZone);
  if (/(?:Z|[+-]\d{2}:\d{2})$/.test(dateTime)) return Date.parse(dateTime);
  const [, date, time = "00:00"] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?$/.exec(dateTime) ?? [];
  if (date === undefined)
    throw new GraphError(400, "ErrorInvalidParameter", `'${dateTime}' is not a valid date and time.`);
  return localMs(date, time, zone);
}

/** A time as Graph writes it: local, without an offset, in the zone's name as it was asked for. */
export function timeJson(ms: number, zone: string | null) {
  const timeZone = zone ?? "UTC";
  const shown = inZone(ms, "sv-SE", { timeZone: zoneOf(timeZone), dateStyle: "short", timeStyle: "medium" });
  return { dateTime: `${shown.replace(" ", "T")}.0000000`, timeZone };
}
