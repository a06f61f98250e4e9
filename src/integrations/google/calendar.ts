/** Reads events from Google Calendar. Changes nothing. */
import * as z from "zod";
import type { CalendarEvent, CalendarReader, GuestAnswer, StoredEvent } from "../connections/index.ts";
import type { Mailbox } from "../connections/mailbox-settings.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { isGone } from "../json-client.ts";
import { parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";

const PAGE = 250;
const PAGES = 4;

const personAnswer = z.object({ email: z.string().optional(), displayName: z.string().optional() });
const timeAnswer = z.object({ dateTime: z.string().optional(), date: z.string().optional() });
const eventsAnswer = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(1024),
        status: z.string().optional(),
        summary: z.string().optional(),
        location: z.string().optional(),
        description: z.string().optional(),
        start: timeAnswer.optional(),
        end: timeAnswer.optional(),
        transparency: z.string().optional(),
        hangoutLink: z.string().optional(),
        recurringEventId: z.string().optional(),
        creator: personAnswer.optional(),
        attendees: z
          .array(
            z.object({
              email: z.string().optional(),
              displayName: z.string().optional(),
              responseStatus: z.string().optional(),
              self: z.boolean().optional(),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

/**
 * Events that overlap a span (ISO, end exclusive) as `actsAs` sees them, in order, with series expanded. Throws IntegrationError; 404 if
 * `actsAs` can't see the calendar.
 */
export async function listEvents(
  { calendar }: GoogleAccount,
  actsAs: Mailbox,
  owner: Mailbox,
  span: { readonly from: string; readonly to: string },
): Promise<CalendarEvent[]> {
  const found: CalendarEvent[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const answer = await calendar({
      mailbox: actsAs.address,
      scope: "calendar",
      method: "GET",
      path: `/${encodeURIComponent(owner.address)}/events`,
      query: {
        timeMin: span.from,
        timeMax: span.to,
        singleEvents: "true",
        orderBy: "startTime",
        maxResults: PAGE,
        pageToken,
      },
    });
    const { items, nextPageToken } = parseAnswer(eventsAnswer, answer);
    found.push(...items.flatMap((item) => eventOf(owner, item)));
    if (nextPageToken === undefined) return found;
    pageToken = nextPageToken;
  }
  throw new IntegrationError("google", "google returned more events than the limit", {
    outcome: "not_applied",
  });
}

const eventAnswer = z.object({
  id: z.string(),
  etag: z.string(),
  status: z.string().optional(),
  summary: z.string().optional(),
  location: z.string().optional(),
  description: z.string().optional(),
  start: timeAnswer.optional(),
  end: timeAnswer.optional(),
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
  attendees: z.array(z.looseObject({ email: z.string().optional() })).default([]),
});

/** An event as `actsAs` sees it; null if it is deleted, canceled or not visible to them. Throws IntegrationError. */
export async function readEvent(
  { calendar }: GoogleAccount,
  owner: string,
  id: string,
  actsAs = owner,
): Promise<StoredEvent | null> {
  let answer: unknown;
  try {
    answer = await calendar({
      mailbox: actsAs,
      scope: "calendar",
      method: "GET",
      path: `/${encodeURIComponent(owner)}/events/${encodeURIComponent(id)}`,
    });
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  const event = parseAnswer(eventAnswer, answer);
  return isAbsent(event, actsAs === owner) ? null : storedOf(event);
}

function storedOf(event: z.output<typeof eventAnswer>): StoredEvent | null {
  const [start, end] = [timeOf(event.start), timeOf(event.end)];
  if (start === null || end === null) return null;
  return {
    id: event.id,
    etag: event.etag,
    title: event.summary ?? "",
    start,
    end,
    location: event.location ?? "",
    description: event.description ?? "",
    guests: event.attendees.flatMap(({ email }) => email?.toLowerCase() ?? []),
    attendees: event.attendees,
    link: event.htmlLink ?? null,
    callLink: event.hangoutLink ?? null,
  };
}

/** Google hides the title of colleagues' private events. */
function isAbsent({ status, summary }: z.output<typeof eventAnswer>, isOwn: boolean): boolean {
  return status === "cancelled" || (!isOwn && summary === undefined);
}

function eventOf(calendar: Mailbox, item: z.output<typeof eventsAnswer>["items"][number]): CalendarEvent[] {
  const [start, end] = [timeOf(item.start), timeOf(item.end)];
  if (start === null || end === null || item.status === "cancelled") return [];
  return [
    {
      id: item.id,
      calendar,
      title: item.summary ?? null,
      start,
      end,
      location: item.location ?? "",
      description: item.description ?? "",
      guests: item.attendees.flatMap((guest) => {
        const name = nameOf(guest);
        return name === null ? [] : [{ name, answer: ANSWERS[guest.responseStatus ?? ""] ?? null }];
      }),
      callLink: item.hangoutLink ?? null,
      isRepeated: item.recurringEventId !== undefined,
      creator: item.creator === undefined ? null : nameOf(item.creator),
      // A declined invitation doesn't block time.
      isFree: item.transparency === "transparent" || isDeclinedBy(calendar.address, item.attendees),
    },
  ];
}

/** Guest responses by Google's names. */
const ANSWERS: Readonly<Record<string, GuestAnswer>> = {
  accepted: "accepted",
  declined: "declined",
  tentative: "maybe",
  needsAction: "no answer",
};

function nameOf({ displayName, email }: z.output<typeof personAnswer>): string | null {
  return displayName ?? email ?? null;
}

/** `self` marks the calendar's owner, who may have been invited by another of their addresses. */
function isDeclinedBy(
  address: string,
  attendees: z.output<typeof eventsAnswer>["items"][number]["attendees"],
): boolean {
  const own =
    attendees.find(({ self }) => self === true) ??
    attendees.find(({ email }) => email?.toLowerCase() === address.toLowerCase());
  return own?.responseStatus === "declined";
}

function timeOf(time: z.output<typeof timeAnswer> | undefined): string | null {
  const ms = Date.parse(time?.dateTime ?? "");
  if (!Number.isNaN(ms)) return new Date(ms).toISOString();
  return time?.date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(time.date) ? time.date : null;
}

export function googleCalendars(account: GoogleAccount): CalendarReader {
  const { connection, mustAllow } = account;
  return {
    vendor: "google",
    connection,
    mustAllow,
    events: (actsAs, owner, span) => listEvents(account, actsAs, owner, span),
    read: (owner, id, actsAs) => readEvent(account, owner, id, actsAs),
  };
}
