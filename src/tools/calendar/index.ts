/** The calendars the team lets the agent look into. */
import type { Calendars } from "../../connections/index.ts";
import { calendarsOf } from "../../integrations/google/calendar.ts";
import type { Clock } from "../../kernel/clock.ts";
import { defineToolset } from "../define-toolset.ts";
import { actingMailbox } from "../mail/acting-mailbox.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface CalendarServices {
  readonly calendars: Calendars;
  readonly clock: Clock;
}

export const calendar = defineToolset<CalendarServices>({
  name: "calendar",
  title: "Calendars",
  vendor: "google",
  tools: Object.values(tools),
  async open(tenant, acting) {
    const account = await tenant.account("google");
    const mailbox = await actingMailbox(tenant.db, account.connection.settings, acting);
    return { calendars: calendarsOf(account, mailbox, await tenant.timeZone()), clock: tenant.clock };
  },
});
