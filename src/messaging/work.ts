/** Background work of messaging: how due work is found, which queue carries it, and its time limit. */
import { calls, textBackfills, texts, urgencyChecks } from "./tables/inbox.ts";
import { contactSyncs } from "./tables/contacts.ts";
import { mailCursors, mails } from "./tables/mails.ts";
import { slackInbox } from "./tables/slack.ts";
import { textThreads } from "./tables/threads.ts";
import { dueAt, waiting, type WorkKind } from "../platform/work/kinds.ts";

export const messagingWork = {
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
    title: "Check for urgent messages",
    queue: "urgent",
    budgetMs: 20_000,
    due: {
      table: urgencyChecks,
      since: urgencyChecks.dueAt,
      tenant: urgencyChecks.tenantId,
      where: dueAt(urgencyChecks.dueAt),
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
  "texts.calls": {
    title: "Fetch calls and their summaries",
    queue: "polls",
    budgetMs: 18_000,
    due: { table: calls, since: calls.dueAt, tenant: calls.tenantId, where: dueAt(calls.dueAt) },
  },
  "texts.arrivals": {
    title: "Look up the delivery status of texts",
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
  "threads.wake": {
    title: "Reopen snoozed texts and promises",
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
    title: "Sync contacts from the phone system",
    queue: "polls",
    budgetMs: 22_000,
    due: {
      table: contactSyncs,
      since: contactSyncs.dueAt,
      tenant: contactSyncs.tenantId,
      where: dueAt(contactSyncs.dueAt),
    },
  },
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof messagingWork, true> {}
}
