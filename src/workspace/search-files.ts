/**
 * Case-insensitive search for lines. The search index selects candidate files, folded words in D1 confirm
 * them, and lines come from the files.
 */
import { asc, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { byIds, events, type TenantDb } from "../platform/db/index.ts";
import { workspaceFiles, workspaceState, workspaceWords } from "./tables/workspace.ts";
import { foldWords } from "../kernel/fold-words.ts";
import type { SearchHit } from "./api/workspace.ts";
import { linesOf } from "./merge.ts";
import { parseFolderPath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf } from "./store.ts";
import type { FileRow } from "./types.ts";

/** Context lines around a hit, and maximum length of a shown line. */
const CONTEXT_LINES = 2;
const LINE_CHARS = 300;
/** Files read in parallel, and maximum hits per file. */
const PARALLEL_READS = 16;
/** Files whose words are checked per query. */
const FILES_AT_ONCE = 32;
/** Maximum files named by the index, and unindexed events; beyond it all files are scanned. */
const MOST_NAMED = 5_000;
const MOST_UNTOLD = 300;
const HITS_A_FILE = 20;

/**
 * All words must occur in the file. A line matches if it contains the phrase, else any of the words if all
 * occur in its context, else any of the words.
 */
interface FileSearch {
  readonly q: string;
  /** Limits the search to a folder. */
  readonly path?: string | undefined;
  readonly limit: number;
}

/** Hits by path and line. `more` if there are more than `limit`. Throws `invalid_path`. */
export async function searchFiles(
  deps: WorkspaceDeps,
  search: FileSearch,
): Promise<{ items: SearchHit[]; more: boolean }> {
  const folder = parseFolderPath(search.path ?? "");
  const phrase = foldWords(search.q.trim());
  const words = [...new Set(phrase.split(/\s+/))].filter((word) => word !== "").slice(0, 8);
  if (words.length === 0) return { items: [], more: false };
  const items: SearchHit[] = [];
  for await (const files of filesWith(deps, { words, folder })) {
    for (let at = 0; at < files.length; at += PARALLEL_READS) {
      const some = files.slice(at, at + PARALLEL_READS);
      const texts = await Promise.all(some.map(({ sha256 }) => deps.blobs.get(sha256)));
      for (const [index, { path }] of some.entries())
        items.push(...hitsIn(path, texts[index] ?? "", phrase, words));
      if (items.length > search.limit) return { items: inOrder(items.slice(0, search.limit)), more: true };
    }
  }
  return { items: inOrder(items), more: false };
}

function inOrder(items: readonly SearchHit[]): SearchHit[] {
  return items.toSorted((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  );
}

interface Sought {
  readonly words: readonly string[];
  readonly folder: string;
}

/**
 * Batches of current files that contain every word: from the index plus recent changes, else from a full
 * scan.
 */
async function* filesWith(deps: WorkspaceDeps, sought: Sought): AsyncGenerator<FileRow[]> {
  const named = await namedFiles(deps, sought);
  if (named === null) {
    yield* walkedFiles(deps, sought);
    return;
  }
  for (let at = 0; at < named.length; at += FILES_AT_ONCE) {
    const ids = named.slice(at, at + FILES_AT_ONCE);
    const rows = await deps.db.rows(workspaceFiles, byIds(workspaceFiles.id, ids, isSought(deps.db, sought)));
    yield rows.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }
}

/**
 * IDs of all files that may contain the words: from the index, plus files not indexed yet. Null if the index
 * can't tell, or is inconsistent with the database.
 */
async function namedFiles(deps: WorkspaceDeps, { words, folder }: Sought): Promise<string[] | null> {
  const { db, filesNamed } = deps;
  if (filesNamed === undefined) return null;
  // Read before the index is queried, so that concurrently indexed files are in both.
  const [untold, state] = await Promise.all([
    db
      .rows(events, sql`open = 1`)
      .orderBy(asc(events.seq))
      .limit(MOST_UNTOLD),
    db.find(workspaceState, eq(workspaceState.tenantId, db.tenantId)),
  ]);
  if (untold.length === MOST_UNTOLD) return null;
  const changed = new Set(
    untold.filter(({ type }) => type.startsWith("workspace.file.")).flatMap(({ payload }) => idsIn(payload)),
  );
  const found = await filesNamed({ words, folder, limit: MOST_NAMED });
  if (found === null || found.ids.length === MOST_NAMED) return null;
  if (Math.abs(found.known - (state?.files ?? 0)) > changed.size) return null;
  return [...changed, ...found.ids.filter((id) => !changed.has(id))];
}

function idsIn(payload: Readonly<Record<string, unknown>>): string[] {
  const ids = payload["ids"];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

async function* walkedFiles(deps: WorkspaceDeps, sought: Sought): AsyncGenerator<FileRow[]> {
  let after = "";
  for (;;) {
    const rows = await deps.db
      .rows(workspaceFiles, allOf(gt(workspaceFiles.pathKey, after), isSought(deps.db, sought)))
      .orderBy(asc(workspaceFiles.pathKey))
      .limit(FILES_AT_ONCE);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < FILES_AT_ONCE) return;
    after = last.pathKey;
  }
}

/** A current file in the folder that contains every word. */
function isSought(db: TenantDb, { words, folder }: Sought): SQL {
  const held = words.map((word) => sql`instr(w.words, ${word}) > 0`);
  const holds = sql`exists (select 1 from ${workspaceWords} w where w.tenant_id = ${db.tenantId} and w.file_id = ${workspaceFiles.id} and ${sql.join(held, sql` and `)})`;
  // A range of paths, because the folder index has another order.
  const inFolder =
    folder === ""
      ? undefined
      : sql`(${workspaceFiles.path} >= ${`${folder}/`} and ${workspaceFiles.path} < ${`${folder}0`})`;
  return allOf(isNull(workspaceFiles.deletedAt), inFolder, holds);
}

/** Pure. */
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

/** Lines with any of the words, preferably where all occur close together. */
function linesWith(folded: readonly string[], words: readonly string[]): number[] {
  const any = folded.flatMap((line, index) => (words.some((word) => line.includes(word)) ? [index] : []));
  const together = any.filter((index) => {
    const passage = folded.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).join("\n");
    return words.every((word) => passage.includes(word));
  });
  return together.length > 0 ? together : any;
}

/** Where to cut a long line so that the first hit is visible. */
function cutFrom(line: string, sought: readonly string[]): number {
  if (line.length <= LINE_CHARS) return 0;
  const first = Math.min(...sought.map((word) => line.indexOf(word)).filter((at) => at >= 0));
  return Number.isFinite(first) ? Math.max(0, Math.min(first - 60, line.length - LINE_CHARS)) : 0;
}

function cut(line: string): string {
  return line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`;
}

/** Positions of matches; none if folding changes the length, as for a few letters. */
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
