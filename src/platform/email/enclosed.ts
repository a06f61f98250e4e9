/**
 * Content of an e-mail's non-text parts: calendar invitations and cancellations (RFC 5545, 5546), and
 * attached e-mails. It is appended to the e-mail's text. Bounded, no lookups. Pure.
 */
import type { Email } from "postal-mime";
import { decodeText } from "../../kernel/decode-text.ts";
import { cut } from "./clean.ts";

const CALENDAR_CHARS = 200_000;
const EVENTS = 5;
const DESCRIPTION_CHARS = 20_000;
const LINE_CHARS = 2_000;
const GUESTS = 30;

type Attachment = Email["attachments"][number];

/** What each invitation method asks for. */
const METHODS: Readonly<Record<string, string>> = {
  REQUEST: "Invitation",
  CANCEL: "Cancelled",
  REPLY: "Answer to an invitation",
  COUNTER: "Another time is proposed",
  DECLINECOUNTER: "The other time is declined",
  ADD: "Invitation, further times",
};

export function isCalendar({ mimeType, filename }: Pick<Attachment, "mimeType" | "filename">): boolean {
  return /^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.ics$/i.test(filename ?? "");
}

/**
 * Describes the events in calendar parts. Events whose title is already in the text are included only if
 * canceled.
 */
export function invitationsIn({ attachments }: Pick<Email, "attachments">, text: string): string[] {
  const told = new Set<string>();
  return attachments.filter(isCalendar).flatMap((part) => {
    const lines = linesOf(textOf(part));
    // What the calendar says of itself goes before what its part is labelled.
    const method = (valueOf(lines, "METHOD") ?? part.method ?? "").trim().toUpperCase();
    return eventsOf(lines).flatMap((event) => {
      const words = eventWords(event, method);
      const isKnown = text.includes(valueOf(event, "SUMMARY") ?? "\0") && method !== "CANCEL";
      if (isKnown || told.has(words)) return [];
      told.add(words);
      return [words];
    });
  });
}

interface Line {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
}

/** Content lines, unfolded (RFC 5545, 3.1). */
function linesOf(calendar: string): Line[] {
  const unfolded = calendar.slice(0, CALENDAR_CHARS).replace(/\r?\n[ \t]/g, "");
  return unfolded.split(/\r?\n/).flatMap((line): Line[] => {
    const found = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:]*))*)*):(.*)$/.exec(line);
    if (found === null) return [];
    const params = [...(found[2] ?? "").matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g)].map(
      ([, key = "", given = ""]) => [key.toUpperCase(), uncareted(given.replace(/^"|"$/g, ""))] as const,
    );
    return [{ name: (found[1] ?? "").toUpperCase(), params: new Map(params), value: found[3] ?? "" }];
  });
}

