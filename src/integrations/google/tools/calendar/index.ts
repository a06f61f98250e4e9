/** The calendars the team lets the agent read, and changes it may propose. */
import type { Calendars } from "../../../connections/index.ts";
import { calendarsOf, readEvent, type StoredEvent } from "../../calendar.ts";
import { listTeam } from "../../../../platform/auth/index.ts";
import { getPolicy } from "../../../../approvals/policy/index.ts";
import type { AppointmentHours } from "../../../../approvals/api/policy.ts";
import type { Drafts } from "../../../../agent/tools/tenant.ts";
import type { Clock } from "../../../../kernel/clock.ts";
import type { GoogleAccount } from "../../read.ts";
import { defineToolset } from "../../../../agent/tools/define-toolset.ts";
import { actingMailbox, contactAddresses } from "../../../../messaging/addresses/index.ts";
import * as tools from "./tools.ts";

export interface CalendarServices {
  readonly calendars: Calendars;
  readonly clock: Clock;
  /** Throws IntegrationError with a readable message if the connection lacks the scope: nothing is proposed that couldn't be done. */
  readonly mustAllow: GoogleAccount["mustAllow"];
  readonly appointments: () => Promise<AppointmentHours>;
  readonly drafts: () => Pick<Drafts, "list">;
  readonly connectionId: string;
  /** An event as the impersonated user sees it; null if none, or if only busy time is shown. */
  readonly read: (owner: string, eventId: string) => Promise<StoredEvent | null>;
  /** Which of the asked addresses belong to contacts; null if contacts can't be read. */
  readonly contactAddresses: (asked: readonly string[]) => Promise<readonly string[] | null>;
  /** Names of the members whose calendars the team doesn't let the agent see, or that aren't connected. */
  readonly hidden: () => Promise<readonly string[]>;
}

export const calendar = defineToolset<CalendarServices>({
  name: "calendar",
  title: "Calendars",
  place: 120,
  vendor: "google",
  tools: Object.values(tools),
  async open(tenant, acting) {
    const account = await tenant.account("google");
    const mailbox = await actingMailbox(tenant.db, account.connection.settings, acting);
    const calendars = calendarsOf(account, mailbox, await tenant.timeZone());
    return {
      calendars,
      clock: tenant.clock,
      mustAllow: account.mustAllow,
      appointments: async () => (await getPolicy(tenant.db)).policy.appointments,
      drafts: () => tenant.drafts(),
      connectionId: account.connection.id,
      read: (owner, eventId) => readEvent(account, owner, eventId, mailbox.address),
      contactAddresses: (asked) => contactAddresses(tenant, asked),
      async hidden() {
        const seen = new Set(calendars.allowed.flatMap(({ name, address }) => [name, address.toLowerCase()]));
        const members = await listTeam(tenant.db);
        return members.flatMap(({ name, email }) =>
          seen.has(name) || seen.has(email.toLowerCase()) ? [] : [name],
        );
      },
    };
  },
});
