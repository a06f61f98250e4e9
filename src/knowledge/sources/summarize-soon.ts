/** Which e-mails wait to be summarized, and when their source is looked at for them. */
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { isoTime } from "../../kernel/clock.ts";
import { both } from "./held.ts";
import type { KnowledgeDeps } from "./ports.ts";

/** Those of a source that a model was not asked about yet. */
export function unsummarized(sourceId: string): SQL | undefined {
  return and(
    eq(knowledgeItems.sourceId, sourceId),
    isNotNull(knowledgeItems.summaryKey),
    isNull(knowledgeItems.summarizedAt),
  );
}

/** Has what a source got summarized soon, where it is to be. */
export async function summarizeSoon(
  { db, clock }: Pick<KnowledgeDeps, "db" | "clock">,
  sourceId: string,
): Promise<void> {
  const rests = sql`${knowledgeSources.summarizes} and ${knowledgeSources.summaryDueAt} is null`;
  const set = { summaryDueAt: isoTime(clock.now()) };
  await db.update(knowledgeSources, set, both(eq(knowledgeSources.id, sourceId), rests));
}
