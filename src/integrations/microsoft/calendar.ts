/** Reads events in Outlook, and when colleagues are busy. Changes nothing. */
import * as z from "zod";
import { isoTime } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type {
  CalendarEvent,
  CalendarReader,
  GuestAnswer,
  Mailbox,
  StoredEvent,
} from "../connections/index.ts";
import { ME, parseAnswer } from "./client.ts";
import { orNull, personAnswer, type MicrosoftAccount } from "./read.ts";

const PAGE = 250;
const PAGES = 4;
/** Schedules a request (learn.microsoft.com/graph/outlook-get-free-busy-schedule, read 2026-11-30). */
const SCHEDULES = 20;
/** Times in UTC, which is no mailbox's own setting; descriptions without markup. */
export const PREFER = 'outlook.timezone="UTC", outlook.body-content-type="text"';

const timeAnswer = z.object({ dateTime: z.string() });
const responseAnswer = z.object({ response: z.string().nullish() }).nullish();
export const eventAnswer = z.object({
  id: z.string().min(1).max(1024),
  "@odata.etag": z.string(),
  subject: z.string().nullish(),
  body: z.object({ content: z.string().nullish() }).nullish(),
  start: timeAnswer,
  end: timeAnswer,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  isOrganizer: z.boolean().nullish(),
  sensitivity: z.string().nullish(),
  showAs: z.string().nullish(),
  responseStatus: responseAnswer,
  location: z.object({ displayName: z.string().nullish() }).nullish(),
  attendees: z.array(z.looseObject({ ...personAnswer.shape, status: responseAnswer })).default([]),
  organizer: personAnswer.nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().nullish() }).nullish(),
  seriesMasterId: z.string().nullish(),
  transactionId: z.string().nullish(),
  webLink: z.string().nullish(),
});
type GraphEvent = z.output<typeof eventAnswer>;

const SELECT = Object.keys(eventAnswer.shape)
  .filter((name) => !name.startsWith("@"))
  .join();
const pageAnswer = z.object({ value: z.array(eventAnswer), "@odata.nextLink": z.string().optional() });
const schedulesAnswer = z.object({
  value: z.array(
    z.object({
      scheduleId: z.string(),
      error: z.unknown().optional(),
      scheduleItems: z.array(z.object({ status: z.string(), start: timeAnswer, end: timeAnswer })).nullish(),
    }),
  ),
});

export function microsoftCalendars(account: MicrosoftAccount): CalendarReader {
  const { connection, mustAllow } = account;
  return {
    vendor: "microsoft",
    connection,
    mustAllow,
    events: async (_actsAs, owner, span) =>
      (await listView(account, owner.address, span)).flatMap((event) => eventOf(owner, event)),
    read: (owner, id) => readEvent(account, owner, id),
    async busy(colleagues, span) {
      const found: (readonly CalendarEvent[] | null)[] = [];
      for (let at = 0; at < colleagues.length; at += SCHEDULES)
        found.push(...(await busyTimes(account, colleagues.slice(at, at + SCHEDULES), span)));
      return found;
    },
  };
}

