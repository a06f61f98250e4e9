/** E-mails that need summaries, and scheduling of their sources. */
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { isoTime } from "../../kernel/clock.ts";
import { allOf } from "./held.ts";
import type { KnowledgeDeps } from "./ports.ts";

/** E-mails of a source that were never submitted for a summary. */
export function unsummarized(sourceId: string): SQL | undefined {
  return and(
    eq(knowledgeItems.sourceId, sourceId),
    isNotNull(knowledgeItems.summaryKey),
    isNull(knowledgeItems.summarizedAt),
  );
}

/** Schedules summaries for a source, if enabled. */
export async function summarizeSoon(
  { db, clock }: Pick<KnowledgeDeps, "db" | "clock">,
  sourceId: string,
): Promise<void> {
  const rests = sql`${knowledgeSources.summarizes} and ${knowledgeSources.summaryDueAt} is null`;
  const set = { summaryDueAt: isoTime(clock.now()) };
  await db.update(knowledgeSources, set, allOf(eq(knowledgeSources.id, sourceId), rests));
}
