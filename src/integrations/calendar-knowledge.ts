/** Calendars as a knowledge source, of any vendor with calendars. */
import type { FoundThing, KnowledgeReader, KnowledgeShelf, ReaderHelp } from "../knowledge/sources/index.ts";
import { DAY_MS, isoTime } from "../kernel/clock.ts";
import { canonicalJson, sha256Hex } from "../kernel/hash.ts";
import { localTime } from "../kernel/local-time.ts";
import type { CalendarEvent, CalendarReader, MailboxSettings } from "./connections/index.ts";
import { personOf } from "./mail-knowledge.ts";

/** How far ahead the calendar is read, and days per request. */
const AHEAD_DAYS = 90;
const SPAN_DAYS = 30;
const COUNTED_SPANS = 8;
/** Length of an all-day date, `2026-11-24`. */
const DAY_CHARS = 10;

export function calendarShelf<Account>(
  calendarsOf: (account: Account) => CalendarReader,
): KnowledgeShelf<MailboxSettings, Account> {
  return {
    kind: "event",
    windowDays: 30,
    msEach: 0,
    isAlwaysWhole: true,
    people: ({ mailboxes, mail }) =>
      mailboxes.filter(({ address }) => mail.calendars.includes(address)).map((one) => personOf(one, mail)),
    reader: (account, person, help) => events(calendarsOf(account), person, help),
  };
}

function events(reader: CalendarReader, person: string, { clock, timeZone }: ReaderHelp): KnowledgeReader {
  const { mailboxes } = reader.connection.settings;
  const owner = mailboxes.find(({ address }) => address === person) ?? { address: person, name: person };
  const until = (): number => clock.now() + AHEAD_DAYS * DAY_MS;
  const things = async (fromMs: number, toMs: number): Promise<FoundThing[]> => {
    const span = { from: isoTime(fromMs), to: isoTime(toMs) };
    const listed = await reader.events(owner, owner, span);
    return Promise.all(listed.map((event) => thingOf(event, timeZone)));
  };
  return {
    async list({ from, cursor }) {
      // A pass keeps the end time it started with.
      const [fromMs = Date.parse(from), endMs = until()] = cursor?.split(" ").map(Number) ?? [];
      const toMs = Math.min(fromMs + SPAN_DAYS * DAY_MS, endMs);
      const next = toMs < endMs ? `${toMs} ${endMs}` : null;
      return { things: await things(fromMs, toMs), next, isPartial: false };
    },
    async count(from) {
      const firstMs = Date.parse(from);
      const endMs = until();
      const lastMs = Math.min(endMs, firstMs + COUNTED_SPANS * SPAN_DAYS * DAY_MS);
      let items = 0;
      for (let at = firstMs; at < lastMs; at += SPAN_DAYS * DAY_MS)
        items += (await things(at, Math.min(at + SPAN_DAYS * DAY_MS, lastMs))).length;
      return { items, isMore: lastMs < endMs };
    },
  };
}

async function thingOf(event: CalendarEvent, timeZone: string): Promise<FoundThing> {
  const { id, title, start, location, description } = event;
  const guests = event.guests.map(({ name }) => name);
  const facts: [string, string][] = [
    ["When", start.length === DAY_CHARS ? start : localTime(start, timeZone)],
    ["Where", location],
    ["With", guests.join(", ")],
  ];
  return {
    externalId: id,
    // Free/busy entries show no other details.
    title: title ?? "Busy",
    at: start,
    link: "",
    people: guests,
    facts: facts.filter(([, value]) => value !== ""),
    stamp: await sha256Hex(canonicalJson({ ...event, calendar: null })),
    words: () => Promise.resolve({ text: description, note: null }),
  };
}
