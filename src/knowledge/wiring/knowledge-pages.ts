import { knowledgeOffers } from "../sources/open-shelf.ts";
import { knowledgePagesOf, type KnowledgePages } from "../sources/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { knowledgeDeps } from "../sources/open.ts";
import { summaryPrice } from "../../messaging/open-summaries.ts";
import { vectorsMicroUsd } from "./paid-meaning.ts";

/** Cheap: opens nothing. */
export function knowledgePages(ctx: TenantContext): KnowledgePages {
  return knowledgePagesOf({
    ...knowledgeDeps(ctx),
    offers: () => knowledgeOffers(ctx.db),
    summaryMicroUsd: summaryPrice(ctx),
    vectorsMicroUsd: (tokens) => vectorsMicroUsd(ctx, tokens),
    wake: (kind = "knowledge.sync") => ctx.wake(kind),
  });
}
