import * as z from "zod";
import type { CalendarEvent } from "../../connections/index.ts";
import type { Mailbox } from "../../connections/mailbox-settings.ts";
import { DAY_MS, isoTime } from "../../../kernel/clock.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { textPage } from "../../../agent/tools/text-page.ts";
import { defineTool, type ToolResult, retry } from "../../../agent/tools/define-tool.ts";
import { freeTimes } from "./free-times.ts";
import { draftedEntries, draftedOffers } from "./offered.ts";
import { daysOf } from "./open-days.ts";
import { calendarsNamed } from "./named.ts";
import type { CalendarServices } from "./index.ts";

/** Outlook tells busy times for less than 62 days. */
const MAX_DAYS = 61;
/** Enough for the Sundays of two months and some holidays. */
const MOST_CLOSED = 20;
const DESCRIPTION_CHARS = 400;
const GUESTS = 20;

const dayField = z.iso.date();

export const listEventsTool = defineTool({
  name: "list_events",
  title: "Check the calendar",
  done: "Checked the calendar",
  description:
    "Lists what is in the calendars the team lets you see, in order, for some local days. With freeFor also when all of these calendars are free at once for so many " +
    "minutes in the team's hours (for one person's times, give calendar too), and what waiting drafts offer: promise no other time. A long description and many guests are cut, which the event says; with event it is shown whole.",
  input: z.strictObject({
    from: dayField.describe("First day, e.g. 2026-11-24"),
    to: dayField.optional().describe("Last day; the sixth after the first if left out"),
    calendar: z.string().trim().min(1).max(200).optional().describe("Only the one of this name or address"),
    event: z
      .string()
      .trim()
      .min(1)
      .max(1024)
      .optional()
      .describe("Only this one, whole: its id, with its calendar"),
    fromChar: z.int().min(0).optional().describe("nextFromChar of the answer before, of a long description"),
    freeFor: z.int().min(15).max(480).optional().describe("Minutes"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ from, to, calendar, event }) =>
    event !== undefined
      ? "Looking at an event"
      : `Looking into ${calendar === undefined ? "the calendars" : `the calendar of ${calendar}`} from ${from}${to === undefined ? "" : ` to ${to}`}`,
  async run(
    { from, to = dayAfter(from, 6), calendar, event, fromChar = 0, freeFor },
    services: CalendarServices,
  ) {
    const { calendars } = services;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1 || days > MAX_DAYS)
      return retry(`The last day comes at most ${MAX_DAYS} days after the first.`);
    if (calendars.allowed.length === 0)
      return {
        kind: "failed",
        message: "The team lets you look into no calendar. An admin chooses them under Settings, E-mail.",
      };
    const chosen = calendar === undefined ? calendars.allowed : calendarsNamed(calendars.allowed, calendar);
    if (chosen.length === 0) {
      const names = calendars.allowed.map(({ name, address }) => `${name} (${address})`).join(", ");
      const { hidden } = services;
      return retry(
        `You may not look into that calendar. You may look into: ${names}.${hidden.length === 0 ? "" : ` ${notShown(hidden)}`}`,
      );
    }
    const { timeZone } = calendars;
    if (event !== undefined) return wholeEvent(services, chosen, { event, fromChar });
    const { events, unseen } = await calendars.list(chosen, { from, to });
    if (unseen.length === chosen.length)
      return { kind: "failed", message: `Whoever you act for may not see ${namesOf(unseen)}’s calendar.` };
    const hidden = calendar === undefined ? services.hidden : [];
    const isKnown = freeFor !== undefined && unseen.length === 0;
    return {
      kind: "list",
      beside: {
        calendars: chosen.map(({ name }) => name),
        ...(hidden.length === 0 ? {} : { notShown: notShown(hidden) }),
        ...(unseen.length === 0 ? {} : { notShared: unseen.map(({ name }) => name) }),
        ...(isKnown ? await whenFree(services, { events, chosen, from, to, minutes: freeFor }) : {}),
      },
      items: events.map((one) => forModel(one, timeZone)),
      keep: "first",
    };
  },
});

