/**
 * Every kind of work that waits for its time, in one list: how the clock finds the tenants that have some, which queue carries it, and how long a
 * piece of it may take. A new kind is one entry here and its work in `src/features/work.ts`.
 */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { accountKeys, accountSources } from "../accounts/tables/accounts.ts";
import { approvals, earnedTallies } from "../approvals/tables/approvals.ts";
import { calls, inboundEvents, textBackfills, texts, urgencyChecks } from "../messaging/tables/inbox.ts";
import { contactSyncs } from "../messaging/tables/contacts.ts";
import { erasures } from "../team/tables/erasure.ts";
import { events, tenantHomes, tenants } from "../platform/db/index.ts";
import { examples } from "../workspace/tables/examples.ts";
import { knowledgeSources } from "../knowledge/tables/knowledge.ts";
import { mailCursors, mails } from "../messaging/tables/mails.ts";
import { notifications } from "../notifications/tables/notifications.ts";
import { projectAgentRuns } from "../projects/tables/project-agents.ts";
import { schedules } from "../agent/tables/schedules.ts";
import { slackInbox } from "../messaging/tables/slack.ts";
import { textThreads } from "../messaging/tables/threads.ts";
import { isoTime } from "../kernel/clock.ts";
import { JOBS_VERSION } from "../platform/work/jobs-version.ts";
import type { QueueName } from "../platform/work/types.ts";

/** Where a kind's due work is found by an index: rows of `table` that `where` holds for, by the tenant in `tenant`. */
export interface DueWork {
  readonly table: SQLiteTable;
  readonly tenant: SQLiteColumn;
  readonly where: (nowMs: number) => SQL;
  /** Since when a due row waits, first in an index of such rows; null where rows do not say. */
  readonly since: SQLiteColumn | null;
  /** When a row was changed last, for rows that are due at once and by no time of their own: those wait since then. */
  readonly changed?: SQLiteColumn;
  /** The table is the deployment's directory, in the first database alone. */
  readonly ofDirectory?: boolean;
}

/** A kind of work. */
export interface WorkKind {
  /** For the page where people see when it was last handed out; empty for work that only follows other work. */
  readonly title: string;
  readonly queue: QueueName;
  /** How long a piece of it works before it gives way; it is given up `GRACE_MS` later. */
  readonly budgetMs: number;
  /** Null for work that is handed out by whoever makes it alone. */
  readonly due: DueWork | null;
}

/** Between the end of a budget and being given up. */
export const GRACE_MS = 3_000;
/** Younger texts and e-mails are still with the message that was sent for them. */
const DISPATCH_MS = 8_000;

const dueAt =
  (column: SQLiteColumn) =>
  (nowMs: number): SQL =>
    sql`${column} <= ${isoTime(nowMs)}`;

/** Rows that were accepted and not dispatched; the words of the condition are those of the partial indexes. */
const waiting =
  (state: SQLiteColumn, receivedAt: SQLiteColumn) =>
  (nowMs: number): SQL =>
    sql`${state} = 'received' and ${receivedAt} <= ${isoTime(nowMs - DISPATCH_MS)}`;