/** Events that overlap a span (ISO, end exclusive), with series expanded. */
export async function listView(
  { graph }: MicrosoftAccount,
  mailbox: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<GraphEvent[]> {
  const found: GraphEvent[] = [];
  const query = { startDateTime: from, endDateTime: to, $select: SELECT, $top: PAGE };
  let next: { readonly path: string; readonly query?: typeof query } = {
    path: `${ME}/calendarView`,
    query,
  };
  for (let page = 0; page < PAGES; page++) {
    const answer = await graph.call({ mailbox, scope: "calendar", method: "GET", prefer: PREFER, ...next });
    const { value, "@odata.nextLink": link } = parseAnswer(pageAnswer, answer);
    found.push(...value);
    if (link === undefined) return found;
    next = { path: graph.pathOf(link) };
  }
  throw new IntegrationError("microsoft", "microsoft returned more events than the limit", {
    outcome: "not_applied",
  });
}

/** Null if it is deleted, canceled or private: of a private one, the team sees only that the time is taken. */
export async function readEvent(
  { graph }: MicrosoftAccount,
  mailbox: string,
  id: string,
): Promise<StoredEvent | null> {
  const answer = await orNull(
    graph.call({
      mailbox,
      scope: "calendar",
      method: "GET",
      path: eventPath(id),
      query: { $select: SELECT },
      prefer: PREFER,
    }),
  );
  const event = answer === null ? null : parseAnswer(eventAnswer, answer);
  if (event === null || event.isCancelled === true || isHidden(event)) return null;
  const { attendees, isOrganizer, organizer, webLink } = event;
  const guests = attendees.filter(({ emailAddress }) => emailAddress?.address);
  return {
    id: event.id,
    etag: event["@odata.etag"],
    title: event.subject ?? "",
    ...timesOf(event),
    location: event.location?.displayName ?? "",
    description: textOf(event),
    guests: guests.map(addressOf),
    attendees: guests,
    link: webLink ?? null,
    callLink: event.onlineMeeting?.joinUrl ?? null,
    ...(isOrganizer === false ? { organizer: nameOf(organizer) ?? "someone else" } : {}),
  };
}

/** A colleague's times come without titles, even where the calendar is shared with them. */
async function busyTimes(
  { graph, connection: { settings } }: MicrosoftAccount,
  colleagues: readonly Mailbox[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<(CalendarEvent[] | null)[]> {
  const timeIn = (iso: string) => ({ dateTime: iso.replace("Z", ""), timeZone: "UTC" });
  const answer = await graph.call({
    mailbox: settings.mailboxes[0]?.address ?? "",
    scope: "calendar",
    method: "POST",
    isRead: true,
    path: `${ME}/calendar/getSchedule`,
    body: {
      schedules: colleagues.map(({ address }) => address),
      startTime: timeIn(from),
      endTime: timeIn(to),
    },
    prefer: PREFER,
  });
  const { value } = parseAnswer(schedulesAnswer, answer);
  return colleagues.map((calendar) => {
    const found = value.find(({ scheduleId }) => scheduleId.toLowerCase() === calendar.address);
    const { error = null, scheduleItems } = found ?? {};
    if (error !== null || !scheduleItems) return null;
    return scheduleItems.map(({ status, start, end }) => ({
      ...NOTHING,
      id: "",
      calendar,
      start: utc(start),
      end: utc(end),
      isRepeated: false,
      isFree: isFree(status),
    }));
  });
}

function isFree(status: string): boolean {
  return /^(?:free|workingElsewhere)$/i.test(status);
}

/** What is known of busy time. */
const NOTHING = { title: null, location: "", description: "", guests: [], callLink: null, creator: null };

function eventOf(calendar: Mailbox, event: GraphEvent): CalendarEvent[] {
  if (event.isCancelled === true) return [];
  const { id, showAs, responseStatus, seriesMasterId } = event;
  return [
    {
      ...(isHidden(event) ? NOTHING : shownOf(event)),
      id,
      calendar,
      ...timesOf(event),
      isRepeated: typeof seriesMasterId === "string",
      // A declined invitation doesn't block time.
      isFree: isFree(showAs ?? "") || responseStatus?.response === "declined",
    },
  ];
}

function shownOf(
  event: GraphEvent,
): Omit<CalendarEvent, "id" | "calendar" | "start" | "end" | "isRepeated" | "isFree"> {
  return {
    title: event.subject ?? "",
    location: event.location?.displayName ?? "",
    description: textOf(event),
    guests: event.attendees.flatMap((guest) => {
      const name = nameOf(guest);
      return name === null ? [] : [{ name, answer: ANSWERS[guest.status?.response ?? ""] ?? null }];
    }),
    callLink: event.onlineMeeting?.joinUrl ?? null,
    creator: nameOf(event.organizer),
  };
}

/** Guest responses by Graph's names. */
const ANSWERS: Readonly<Record<string, GuestAnswer>> = {
  accepted: "accepted",
  declined: "declined",
  tentativelyAccepted: "maybe",
  none: "no answer",
  notResponded: "no answer",
};

/** Marked as private, personal or confidential. */
function isHidden({ sensitivity }: GraphEvent): boolean {
  return (sensitivity ?? "normal") !== "normal";
}

function nameOf(person: z.output<typeof personAnswer> | null | undefined): string | null {
  const { name, address } = person?.emailAddress ?? {};
  return name || address || null;
}

export function addressOf({ emailAddress }: z.output<typeof personAnswer>): string {
  return (emailAddress?.address ?? "").toLowerCase();
}

/** Exchange writes lines of its own around a description. */
function textOf({ body }: GraphEvent): string {
  return (body?.content ?? "").replaceAll("\r\n", "\n").trim();
}

/** All-day events begin and end at midnight, in whatever zone. */
function timesOf({ start, end, isAllDay }: GraphEvent): Pick<CalendarEvent, "start" | "end"> {
  const at = (time: GraphEvent["start"]): string =>
    isAllDay === true ? time.dateTime.slice(0, 10) : utc(time);
  return { start: at(start), end: at(end) };
}

/** `2026-11-24T10:00:00.0000000` as an ISO time. */
function utc({ dateTime }: GraphEvent["start"]): string {
  return isoTime(Date.parse(`${dateTime.slice(0, 19)}Z`));
}

export function eventPath(id: string): string {
  return `${ME}/events/${encodeURIComponent(id)}`;
}
