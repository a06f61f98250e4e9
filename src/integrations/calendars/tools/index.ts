/** The calendars the team lets the agent read, and changes it may propose. */
import {
  calendarsIn,
  MAIL_VENDORS,
  type CalendarReader,
  type Calendars,
  type StoredEvent,
} from "../../connections/index.ts";
import { calendarsOf } from "../../open-mailboxes.ts";
import { isPublicMailDomain, listTeam } from "../../../platform/auth/index.ts";
import { getPolicy } from "../../../approvals/policy/index.ts";
import type { AppointmentHours } from "../../../team/api/policy.ts";
import type { Drafts } from "../../../agent/tools/tenant.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { actingMailbox, contactAddresses, domainOf } from "../../../messaging/addresses/index.ts";
import * as tools from "./tools.ts";

export interface CalendarServices {
  readonly calendars: Calendars;
  /** The service's name in documents, which have none for Google Calendar. */
  readonly service: { readonly service?: "Outlook" };
  readonly clock: Clock;
  /** Throws IntegrationError with a readable message if the connection lacks the scope: nothing is proposed that couldn't be done. */
  readonly mustAllow: CalendarReader["mustAllow"];
  readonly appointments: () => Promise<AppointmentHours>;
  readonly drafts: () => Pick<Drafts, "list">;
  readonly connectionId: string;
  /** An event as the impersonated user sees it; null if none, or if only busy time is shown. */
  readonly read: (owner: string, eventId: string) => Promise<StoredEvent | null>;
  /** Which of the asked addresses belong to contacts; null if contacts can't be read. */
  readonly contactAddresses: (asked: readonly string[]) => Promise<readonly string[] | null>;
  /** Names of the members whose calendars the team doesn't let the agent see, or that aren't connected. */
  readonly hidden: readonly string[];
}

export const calendar = defineToolset<CalendarServices>({
  name: "calendar",
  title: "Calendars",
  place: 120,
  vendor: MAIL_VENDORS,
  tools: Object.values(tools),
  async open(tenant, acting) {
    const reader = calendarsOf(await tenant.account(MAIL_VENDORS));
    const { connection, mustAllow, vendor } = reader;
    const mailbox = await actingMailbox(tenant.db, connection.settings, acting);
    const members = (await listTeam(tenant.db)).map(({ name, email }) => ({
      name,
      address: email.toLowerCase(),
    }));
    const domain = domainOf(mailbox.address);
    const isColleague = ({ address }: { readonly address: string }): boolean =>
      domainOf(address) === domain && address !== mailbox.address;
    const colleagues = isPublicMailDomain(domain) ? [] : members.filter(isColleague);
    const calendars = calendarsIn(reader, mailbox, await tenant.timeZone(), colleagues);
    const seen = new Set(calendars.allowed.flatMap(({ name, address }) => [name, address]));
    return {
      calendars,
      service: vendor === "microsoft" ? { service: "Outlook" } : {},
      clock: tenant.clock,
      mustAllow,
      appointments: async () => (await getPolicy(tenant.db)).policy.appointments,
      drafts: () => tenant.drafts(),
      connectionId: connection.id,
      read: (owner, eventId) => reader.read(owner, eventId, mailbox.address),
      contactAddresses: (asked) => contactAddresses(tenant, asked),
      hidden: members.flatMap(({ name, address }) => (seen.has(name) || seen.has(address) ? [] : [name])),
    };
  },
});
