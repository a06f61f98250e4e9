/** Source items for the search index. */
import { and, asc, eq, gt } from "drizzle-orm";
import { knowledgeItems } from "../tables/knowledge.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import { itemsWith } from "./keep-thing.ts";
import type { WordStore } from "../../platform/knowledge-words.ts";

type Row = typeof knowledgeItems.$inferSelect;

export function knowledgeSource(
  { db, words }: { readonly db: TenantDb; readonly words: WordStore },
  kind: KnowledgeKind,
): SearchSource {
  const ofKind = eq(knowledgeItems.kind, kind);
  const items = (rows: readonly Row[]): Promise<SearchItem[]> =>
    Promise.all(rows.map(async (row) => itemOf(row, await words.get(row.id))));
  return {
    load: async (ids) => items(await db.rows(knowledgeItems, and(ofKind, itemsWith(ids)))),
    async page(after, limit) {
      const where = after === null ? ofKind : and(ofKind, gt(knowledgeItems.id, after));
      const rows = await db.rows(knowledgeItems, where).orderBy(asc(knowledgeItems.id)).limit(limit);
      return { items: await items(rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

function knowledgePath(id: string): string {
  return `/knowledge/${id}`;
}

type Findable = Pick<Row, "kind" | "id" | "title" | "at" | "people" | "facts"> &
  Partial<Pick<Row, "summary" | "sourceId">>;

/** An item in index form. */
export function itemOf(
  { kind, id, title, at, people, facts, summary, sourceId }: Findable,
  text: string,
): SearchItem {
  const lines = facts.map(([name, value]) => `${name}: ${value}`);
  return {
    source: kind,
    id,
    title,
    text: [lines.join("\n"), text].filter((part) => part !== "").join("\n\n"),
    keywords: people.join(" "),
    at,
    url: knowledgePath(id),
    ...(sourceId === undefined ? {} : { shelf: sourceId }),
    ...(summary === undefined || summary === null ? {} : { summary }),
  };
}
