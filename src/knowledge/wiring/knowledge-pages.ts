/** Composition of the pages about sources and what they hold. */
import { tenantDb } from "../../platform/db/index.ts";
import { knowledgeOffers } from "../sources/open-shelf.ts";
import { knowledgePagesOf, type KnowledgePages } from "../sources/index.ts";
import type { Env } from "../../platform/env.ts";
import { knowledgeDeps } from "../sources/open.ts";
import { summaryMicroUsd } from "../../messaging/wiring/summary-price.ts";
import { vectorsMicroUsd } from "./paid-meaning.ts";
import { wakeSoon } from "../../platform/wiring/queues.ts";

/** Pages about sources and what they hold. Cheap. */
export function knowledgePages(env: Env, tenantId: string): KnowledgePages {
  return knowledgePagesOf({
    ...knowledgeDeps(env, tenantId),
    offers: () => knowledgeOffers(tenantDb(env, tenantId)),
    summaryMicroUsd: (chars) => summaryMicroUsd(env, chars),
    vectorsMicroUsd: (tokens) => vectorsMicroUsd(env, tenantId, tokens),
    wake: (kind = "knowledge.sync") => wakeSoon(env, { tenantId, kind }),
  });
}
