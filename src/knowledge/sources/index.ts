/** Knowledge: data of connected services, read source by source and indexed. */
export { knowledgePagesOf, type KnowledgePages, type KnowledgePagesDeps } from "./pages.ts";
export type {
  FoundThing,
  KnowledgeDeps,
  KnowledgeReader,
  KnowledgeShelf,
  OpenShelf,
  SourceAt,
  ReaderHelp,
  SourceNews,
  ThingWords,
} from "./ports.ts";
export { oldestOnRecord } from "./reach.ts";
export { dataThing } from "./data-things.ts";
export { officeWords, pdfWords } from "./file-words.ts";
export { readItem } from "./read-items.ts";
export { knowledgeSource } from "./search-source.ts";
export { summaryQuestion } from "./mail-summary.ts";
export { summarizeMails } from "./summarize.ts";
export {
  workOffSummaries,
  type KeptSummary,
  type Summarize,
  type Summarized,
  type SummaryQueue,
} from "./summary-queue.ts";
export { isVisible, kindsBeingRead, membersOf, ownerOf, ownSources, quoteOf } from "./visible.ts";
export { continueKnowledge } from "./sync.ts";
export { acceptServiceWebhook, processServiceWebhooks } from "./service-webhooks.ts";
