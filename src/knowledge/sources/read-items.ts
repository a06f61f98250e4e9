/** A source's items, subject to the asker's access. */
import { and, desc, eq, lt, or } from "drizzle-orm";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { KnowledgeItem, KnowledgeItemPage } from "../api/knowledge.ts";
import type { KnowledgeDeps } from "./ports.ts";
import type { SourceRow } from "./sync.ts";
import { isVisible } from "./visible.ts";

/** Maximum characters shown. */
const SHOWN_CHARS = 60_000;
const PAGE = 50;

interface ItemDeps extends Pick<KnowledgeDeps, "db" | "words"> {
  /** Vendor display name. */
  readonly titleOf: (vendor: string) => string;
}

/** Throws AppError `not_found`. */
export async function findSource(db: TenantDb, id: string): Promise<SourceRow> {
  const row = await db.find(knowledgeSources, eq(knowledgeSources.id, id));
  if (row === null) throw noSource();
  return row;
}

function noSource(): AppError {
  return new AppError("not_found", "There’s no such source.");
}

/** A page of items, newest first. Throws AppError `not_found`, also for another member's private source. */
export async function listItems(
  deps: ItemDeps,
  { userId, id }: { readonly userId: string; readonly id: string },
  { cursor, limit = PAGE }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: KnowledgeItem[]; readonly nextCursor: string | null }> {
  if (!isVisible(await findSource(deps.db, id), userId)) throw noSource();
  const [at = "", last = ""] = (cursor ?? "").split("|");
  const before = or(lt(knowledgeItems.at, at), and(eq(knowledgeItems.at, at), lt(knowledgeItems.id, last)));
  const ofSource = eq(knowledgeItems.sourceId, id);
  const rows = await deps.db
    .rows(knowledgeItems, cursor === undefined ? ofSource : and(ofSource, before))
    .orderBy(desc(knowledgeItems.at), desc(knowledgeItems.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const end = shown.at(-1);
  return {
    items: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      at: row.at,
      note: row.note,
      summary: row.summary,
    })),
    nextCursor: rows.length > limit && end !== undefined ? `${end.at}|${end.id}` : null,
  };
}

/** Throws like `listItems`. */
export async function readItem(
  deps: ItemDeps,
  userId: string | null,
  id: string,
): Promise<Omit<KnowledgeItemPage, "entities">> {
  const row = await deps.db.find(knowledgeItems, eq(knowledgeItems.id, id));
  const source =
    row === null ? null : await deps.db.find(knowledgeSources, eq(knowledgeSources.id, row.sourceId));
  // A private source's existence isn't revealed either.
  if (row === null || source === null || !isVisible(source, userId))
    throw new AppError("not_found", "This item no longer exists. It may have been deleted at the service.");
  const text = await deps.words.get(id);
  const { kind, title, at, note, summary, sourceId, link, people, facts, readAt } = row;
  return {
    id,
    kind,
    title,
    at,
    note,
    summary,
    sourceId,
    link,
    readAt,
    service: deps.titleOf(source.vendor),
    people: [...people],
    facts: facts.map(([name, value]): [string, string] => [name, value]),
    text: text.slice(0, SHOWN_CHARS),
    isCut: text.length > SHOWN_CHARS,
  };
}
