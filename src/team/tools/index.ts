/**
 * Tools for recent activity in every channel, independent of connections; and who on the team is available.
 */
import { sql } from "drizzle-orm";
import type { Contact } from "../../integrations/connections/index.ts";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { recentThreads } from "../../messaging/inbox/index.ts";
import { textingOf } from "../../messaging/addresses/index.ts";
import type { ReachServices } from "../../agent/tools/reach.ts";
import { readerOf, type Reader } from "../../platform/privacy.ts";
import type { Drafts, Tenant } from "../../agent/tools/tenant.ts";
import type { TextRecords } from "../../messaging/texts/index.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { textRecordsOf } from "../../messaging/tools/records/index.ts";
import * as tools from "./tools.ts";

export interface InboxServices extends ReachServices {
  readonly threads: (query: Parameters<typeof recentThreads>[1]) => ReturnType<typeof recentThreads>;
  readonly drafts: Pick<Drafts, "list">;
  readonly records: Pick<TextRecords, "senders">;
  /** Owners of numbers; empty if the phone system does not respond. */
  readonly owners: (numbers: readonly string[]) => Promise<(number: string) => readonly Contact[]>;
  /**
   * Since when e-mails are on record, as an ISO time: that of the connection; null if no mailbox is
   * connected.
   */
  readonly mailSince: () => Promise<string | null>;
  readonly team: Tenant["teamOnDuty"];
  /** Who may read the conversation. */
  readonly reader: () => Promise<Reader>;
  /** Usage this month, exact to the call. */
  readonly counters: Tenant["counters"];
  readonly db: TenantDb;
  readonly timeZone: string;
}

export const inbox = defineToolset<InboxServices>({
  name: "inbox",
  title: "Inbox and team",
  place: 140,
  tools: Object.values(tools),
  async open(tenant, { conversationId: own }) {
    const { db, clock } = tenant;
    const timeZone = await tenant.timeZone();
    return {
      threads: (query) => recentThreads(db, query),
      drafts: tenant.drafts(),
      records: textRecordsOf(tenant),
      owners: (numbers) => ownersOf(tenant, numbers),
      mailSince: () => mailSince(db),
      team: () => tenant.teamOnDuty(),
      notify: (news) => tenant.notify(news),
      reader: () => readerOf(db, own),
      toldSince: (about, since) => tenant.newsSince(about, since),
      counters: () => tenant.counters(),
      db,
      clock,
      timeZone,
    };
  },
});

async function mailSince(db: TenantDb): Promise<string | null> {
  const isWatched = sql`${connections.vendor} = 'google' and ${connections.disabledAt} is null`;
  const found = await db.find(connections, isWatched);
  return found?.createdAt ?? null;
}

async function ownersOf(
  tenant: Tenant,
  numbers: readonly string[],
): Promise<(number: string) => readonly Contact[]> {
  try {
    return await (await textingOf(tenant)).contacts.owners(numbers);
  } catch {
    return () => [];
  }
}
