/** The mailboxes and calendars of a team, whichever vendor keeps them. */
import {
  listConnectionRows,
  MAIL_VENDORS,
  type ConnectionRow,
  type Mailboxes,
  type MailScope,
  type MailVendor,
  type CalendarReader,
} from "./connections/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { AccountOf } from "../platform/vendors.ts";
import { consentFormOf, LISTED } from "./connection-views.ts";
import { googleMailboxes } from "./google/mailboxes.ts";
import { microsoftMailboxes } from "./microsoft/mailboxes.ts";
import { allowedBy } from "./oauth/consent-form.ts";
import { accountDeps } from "./open.ts";
import { openAccount } from "./open-account.ts";
import { googleCalendars } from "./google/calendar.ts";
import { microsoftCalendars } from "./microsoft/calendar.ts";

/** The account of any vendor with mailboxes. */
export type MailAccount = AccountOf<MailVendor>;

export function mailboxesOf(account: MailAccount): Mailboxes {
  return "graph" in account ? microsoftMailboxes(account) : googleMailboxes(account);
}

/** The team's mailboxes, or those of this connection; null if none. Throws `not_configured`. */
export async function findMailboxes(ctx: TenantContext, connectionId?: string): Promise<Mailboxes | null> {
  const account = await openAccount(accountDeps(ctx), MAIL_VENDORS, connectionId);
  return account === null ? null : mailboxesOf(account);
}

export interface MailStanding {
  /** Why e-mail isn't read, in words; null if it is. */
  readonly unread: string | null;
  readonly mayLabel: boolean;
}

/**
 * What background e-mail work may do with the team's mailboxes, checked without opening them, so that calls outside the granted scopes
 * aren't attempted.
 */
export async function mailStanding(db: TenantDb): Promise<MailStanding> {
  const [row] = await listConnectionRows(db, MAIL_VENDORS);
  if (row === undefined || row.grant === null) return { unread: null, mayLabel: true };
  const mayLabel = allows(row, "label");
  const title = LISTED.find(({ name }) => name === row.vendor)?.title ?? row.vendor;
  if (row.problem === "ended")
    return { unread: `${title} needs to be connected again under Settings → Connections.`, mayLabel };
  const words = `E-mail isn’t read: an admin has to allow reading e-mail under Settings → Connections → ${title}.`;
  return { unread: allows(row, "read") ? null : words, mayLabel };
}

/** Whether a mailbox is connected that e-mail can be sent from. */
export async function canSendMail(db: TenantDb): Promise<boolean> {
  const [row] = await listConnectionRows(db, MAIL_VENDORS);
  return row !== undefined && allows(row, "send");
}

/** Without a consent, what a service account may do is the vendor's to know. */
function allows({ vendor, grant }: ConnectionRow, scope: MailScope): boolean {
  const listed = LISTED.find(({ name }) => name === vendor);
  const form = listed === undefined ? null : consentFormOf(listed);
  if (grant === null || form === null) return true;
  return allowedBy(form, grant.scopes).some(({ name }) => name === scope);
}

export function calendarsOf(account: MailAccount): CalendarReader {
  return "graph" in account ? microsoftCalendars(account) : googleCalendars(account);
}
