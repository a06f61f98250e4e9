/** Lines that hold what is searched for, whatever its case. The folded words in D1 say which files; the lines come from the files themselves. */
import { asc, eq, gt, isNull, sql } from "drizzle-orm";
import { workspaceFiles, workspaceWords } from "../db/index.ts";
import type { SearchHit } from "../protocol/workspace.ts";
import { foldWords } from "./commit.ts";
import { linesOf } from "./merge.ts";
import { parseFolderPath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { all, within } from "./store.ts";
import type { FileRow } from "./types.ts";

/** Lines shown around a hit, and the longest line shown. */
const CONTEXT_LINES = 2;
const LINE_CHARS = 300;
/** Files read at once, and hits of one file. */
const PARALLEL_READS = 4;
const HITS_A_FILE = 20;

/**
 * A search. Several words must all stand in the file; a line counts that holds the whole phrase, else any of the words where all stand in the lines shown
 * around it, else any of the words.
 */
export interface FileSearch {
  readonly q: string;
  /** A folder to stay within. */
  readonly path?: string | undefined;
  readonly limit: number;
}

/** Hits by path and line. `more` where there were more than `limit`. Throws `invalid_path`. */
export async function searchFiles(
  deps: WorkspaceDeps,
  search: FileSearch,
): Promise<{ items: SearchHit[]; more: boolean }> {
  const folder = parseFolderPath(search.path ?? "");
  const phrase = foldWords(search.q.trim());
  const words = [...new Set(phrase.split(/\s+/))].filter((word) => word !== "").slice(0, 8);
  if (words.length === 0) return { items: [], more: false };
  const items: SearchHit[] = [];
  let after: string | undefined;
  for (;;) {
    const files = await filesWith(deps, { words, folder, after, limit: PARALLEL_READS * 4 });
    for (let at = 0; at < files.length; at += PARALLEL_READS) {
      const some = files.slice(at, at + PARALLEL_READS);
      const texts = await Promise.all(some.map(({ sha256 }) => deps.blobs.get(sha256)));
      for (const [index, { path }] of some.entries())
        items.push(...hitsIn(path, texts[index] ?? "", phrase, words));
      if (items.length > search.limit) return { items: items.slice(0, search.limit), more: true };
    }
    if (files.length < PARALLEL_READS * 4) return { items, more: false };
    after = files.at(-1)?.path;
  }
}

/** Live files that hold every word, by path. */
async function filesWith(
  { db }: Pick<WorkspaceDeps, "db">,
  page: { words: readonly string[]; folder: string; after: string | undefined; limit: number },
): Promise<FileRow[]> {
  const holds = page.words.map((word) => sql`instr(${workspaceWords.words}, ${word}) > 0`);
  const held = db.pick({ id: workspaceWords.fileId }, workspaceWords, all(...holds));
  return db
    .rows(
      workspaceFiles,
      all(
        isNull(workspaceFiles.deletedAt),
        within(workspaceFiles.folder, page.folder),
        page.after === undefined ? undefined : gt(workspaceFiles.path, page.after),
        sql`${workspaceFiles.id} in ${held}`,
        eq(workspaceFiles.tenantId, db.tenantId),
      ),
    )
    .orderBy(asc(workspaceFiles.path))
    .limit(page.limit);
}

/** The hits of one text. Pure. */
export function hitsIn(path: string, text: string, phrase: string, words: readonly string[]): SearchHit[] {
  const lines = linesOf(text);
  const folded = lines.map(foldWords);
  const exact = folded.flatMap((line, index) => (line.includes(phrase) ? [index] : []));
  const sought = exact.length > 0 ? [phrase] : words;
  const found = exact.length > 0 ? exact : linesWith(folded, words);
  return found.slice(0, HITS_A_FILE).map((index) => {
    const line = lines[index] ?? "";
    const from = cutFrom(foldWords(line), sought);
    const shown = line.slice(from, from + LINE_CHARS);
    return {
      path,
      line: index + 1,
      text: shown,
      marks: marksOf(shown, sought),
      before: lines.slice(Math.max(0, index - CONTEXT_LINES), index).map(cut),
      after: lines.slice(index + 1, index + 1 + CONTEXT_LINES).map(cut),
    };
  });
}

/** Lines that hold any of the words: of those where all stand close together, if there are such. */
function linesWith(folded: readonly string[], words: readonly string[]): number[] {
  const any = folded.flatMap((line, index) => (words.some((word) => line.includes(word)) ? [index] : []));
  const together = any.filter((index) => {
    const passage = folded.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).join("\n");
    return words.every((word) => passage.includes(word));
  });
  return together.length > 0 ? together : any;
}

/** Where a long line is cut so that the first hit is seen. */
function cutFrom(line: string, sought: readonly string[]): number {
  if (line.length <= LINE_CHARS) return 0;
  const first = Math.min(...sought.map((word) => line.indexOf(word)).filter((at) => at >= 0));
  return Number.isFinite(first) ? Math.max(0, Math.min(first - 60, line.length - LINE_CHARS)) : 0;
}

function cut(line: string): string {
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`;
}

/** Places of what is sought; none where folding changes lengths, as it does for a few letters. */
function marksOf(line: string, sought: readonly string[]): [number, number][] {
  const folded = foldWords(line);
  if (folded.length !== line.length) return [];
  const marks: [number, number][] = [];
  for (const word of sought) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      marks.push([at, at + word.length]);
    }
  }
  return marks.sort(([left], [right]) => left - right);
}
