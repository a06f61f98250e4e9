/** The calendar ports: a connection's calendars, implemented by each vendor that has some, and those one conversation may look into. */
import { spanIn } from "../../kernel/calendar.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Connection } from "./connection.ts";
import type { Mailboxes } from "./mail.ts";
import type { MailVendor } from "./mail-connection.ts";
import type { Mailbox, MailboxSettings } from "./mailbox-settings.ts";

export type GuestAnswer = "accepted" | "declined" | "maybe" | "no answer";

/** A calendar event. Its text is untrusted. */
export interface CalendarEvent {
  readonly id: string;
  readonly calendar: Mailbox;
  /** Null if the calendar only shows busy time. */
  readonly title: string | null;
  /** ISO time, or a date (`2026-11-24`) for all-day events; the end is exclusive. */
  readonly start: string;
  readonly end: string;
  readonly location: string;
  readonly description: string;
  /** Guests by name or address with their responses; null if the calendar doesn't say. */
  readonly guests: readonly { readonly name: string; readonly answer: GuestAnswer | null }[];
  /** Video call URL; null without one. */
  readonly callLink: string | null;
  /** Part of a series. */
  readonly isRepeated: boolean;
  /** Name or address; null if the calendar doesn't say. */
  readonly creator: string | null;
  /** Doesn't block time. */
  readonly isFree: boolean;
}

/** An event as its owner's calendar stores it. */
export interface StoredEvent extends Pick<
  CalendarEvent,
  "id" | "start" | "end" | "location" | "description"
> {
  readonly etag: string;
  readonly title: string;
  /** Addresses. */
  readonly guests: readonly string[];
  /** The same guests with all of the vendor's fields, such as their responses. */
  readonly attendees: readonly Readonly<Record<string, unknown>>[];
  /** The vendor's page for it, or null. */
  readonly link: string | null;
  /** Video call URL; null without one. */
  readonly callLink: string | null;
  /** Who else has to change it; absent if the owner can. */
  readonly organizer?: string;
}

/** An event's fields as people edit them: `2026-11-24 10:00` in some zone, or days, the last one inclusive. */
export interface EventFields {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly place: string | null;
  readonly notes: string | null;
  readonly guests: readonly string[];
}
export type SomeFields = { readonly [Name in keyof EventFields]?: EventFields[Name] | undefined };

/** Where an event is written: its owner's calendar, as its owner. */
export interface EventPlace {
  readonly owner: string;
  /** Our own for a new event: letters a to v and digits. */
  readonly eventId: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly tellsGuests: boolean;
}

/** ISO times; the end is exclusive. */
interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

/** Reads the calendars of one connection. Failures are IntegrationError. */
export interface CalendarReader {
  readonly vendor: MailVendor;
  readonly connection: Connection<MailboxSettings>;
  readonly mustAllow: Mailboxes["mustAllow"];
  /** Events that overlap a span as `actsAs` sees them, with series expanded; 404 if `actsAs` can't see the calendar. */
  events(actsAs: Mailbox, owner: Mailbox, span: TimeSpan): Promise<readonly CalendarEvent[]>;
  /** An event as `actsAs` (by default its owner) sees it; null if it is deleted, canceled or shown as busy time alone. */
  read(owner: string, id: string, actsAs?: string): Promise<StoredEvent | null>;
  /** When colleagues outside the connection are busy, each null if unknown; absent if the connection has everyone who is shown. */
  busy?(
    colleagues: readonly Mailbox[],
    span: TimeSpan,
  ): Promise<readonly (readonly CalendarEvent[] | null)[]>;
}

/** The calendars of one conversation, read as the impersonated user. Failures are IntegrationError. */
export interface Calendars {
  /** Empty if the team has chosen none. */
  readonly allowed: readonly Mailbox[];
  /** Those that can be changed; of the others only busy times are known. */
  readonly own: readonly Mailbox[];
  readonly timeZone: string;
  /**
   * Events of some allowed calendars that overlap the days `from` to `to` (inclusive, tenant time), in order. `unseen` are calendars the
   * impersonated user can't see.
   */
  list(
    calendars: readonly Mailbox[],
    days: { readonly from: string; readonly to: string },
  ): Promise<{ readonly events: readonly CalendarEvent[]; readonly unseen: readonly Mailbox[] }>;
}

/** The allow-listed calendars as the impersonated user sees them, and the busy times of colleagues where the vendor tells them. */
export function calendarsIn(
  reader: CalendarReader,
  actsAs: Mailbox,
  timeZone: string,
  colleagues: readonly Mailbox[],
): Calendars {
  const { mailboxes, mail } = reader.connection.settings;
  const own = mailboxes.filter(({ address }) => mail.calendars.includes(address));
  const others = own.length === 0 || reader.busy === undefined ? [] : colleagues;
  return {
    allowed: [...own, ...others],
    own,
    timeZone,
    async list(calendars, days) {
      const { from = "", to = "" } = spanIn(days, timeZone);
      const isAsked = ({ address }: Mailbox): boolean => calendars.some((one) => one.address === address);
      const [mine, theirs] = [own.filter(isAsked), others.filter(isAsked)];
      const [found, busy = []] = await Promise.all([
        Promise.all(mine.map((owner) => reader.events(actsAs, owner, { from, to }).catch(ifUnseen))),
        theirs.length === 0 ? [] : reader.busy?.(theirs, { from, to }),
      ]);
      const all = [...found, ...busy];
      return {
        events: all
          .flatMap((events) => events ?? [])
          .sort((left, right) => left.start.localeCompare(right.start)),
        unseen: [...mine, ...theirs].filter((_, index) => all[index] === null),
      };
    },
  };
}

function ifUnseen(error: unknown): null {
  if (error instanceof IntegrationError && error.status === 404) return null;
  throw error;
}
