/** The calendars of a team, whichever vendor keeps them. */
import type { CalendarReader } from "./connections/index.ts";
import { googleCalendars } from "./google/calendar.ts";
import { microsoftCalendars } from "./microsoft/calendar.ts";
import type { MailAccount } from "./open-mailboxes.ts";

export function calendarsOf(account: MailAccount): CalendarReader {
  return "graph" in account ? microsoftCalendars(account) : googleCalendars(account);
}
