/** Background work of knowledge: how due work is found, which queue carries it, and its time limit. */
import { inboundEvents } from "../messaging/tables/inbox.ts";
import { knowledgeSources } from "./tables/knowledge.ts";
import { dueAt, waiting, type WorkKind } from "../platform/work/kinds.ts";

export const knowledgeWork = {
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
} as const satisfies Readonly<Record<string, WorkKind>>;

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof knowledgeWork, true> {}
}
