/** Knowledge: sources, the index and what is found in it. */
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import type { KnowledgeItemPage } from "./api/knowledge.ts";
import type {
  AskedBy,
  FoundPassage,
  Quote,
  RetrieveQuery,
  SearchQuery,
} from "../platform/api/search-items.ts";
import type { SearchPage } from "../platform/api/search.ts";
import { entityConsumer } from "./entities/index.ts";
import { indexDeps, checkIndex, finders } from "./open.ts";
import { entityRoutes } from "./routes/entities.ts";
import { knowledgeWebhookRoutes } from "./routes/knowledge-webhooks.ts";
import { knowledgeRoutes } from "./routes/knowledge.ts";
import { searchRoutes } from "./routes/search.ts";
import { searchConsumer } from "./search/index.ts";
import { knowledgeSource } from "./sources/index.ts";
import { summarizeKnowledge, syncKnowledge, workOnWhatWasTold } from "./sources/open.ts";
import * as entitiesTables from "./tables/entities.ts";
import * as knowledgeTables from "./tables/knowledge.ts";
import { knowledge as knowledgeTools } from "./tools/index.ts";
import { knowledgeWork } from "./work.ts";
import { erases } from "./erases.ts";

export const knowledgeFeature = defineFeature({
  name: "knowledge",
  erases,
  tables: [entitiesTables, knowledgeTables],
  routes: [entityRoutes, knowledgeRoutes, searchRoutes, knowledgeWebhookRoutes],
  toolsets: [knowledgeTools],
  work: defineWork(knowledgeWork, {
    "knowledge.sync": syncKnowledge,
    "knowledge.summarize": summarizeKnowledge,
    "knowledge.told": workOnWhatWasTold,
  }),
  jobs: { "search.check": checkIndex },
  consumers: (ctx) => [
    searchConsumer(indexDeps(ctx)),
    // It may have much to go through: all others come first.
    { ...entityConsumer({ db: ctx.db, clock: ctx.clock }), after: "others" },
  ],
  searchSources: ({ db, files: { words } }) => ({
    document: knowledgeSource({ db, words }, "document"),
    event: knowledgeSource({ db, words }, "event"),
    issue: knowledgeSource({ db, words }, "issue"),
  }),
  services: finders,
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** Searches the tenant's index for somebody. */
    search(query: SearchQuery, by: AskedBy): Promise<SearchPage>;
    /** The passages of everything indexed that answer a question best. */
    retrieve(query: RetrieveQuery, by: AskedBy): Promise<FoundPassage[]>;
    /** The embedding model it searches with; null if it searches by text only. */
    embedding(): { readonly model: string; readonly dimensions?: number } | null;
    /** Brings an account into the index as it stands, before its event does; whether that was done. Never throws. */
    indexAccount(id: string): Promise<boolean>;
    /** A thing of the team's sources with its words, as somebody finds it; null where there is none for them. */
    readItem(
      id: string,
      by: AskedBy,
    ): Promise<(Omit<KnowledgeItemPage, "entities"> & { readonly quote?: Quote }) | null>;
  }
}
