/** What a connected calendar system offers, whoever the vendor is. Implemented by integrations. */
import type { Mailbox } from "../google/settings.ts";

export type GuestAnswer = "accepted" | "declined" | "maybe" | "no answer";

/** A calendar entry. Its words were written by many people. */
export interface CalendarEvent {
  readonly id: string;
  /** Whose calendar it is in. */
  readonly calendar: Mailbox;
  /** Null where the calendar only shows that the time is taken. */
  readonly title: string | null;
  /** A moment as ISO time, or a day (`2026-11-24`) of an entry that lasts whole days; the end is excluded. */
  readonly start: string;
  readonly end: string;
  readonly location: string;
  readonly description: string;
  /** Who is invited, by name or address, and what they answered; null where the calendar doesn't say. */
  readonly guests: readonly { readonly name: string; readonly answer: GuestAnswer | null }[];
  /** Where its video call is joined; null without one. */
  readonly callLink: string | null;
  /** One of a series. */
  readonly isRepeated: boolean;
  /** Who made it, by name or address; null where the calendar doesn't say. */
  readonly creator: string | null;
  /** Shown, but takes no time. */
  readonly isFree: boolean;
}

/** The calendars the settings let the agent look at, seen as whom it acts for. Failures are IntegrationError. */
export interface Calendars {
  /** No one where the team has chosen none. */
  readonly allowed: readonly Mailbox[];
  /** The tenant's zone. */
  readonly timeZone: string;
  /**
   * Entries of some of the allowed calendars that touch the days from `from` to `to` (both included, the tenant's), in order. `unseen` are
   * those that whoever is acted for may not see.
   */
  list(
    calendars: readonly Mailbox[],
    days: { readonly from: string; readonly to: string },
  ): Promise<{ readonly events: readonly CalendarEvent[]; readonly unseen: readonly Mailbox[] }>;
}