/** One event whole; its description a part at a time. */
async function wholeEvent(
  { read, calendars: { own, timeZone } }: CalendarServices,
  chosen: readonly Mailbox[],
  { event: id, fromChar }: { readonly event: string; readonly fromChar: number },
): Promise<ToolResult> {
  for (const calendar of own.filter((one) => chosen.includes(one))) {
    const found = await read(calendar.address, id);
    if (found === null) continue;
    const { title, start, end, location, description, guests, callLink } = found;
    const { text, next } = textPage(description, fromChar);
    return {
      kind: "ok",
      data: {
        ...timesOf({ start, end }, timeZone),
        id,
        calendar: calendar.name,
        title,
        ...(location === "" ? {} : { location }),
        ...(guests.length === 0 ? {} : { guests: [...guests] }),
        ...(callLink === null ? {} : { videoCall: callLink }),
        ...(description === "" ? {} : { description: text, nextFromChar: next }),
      },
    };
  }
  return retry("There is no such event in these calendars, or only its time is shown.");
}

function timesOf(
  { start, end }: Pick<CalendarEvent, "start" | "end">,
  timeZone: string,
): { readonly start: string; readonly end: string; readonly wholeDays?: true } {
  const wholeDays = start.length === "2026-11-24".length;
  const shown = (time: string): string => (wholeDays ? time : localTime(Date.parse(time), timeZone));
  return { start: shown(start), end: shown(end), ...(wholeDays ? { wholeDays } : {}) };
}

/** Times when all are free, with closed days and what waiting drafts would take or offer. */
async function whenFree(
  { appointments, drafts, clock, calendars: { timeZone } }: CalendarServices,
  asked: {
    readonly events: readonly CalendarEvent[];
    readonly chosen: readonly Mailbox[];
    readonly from: string;
    readonly to: string;
    readonly minutes: number;
  },
): Promise<Record<string, Json>> {
  const { events, chosen, from, to, minutes } = asked;
  const now = clock.now();
  const [rules, { items: waiting }] = await Promise.all([
    appointments(),
    drafts().list({ state: "waiting", since: isoTime(now) }),
  ]);
  const held = draftedEntries(waiting, new Set(chosen.map(({ address }) => address)), timeZone);
  const offers = draftedOffers(waiting, { from, to });
  const closed = daysOf(from, to, rules).filter((one) => one.closed !== null);
  const shown = (time: number): string => localTime(time, timeZone);
  const free = freeTimes([...events, ...held], { from, to, minutes, timeZone, nowMs: now, rules });
  return {
    free: free.map(({ fromMs, toMs }) => ({ from: shown(fromMs), to: shown(toMs) })),
    ...(closed.length === 0
      ? {}
      : { closed: closed.slice(0, MOST_CLOSED).map(({ day, closed: why }) => `${day} is ${why}`) }),
    ...(held.length === 0
      ? {}
      : {
          drafted: held.map(({ title, start, end }) => ({
            title,
            start: shown(Date.parse(start)),
            end: shown(Date.parse(end)),
          })),
        }),
    ...(offers.length === 0 ? {} : { offered: offers.map((offer) => ({ ...offer })) }),
  };
}

function notShown(names: readonly string[]): string {
  return `Calendars you can't see, so what stands in them is not known: ${names.join(", ")}. Say so where it matters.`;
}

function namesOf(people: readonly Mailbox[]): string {
  return people.map(({ name }) => name).join(", ");
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

function forModel(event: CalendarEvent, timeZone: string): Json {
  const { calendar, title, location, description, guests, isFree, callLink, creator } = event;
  const isWhole = description.length <= DESCRIPTION_CHARS;
  return {
    ...(event.id === "" ? {} : { id: event.id }),
    calendar: calendar.name,
    title: title ?? "(busy; no more is shown)",
    ...timesOf(event, timeZone),
    ...(isFree ? { takesNoTime: true } : {}),
    ...(location === "" ? {} : { location }),
    ...(description === ""
      ? {}
      : { description: isWhole ? description : textPage(description, 0, DESCRIPTION_CHARS).text }),
    ...(isWhole ? {} : { descriptionCut: `It has ${description.length} characters: call with event.` }),
    ...(guests.length === 0
      ? {}
      : {
          guests: guests
            .slice(0, GUESTS)
            .map(({ name, answer }) => (answer === null ? name : `${name} (${answer})`)),
        }),
    ...(guests.length <= GUESTS ? {} : { moreGuests: guests.length - GUESTS }),
    ...(callLink === null ? {} : { videoCall: callLink }),
    ...(event.isRepeated ? { repeats: true } : {}),
    ...(creator === null || creator === calendar.name || creator === calendar.address
      ? {}
      : { createdBy: creator }),
  };
}
