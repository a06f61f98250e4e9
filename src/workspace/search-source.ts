/** Current files as a search source: by words and path. */
import { asc, gt, isNull } from "drizzle-orm";
import { byIds } from "../platform/db/index.ts";
import { workspaceFiles } from "./tables/workspace.ts";
import type { SearchItem } from "../platform/api/search-items.ts";
import type { SearchSource } from "../platform/search-sources.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf } from "./store.ts";
import type { FileRow } from "./types.ts";

/** Maximum characters indexed per file; search_files covers the rest. */
const INDEXED_CHARS = 100_000;

export function fileSource(deps: Pick<WorkspaceDeps, "db" | "blobs">): SearchSource {
  const { db } = deps;
  const live = isNull(workspaceFiles.deletedAt);
  const items = (rows: readonly FileRow[]): Promise<SearchItem[]> =>
    Promise.all(rows.map(async (row) => itemOf(row, await deps.blobs.get(row.sha256))));
  return {
    load: async (ids) => items(await db.rows(workspaceFiles, byIds(workspaceFiles.id, ids, live))),
    async page(after, limit) {
      const rows = await db
        .rows(workspaceFiles, allOf(live, after === null ? undefined : gt(workspaceFiles.id, after)))
        .orderBy(asc(workspaceFiles.id))
        .limit(limit);
      return { items: await items(rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

/** App path of a file. */
export function filePagePath(path: string): string {
  return `/workspace/${path.split("/").map(encodeURIComponent).join("/")}`;
}

function itemOf({ id, path, updatedAt, author }: FileRow, content: string): SearchItem {
  return {
    source: "file",
    id,
    title: path,
    text: content.slice(0, INDEXED_CHARS),
    isCut: content.length > INDEXED_CHARS,
    keywords: path.replaceAll(/[/_.-]+/g, " "),
    at: updatedAt,
    url: filePagePath(path),
    meta: { by: author.name },
  };
}