/** Decodes quotes, line breaks and carets in a parameter (RFC 6868). */
function uncareted(value: string): string {
  return value.replace(/\^([n'^])/g, (_, sign: string) => ({ n: " ", "'": '"' })[sign] ?? "^");
}

function eventsOf(lines: readonly Line[]): Line[][] {
  const events: Line[][] = [];
  let open: Line[] | null = null;
  /** Alarms nested in an event have their own descriptions. */
  let depth = 0;
  for (const line of lines) {
    if (line.name === "BEGIN") {
      if (open !== null) depth += 1;
      else if (/^(?:VEVENT|VTODO)$/i.test(line.value.trim())) open = [];
    } else if (line.name === "END") {
      if (open === null) continue;
      if (depth > 0) depth -= 1;
      else {
        if (events.length < EVENTS) events.push(open);
        open = null;
      }
    } else if (depth === 0) open?.push(line);
  }
  return events;
}

function eventWords(event: readonly Line[], method: string): string {
  const isOff = valueOf(event, "STATUS")?.toUpperCase() === "CANCELLED";
  const what = isOff ? "Cancelled" : (METHODS[method] ?? "Calendar event");
  const rows: readonly (readonly [string, string])[] = [
    [what, valueOf(event, "SUMMARY") ?? "(no title)"],
    ["When", whenOf(event)],
    ["Repeats", event.find(({ name }) => name === "RRULE")?.value ?? ""],
    ["Not on", daysOf(event, "EXDATE")],
    ["Also on", daysOf(event, "RDATE")],
    ["Where", valueOf(event, "LOCATION") ?? ""],
    ["Link", valueOf(event, "URL") ?? ""],
    [
      "From",
      event
        .filter(({ name }) => name === "ORGANIZER")
        .map(personOf)
        .join(", "),
    ],
    guestsOf(event, method),
    ["Asks", what === "Invitation" ? "for an answer: accept, decline or propose another time" : ""],
  ];
  const whole = valueOf(event, "DESCRIPTION") ?? "";
  const description =
    whole.length <= DESCRIPTION_CHARS
      ? whole
      : `${whole.slice(0, DESCRIPTION_CHARS).trimEnd()}\n(The invitation goes on. Open it in the mailbox to read the rest.)`;
  const lines = rows
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `${label}: ${cut(value.replace(/\s+/g, " "), LINE_CHARS)}`);
  return [...lines, ...(description === "" ? [] : [description])].join("\n");
}

/** The attendees, or the answer of those who reply. */
function guestsOf(event: readonly Line[], method: string): readonly [string, string] {
  const all = event.filter(({ name }) => name === "ATTENDEE");
  const guests = all.slice(0, GUESTS);
  const others = all.length > GUESTS ? [`and ${all.length - GUESTS} more`] : [];
  if (method !== "REPLY") return ["Guests", [...guests.map(personOf), ...others].join(", ")];
  const said = (guest: Line): string => guest.params.get("PARTSTAT")?.toLowerCase() ?? "no answer";
  return ["Says", guests.map((guest) => `${personOf(guest)}: ${said(guest)}`).join(", ")];
}

/** A property's unescaped text (RFC 5545, 3.3.11); null if missing. */
function valueOf(lines: readonly Line[], wanted: string): string | null {
  const value = lines.find(({ name }) => name === wanted)?.value;
  return (
    value?.replace(/\\([nN;,\\])/g, (_, char: string) => (char.toLowerCase() === "n" ? "\n" : char)) ?? null
  );
}

function personOf({ params, value }: Line): string {
  const address = value.replace(/^mailto:/i, "");
  const name = params.get("CN") ?? "";
  return name === "" || name === address ? address : `${name} <${address}>`;
}

/** `Thu 2026-12-03 14:00 – 15:00 (Eastern Standard Time)`: in the zone and zone name of the event. */
function whenOf(event: readonly Line[]): string {
  const start = event.find(({ name }) => name === "DTSTART");
  const from = momentOf(start);
  if (from === null) return "";
  const named = start?.params.get("TZID") ?? (from.time === "" ? "" : "no zone given");
  const zone = from.isUtc ? "UTC" : named;
  const kind = from.time === "" ? ", all day" : "";
  return `${`${from.day} ${from.time}`.trim()}${untilOf(event, from)}${kind}${zone === "" ? "" : ` (${zone})`}`;
}

/** Single days of a series. */
function daysOf(event: readonly Line[], wanted: string): string {
  const values = event.flatMap(({ name, value }) => (name === wanted ? value.split(",") : []));
  return values
    .map((value) => momentOf({ name: wanted, params: new Map(), value }))
    .map((moment) => `${moment?.day ?? ""} ${moment?.time ?? ""}`.trim())
    .filter((day) => day !== "")
    .join(", ");
}

function untilOf(event: readonly Line[], from: Moment): string {
  const to = momentOf(event.find(({ name }) => name === "DTEND" || name === "DUE"));
  const duration = event.find(({ name }) => name === "DURATION")?.value;
  if (to === null) return duration === undefined ? "" : `, for ${durationWords(duration)}`;
  if (to.day !== from.day) return ` – ${`${to.day} ${to.time}`.trim()}`;
  return to.time === "" ? "" : ` – ${to.time}`;
}

/** `1 h 30 min` for `PT1H30M` (RFC 5545, 3.3.6); anything else unchanged. */
function durationWords(duration: string): string {
  const parts = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration.trim());
  const units = ["weeks", "days", "h", "min", "s"];
  const words = (parts ?? [])
    .slice(1)
    .flatMap((count, at) => (count === undefined ? [] : [`${count} ${units[at]}`]));
  return words.length === 0 ? duration : words.join(" ");
}

interface Moment {
  readonly day: string;
  readonly time: string;
  readonly isUtc: boolean;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function momentOf(line: Line | undefined): Moment | null {
  const [, year, month, date, hour, minute, zulu] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z)?)?$/.exec(line?.value.trim() ?? "") ?? [];
  if (year === undefined) return null;
  const weekday =
    WEEKDAYS[new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).getUTCDay()] ?? "";
  return {
    day: `${weekday} ${year}-${month}-${date}`,
    time: hour === undefined ? "" : `${hour}:${minute}`,
    isUtc: zulu !== undefined,
  };
}

function textOf({ content }: Attachment): string {
  return decodeText(
    typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer),
  );
}
