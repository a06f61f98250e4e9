/** E-mails and the calendar as knowledge sources. */
import { calendarShelf } from "../calendar-knowledge.ts";
import { mailShelf } from "../mail-knowledge.ts";
import { microsoftCalendars } from "./calendar.ts";
import { microsoftMailboxes } from "./mailboxes.ts";

export const MICROSOFT_KNOWLEDGE = [
  // Two requests each, below the 10,000 in ten minutes that Exchange serves an app for a mailbox.
  mailShelf(microsoftMailboxes, 250),
  calendarShelf(microsoftCalendars),
];
