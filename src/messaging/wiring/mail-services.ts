/** Composition of the pages about e-mail: Gmail, and our own store of attachments. */
import { tenantDb } from "../../platform/db/index.ts";
import { mailPages, type MailPages, type MailProbe } from "../inbox/index.ts";
import { listEvents } from "../../integrations/google/calendar.ts";
import { listIds, readAttached } from "../../integrations/google/read.ts";
import { systemClock } from "../../kernel/clock.ts";
import { tenantFilePrefix } from "../../kernel/tenant-names.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import { findAccount } from "../../integrations/open.ts";

/** What a test of the connection asks a calendar for. */
const A_MOMENT = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T00:01:00.000Z" };

/** E-mail of one tenant, for its pages. Cheap. */
export function mailServices(env: Env, tenantId: string): MailPages {
  const keyOf = async (name: string): Promise<string> =>
    `${await tenantFilePrefix(tenantId)}attachments/${name}`;
  return mailPages({
    db: tenantDb(env, tenantId),
    clock: systemClock,
    logger: systemLogger,
    probe: (connectionId) => probe(env, tenantId, connectionId),
    kept: {
      async get(name) {
        const found = await env.FILES.get(await keyOf(name));
        return found === null ? null : new Uint8Array(await found.arrayBuffer());
      },
      put: async (name, bytes) => void (await env.FILES.put(await keyOf(name), bytes)),
    },
  });
}

async function probe(env: Env, tenantId: string, connectionId?: string): Promise<MailProbe | null> {
  const account = await findAccount(env, tenantId, "google", connectionId);
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
