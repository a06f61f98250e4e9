/** The calendar port. Implemented by integrations. */
import type { Mailbox } from "./mailbox-settings.ts";

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

/** The allow-listed calendars, read as the impersonated user. Failures are IntegrationError. */
export interface Calendars {
  /** Empty if the team has chosen none. */
  readonly allowed: readonly Mailbox[];
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
