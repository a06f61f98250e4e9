/** Shared by the calendar write tools: input fields, the calendar's owner, and warnings. */
import * as z from "zod";
import { eventFieldsSchema, GUESTS, storedFields, type EventDraft } from "../effects/calendar-fields.ts";
import type { CalendarEvent, StoredEvent } from "../../connections/index.ts";
import type { Mailbox } from "../../connections/mailbox-settings.ts";
import { localTime, momentOf } from "../../../kernel/local-time.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { domainOf, lintRecipients, readAddresses } from "../../../messaging/addresses/index.ts";
import type { CalendarServices } from "./index.ts";
import { calendarsNamed } from "./named.ts";

const timeField = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?$/, "must be like 2026-11-24 10:00, or a day alone");

/** Input fields; `start` and `end` in the team's time zone. */
export const eventInput = {
  title: z.string().trim().min(1).max(300).describe("What stands in the calendar"),
  start: timeField.describe("2026-11-24 10:00 in the team's time zone, or 2026-11-24 for whole days"),
  end: timeField.describe("Like start; of whole days the last one"),
  place: z.string().trim().max(500).optional().describe("Where; an address"),
  notes: z.string().trim().max(4000).optional().describe("What the team should know. Guests read it too"),
  guests: z
    .string()
    .trim()
    .max(1000)
    .optional()
    .describe("E-mail addresses, separated by commas; only addresses you have read or were given"),
  tellGuests: z
    .boolean()
    .optional()
    .describe("False where Google is not to write to the guests; Outlook always does"),
};

/** The owner of a calendar that can be changed; a string is an error for the model. */
export function ownerOf({ calendars: { own } }: CalendarServices, wanted: string): Mailbox | string {
  const [owner, ...others] = calendarsNamed(own, wanted);
  if (owner !== undefined && others.length === 0) return owner;
  const names = own.map(({ name, address }) => `${name} (${address})`).join(", ");
  if (names === "") return "The team lets you use no calendar. An admin chooses them under Settings, E-mail.";
  return `Say whose calendar it is. You may use: ${names}. Others can be invited as guests.`;
}

/** Whether guests are notified; Outlook always notifies them. */
export function tellingOf(
  { service }: CalendarServices,
  guests: readonly string[],
  asked: boolean | undefined,
): "yes" | "no" | null {
  if (guests.length === 0) return "no";
  if (asked !== false) return "yes";
  return service.service === undefined ? "no" : null;
}

/** An error for the model. */
export const OUTLOOK_TELLS =
  "Outlook always e-mails an event's guests about it. Leave the guests out, or let it tell them: ask if you don't know which.";

/** An event by its owner and ID; a string is an error for the model. */
export async function entryOf(
  services: CalendarServices,
  asked: { readonly calendar: string; readonly eventId: string },
): Promise<{ readonly owner: Mailbox; readonly event: StoredEvent } | string> {
  const owner = ownerOf(services, asked.calendar);
  if (typeof owner === "string") return owner;
  const event = await services.read(owner.address, asked.eventId);
  if (event === null)
    return `There is no such event in ${owner.name}'s calendar that you may see. Look with list_events.`;
  // Events with fields the card can't show aren't editable.
  return eventFieldsSchema.safeParse(storedFields(event, services.calendars.timeZone)).success
    ? { owner, event }
    : `That event has more guests or longer notes than a card can show. It can only be changed in ${services.service.service ?? "Google Calendar"}: say so.`;
}

/** A time in document form. */
export function written(time: string): string {
  return time.replace("T", " ");
}

/** Guest addresses; a string is an error for the model. */
export function guestsOf(list: string | undefined): string[] | string {
  const guests = readAddresses(list ?? "");
  if (typeof guests !== "string" && guests.length > GUESTS) return `An event has at most ${GUESTS} guests.`;
  return guests;
}

/** Why a span is invalid; null if it is valid. */
export function wrongSpan({ start, end }: Pick<EventDraft, "start" | "end">): string | null {
  if (!isTime(start) || !isTime(end)) return "There is no such day or time.";
  if (start.length !== end.length) return "Give start and end both as times, or both as days.";
  const isBefore = start.length > 10 ? end <= start : end < start;
  return isBefore ? "It ends before it begins." : null;
}

/** Rejects 25:00, February 30 and the like. */
function isTime(time: string): boolean {
  const iso = `${time.replace(" ", "T")}${time.length > 10 ? "" : "T00:00"}`;
  const ms = Date.parse(`${iso}:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(iso);
}

/** Warnings for the reviewer: times in the past, conflicts, unknown guests. */
export async function eventLints(
  services: CalendarServices,
  owner: Mailbox,
  event: Pick<EventDraft, "start" | "end" | "guests"> & { readonly ownId?: string },
): Promise<{ readonly lints: readonly Lint[]; readonly inContacts: readonly string[] }> {
  const { calendars, clock } = services;
  const { start, end, guests, ownId } = event;
  const [contacts, { events }] = await Promise.all([
    guests.length === 0 ? null : services.contactAddresses(guests),
    calendars.list([owner], { from: start.slice(0, 10), to: end.slice(0, 10) }),
  ]);
  const span = { fromMs: momentOf(start, calendars.timeZone), toMs: momentOf(end, calendars.timeZone) };
  const known = { inThread: [], contacts, ownDomains: [domainOf(owner.address)] };
  const people = lintRecipients({ to: guests, cc: [] }, known).map((lint) => ({
    ...lint,
    path: lint.path?.replace("/to/", "/guests/") ?? null,
  }));
  const isPast = span.fromMs < clock.now() - 60_000;
  const lints: Lint[] = [
    ...(isPast && start.length > 10
      ? [{ code: "past", level: "warning" as const, message: "This is in the past.", path: "/start" }]
      : []),
    ...(start.length > 10
      ? overlapLints(
          events.filter(({ id }) => id !== ownId),
          span,
          calendars.timeZone,
        )
      : []),
    ...people,
  ];
  return { lints, inContacts: guests.filter((address) => contacts?.includes(address) === true) };
}

function overlapLints(
  events: readonly CalendarEvent[],
  span: { readonly fromMs: number; readonly toMs: number },
  timeZone: string,
): Lint[] {
  return events
    .filter(({ isFree, start }) => !isFree && start.length > 10)
    .filter(({ start, end }) => Date.parse(start) < span.toMs && Date.parse(end) > span.fromMs)
    .slice(0, 3)
    .map(({ title, start, end }) => ({
      code: "overlaps",
      level: "warning",
      message: `“${title ?? "Something"}” is there already, ${localTime(start, timeZone)} to ${localTime(end, timeZone).slice(-5)}.`,
      path: "/start",
    }));
}
