/**
 * Tools for recent activity in every channel, independent of connections; and who on the team is available.
 */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { MAIL_VENDORS, type Contact } from "../../integrations/connections/index.ts";
import { schedules } from "../../agent/tables/schedules.ts";
import type { ProjectDeps } from "../../projects/index.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { recentThreads } from "../../messaging/inbox/index.ts";
import { contactsOf } from "../../messaging/addresses/index.ts";
import type { ReachServices } from "../../agent/tools/reach.ts";
import { NO_READER, readerOf, type Reader } from "../../platform/privacy.ts";
import type { Drafts, Tenant } from "../../agent/tools/tenant.ts";
import type { TextRecords } from "../../messaging/texts/index.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { textRecordsOf } from "../../messaging/tools/records/index.ts";
import * as tools from "./tools.ts";

export interface InboxServices extends ReachServices {
  readonly threads: (query: Parameters<typeof recentThreads>[1]) => ReturnType<typeof recentThreads>;
  readonly drafts: Drafts;
  readonly files: WorkspaceDeps;
  readonly projects: () => ProjectDeps;
  /** A schedule, deleted ones too; null without one. */
  readonly schedule: (
    id: string,
  ) => Promise<Pick<
    typeof schedules.$inferSelect,
    "title" | "createdBy" | "cadence" | "before" | "updatedAt"
  > | null>;
  readonly announceSchedules: () => Promise<void>;
  readonly records: Pick<TextRecords, "senders">;
  /** Owners of numbers; empty if the phone system does not respond. */
  readonly owners: (numbers: readonly string[]) => Promise<(number: string) => readonly Contact[]>;
  /** Contacts whose names hold these words; empty if the phone system does not respond. */
  readonly contactsNamed: (name: string) => Promise<readonly Contact[]>;
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
  readonly manual: Tenant["manual"];
  /** Questions that no one has answered, as far as the answer's readers may see them. */
  readonly questions: () => ReturnType<Tenant["openQuestions"]>;
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
      files: tenant.files(),
      projects: () => tenant.projects(),
      schedule: (id) => db.find(schedules, eq(schedules.id, id)),
      announceSchedules: () => tenant.publish({ type: "schedules.updated" }),
      records: textRecordsOf(tenant),
      owners: (numbers) => ownersOf(tenant, numbers),
      contactsNamed: (name) => contactsNamed(tenant, name),
      mailSince: () => mailSince(db),
      team: () => tenant.teamOnDuty(),
      notify: (news) => tenant.notify(news),
      reader: () => readerOf(db, own),
      toldSince: (about, since) => tenant.newsSince(about, since),
      onRecord: (words) => tenant.onRecord(words, own),
      counters: () => tenant.counters(),
      manual: () => tenant.manual(),
      questions: async () => {
        const reader = await readerOf(db, own);
        return tenant.openQuestions(reader === NO_READER ? null : reader);
      },
      db,
      clock,
      timeZone,
    };
  },
});

async function mailSince(db: TenantDb): Promise<string | null> {
  const isMail = and(inArray(connections.vendor, [...MAIL_VENDORS]), isNull(connections.disabledAt));
  return (await db.find(connections, isMail ?? sql`false`))?.createdAt ?? null;
}

async function ownersOf(
  tenant: Tenant,
  numbers: readonly string[],
): Promise<(number: string) => readonly Contact[]> {
  try {
    return await (await contactsOf(tenant)).owners(numbers);
  } catch {
    return () => [];
  }
}

async function contactsNamed(tenant: Tenant, name: string): Promise<readonly Contact[]> {
  const words = plainWords(name);
  try {
    const contacts = await contactsOf(tenant);
    const found = await contacts.like({ words, numbers: [] });
    return found.filter((one) => words.every((word) => plainWords(one.name).includes(word)));
  } catch {
    return [];
  }
}