/** The kinds by their names, in the order of the page about them. Names are persisted. */
export const WORK_KINDS = {
  "inbox.sweep": {
    title: "Retry delayed texts",
    queue: "inbox",
    budgetMs: 10_000,
    due: {
      table: texts,
      since: texts.receivedAt,
      tenant: texts.tenantId,
      where: waiting(texts.state, texts.receivedAt),
    },
  },
  "mail.sweep": {
    title: "Retry delayed e-mails",
    queue: "inbox",
    budgetMs: 10_000,
    due: {
      table: mails,
      since: mails.receivedAt,
      tenant: mails.tenantId,
      where: waiting(mails.state, mails.receivedAt),
    },
  },
  "slack.sweep": {
    title: "Retry delayed Slack messages",
    queue: "inbox",
    budgetMs: 10_000,
    due: {
      table: slackInbox,
      since: slackInbox.receivedAt,
      tenant: slackInbox.tenantId,
      where: waiting(slackInbox.state, slackInbox.receivedAt),
    },
  },
  "inbox.judge": {
    title: "Judge what can't wait",
    queue: "urgent",
    budgetMs: 20_000,
    due: {
      table: urgencyChecks,
      since: urgencyChecks.dueAt,
      tenant: urgencyChecks.tenantId,
      where: dueAt(urgencyChecks.dueAt),
    },
  },
  "notifications.ring": {
    title: "Send held notifications and alert the people on call",
    queue: "urgent",
    budgetMs: 7_000,
    due: {
      table: notifications,
      since: notifications.dueAt,
      tenant: notifications.tenantId,
      where: dueAt(notifications.dueAt),
    },
  },
  "approvals.reconcile": {
    title: "Follow up on approvals",
    queue: "jobs",
    budgetMs: 22_000,
    due: {
      table: approvals,
      since: approvals.dueAt,
      tenant: approvals.tenantId,
      where: dueAt(approvals.dueAt),
    },
  },
  "approvals.earned": {
    title: "Look at rules that approvals earn",
    queue: "jobs",
    budgetMs: 10_000,
    due: {
      table: earnedTallies,
      since: earnedTallies.dueAt,
      tenant: earnedTallies.tenantId,
      where: dueAt(earnedTallies.dueAt),
    },
  },
  "examples.learn": {
    title: "Learn style from kept examples",
    queue: "long",
    budgetMs: 60_000,
    due: {
      table: examples,
      since: examples.dueAt,
      tenant: examples.tenantId,
      where: dueAt(examples.dueAt),
    },
  },
  "schedules.lease": {
    title: "Start what's scheduled",
    queue: "timed",
    budgetMs: 10_000,
    due: {
      table: schedules,
      since: schedules.dueAt,
      changed: schedules.updatedAt,
      tenant: schedules.tenantId,
      where: dueAt(schedules.dueAt),
    },
  },
  "mail.poll": {
    title: "Check for new e-mails",
    queue: "polls",
    budgetMs: 18_000,
    due: {
      table: mailCursors,
      since: mailCursors.dueAt,
      tenant: mailCursors.tenantId,
      where: dueAt(mailCursors.dueAt),
    },
  },
  "texts.calls": {
    title: "Collect calls and their summaries",
    queue: "polls",
    budgetMs: 18_000,
    due: { table: calls, since: calls.dueAt, tenant: calls.tenantId, where: dueAt(calls.dueAt) },
  },
  "events.consume": {
    title: "Index new items and sync changed files",
    queue: "jobs",
    budgetMs: 15_000,
    due: { table: events, since: events.at, tenant: events.tenantId, where: () => sql`${events.open} = 1` },
  },
  "texts.arrivals": {
    title: "Look up whether texts arrived",
    queue: "polls",
    budgetMs: 18_000,
    due: { table: texts, since: texts.dueAt, tenant: texts.tenantId, where: dueAt(texts.dueAt) },
  },
  "texts.backfill": {
    title: "Read old texts from the phone system",
    queue: "polls",
    budgetMs: 22_000,
    due: {
      table: textBackfills,
      since: textBackfills.dueAt,
      tenant: textBackfills.tenantId,
      where: dueAt(textBackfills.dueAt),
    },
  },
  "knowledge.sync": {
    title: "Read documents, calendars and tasks",
    queue: "polls",
    budgetMs: 20_000,
    due: {
      table: knowledgeSources,
      since: knowledgeSources.dueAt,
      tenant: knowledgeSources.tenantId,
      where: dueAt(knowledgeSources.dueAt),
    },
  },
  "knowledge.summarize": {
    title: "Summarize e-mails of sources",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: knowledgeSources,
      since: knowledgeSources.summaryDueAt,
      tenant: knowledgeSources.tenantId,
      where: dueAt(knowledgeSources.summaryDueAt),
    },
  },
  "mail.summarize": {
    title: "Summarize e-mails of watched mailboxes",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: mails,
      since: mails.summaryDueAt,
      tenant: mails.tenantId,
      where: dueAt(mails.summaryDueAt),
    },
  },
  "knowledge.told": {
    title: "Keep what data services sent",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: inboundEvents,
      since: inboundEvents.receivedAt,
      tenant: inboundEvents.tenantId,
      where: waiting(inboundEvents.state, inboundEvents.receivedAt),
    },
  },
  "accounts.file": {
    title: "File what accounts’ people wrote and said",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: accountKeys,
      since: accountKeys.dueAt,
      tenant: accountKeys.tenantId,
      where: dueAt(accountKeys.dueAt),
    },
  },
  "projects.agents": {
    title: "Run the agents of projects",
    queue: "long",
    budgetMs: 4 * 60_000,
    due: {
      table: projectAgentRuns,
      since: projectAgentRuns.dueAt,
      tenant: projectAgentRuns.tenantId,
      where: dueAt(projectAgentRuns.dueAt),
    },
  },
  "accounts.read": {
    title: "Summarize what is filed with accounts",
    queue: "jobs",
    budgetMs: 20_000,
    due: {
      table: accountSources,
      since: accountSources.dueAt,
      tenant: accountSources.tenantId,
      where: dueAt(accountSources.dueAt),
    },
  },
  "threads.wake": {
    title: "Bring back snoozed texts",
    queue: "timed",
    budgetMs: 10_000,
    due: {
      table: textThreads,
      since: textThreads.nextAt,
      tenant: textThreads.tenantId,
      where: dueAt(textThreads.nextAt),
    },
  },
  "contacts.sync": {
    title: "Read contacts from the phone system",
    queue: "polls",
    budgetMs: 22_000,
    due: {
      table: contactSyncs,
      since: contactSyncs.dueAt,
      tenant: contactSyncs.tenantId,
      where: dueAt(contactSyncs.dueAt),
    },
  },
  "contacts.erase": {
    title: "Erase contacts for good",
    queue: "long",
    budgetMs: 25_000,
    due: { table: erasures, since: erasures.dueAt, tenant: erasures.tenantId, where: dueAt(erasures.dueAt) },
  },
  "jobs.ensure": {
    title: "Set up the jobs of new teams",
    queue: "jobs",
    budgetMs: 10_000,
    due: {
      table: tenants,
      since: null,
      tenant: tenants.id,
      where: () => sql`${tenants.jobsVersion} < ${JOBS_VERSION}`,
    },
  },
  "tenants.move": {
    title: "Move teams between databases",
    queue: "long",
    budgetMs: 25_000,
    due: {
      table: tenantHomes,
      since: null,
      tenant: tenantHomes.id,
      where: dueAt(tenantHomes.dueAt),
      ofDirectory: true,
    },
  },
  /** The files and GitHub brought together, after somebody changed some. */
  "mirror.sync": { title: "", queue: "long", budgetMs: 4 * 60_000, due: null },
  /** A run that ended, told to the collector of traces the deployment names. */
  "traces.export": { title: "", queue: "long", budgetMs: 20_000, due: null },
  /** One slot of a schedule of the agent's, which starts a run and calls no provider: its key says which. */
  "schedules.remind": { title: "", queue: "timed", budgetMs: 22_000, due: null },
  /** One slot of a check of e-mail, which waits for its provider. */
  "schedules.slot": { title: "", queue: "polls", budgetMs: 22_000, due: null },
  /** One slot of a job that may take minutes. */
  "schedules.job": { title: "", queue: "long", budgetMs: 4 * 60_000, due: null },
} as const satisfies Readonly<Record<string, WorkKind>>;

/** The name of a kind. */
export type WorkName = keyof typeof WORK_KINDS;

/** The queue that carries a kind. */
export function queueOf(name: WorkName): QueueName {
  return WORK_KINDS[name].queue;
}

/** A kind by a name that came with a message; null for one this release does not know. */
export function findKind(name: string): WorkKind | null {
  return Object.hasOwn(WORK_KINDS, name) ? WORK_KINDS[name as WorkName] : null;
}
