/** Wires the e-mail pages: Gmail, and our own attachment store. */
import { mailPages, type MailPages, type MailProbe } from "../inbox/index.ts";
import { listEvents } from "../../integrations/google/calendar.ts";
import { listIds, readAttached } from "../../integrations/google/read.ts";
import type { TenantContext } from "../../platform/context.ts";
import { findAccount } from "../../integrations/open.ts";

/** The period a connection test requests from a calendar. */
const A_MOMENT = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T00:01:00.000Z" };

/** Does no I/O. */
export function mailServices(ctx: TenantContext): MailPages {
  return mailPages({
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    probe: (connectionId) => probe(ctx, connectionId),
    kept: ctx.files.attachments,
  });
}

async function probe(ctx: TenantContext, connectionId?: string): Promise<MailProbe | null> {
  const account = await findAccount(ctx, "google", connectionId);
  if (account === null) return null;
  const { settings } = account.connection;
  const ownerOf = (address: string) => ({
    address,
    name: settings.mailboxes.find((one) => one.address === address)?.name ?? address,
  });
  return {
    serviceAccount: account.serviceAccount,
    lacks: account.lacks([
      "read",
      "send",
      ...(settings.mail.calendars.length > 0 ? (["calendar"] as const) : []),
      ...(settings.mail.markInGmail ? (["label"] as const) : []),
    ]),
    settings,
    tryMailbox: (address) => listIds(account, address, "in:inbox", 1),
    tryCalendar: (acting, owner) => listEvents(account, ownerOf(acting), ownerOf(owner), A_MOMENT),
    attachment: ({ mailbox, id }, index) => readAttached(account, mailbox, id, index),
  };
}
