/** A file's versions, differences between them, and line attribution. */
import { eq, gte } from "drizzle-orm";
import { workspaceVersions } from "./tables/workspace.ts";
import { WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import { type Blame, type FileDiff, type FileVersion } from "./api/workspace.ts";
import { diffTexts, lineRuns, linesOf, MAX_EDITS } from "./merge.ts";
import { parseFilePath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf, findLive, getAny, getLive, getVersion, versionOf, versionsOf } from "./store.ts";
import type { FileRow, VersionRow } from "./types.ts";

/** Blobs read in parallel. */
const PARALLEL_READS = 4;
/** Maximum bytes of contents read for line attribution, newest first, so that they fit into memory. */
const BLAME_BYTES = 16 * 1024 * 1024;
/**
 * Maximum effort of line attribution, as the sum of squared edit counts, which is proportional to time; and
 * the share a single version may always use.
 */
const BLAME_EFFORT = 32_000_000;
const LEAST_EDITS = 100;

/** Works for deleted files too. Newest first. Throws `not_found`, `invalid_path`. */
export async function history(
  deps: WorkspaceDeps,
  page: { readonly path: string; readonly before?: number | undefined; readonly limit: number },
): Promise<FileVersion[]> {
  const head = await getAny(deps, parseFilePath(page.path));
  const rows = await versionsOf(deps, head.id, page);
  return rows.map((row) => versionOf(row, head));
}

/** Throws `not_found`, `invalid_path`. */
export async function readVersion(
  deps: WorkspaceDeps,
  input: { readonly path: string; readonly which: string | undefined },
): Promise<FileVersion & { content: string }> {
  const head = await getAny(deps, parseFilePath(input.path));
  const row = await getVersion(deps, head.id, input.which ?? head.etag);
  return { ...versionOf(row, head), content: await deps.blobs.get(row.sha256) };
}

/** Etag of a version since a time that has exactly this content; null if there is none. */
export async function findVersionSince(
  { db }: Pick<WorkspaceDeps, "db">,
  sought: {
    readonly path: string;
    readonly sha256: string;
    readonly since: string;
    readonly except: readonly string[];
  },
): Promise<string | null> {
  const rows = await db
    .rows(
      workspaceVersions,
      allOf(
        eq(workspaceVersions.path, sought.path),
        eq(workspaceVersions.sha256, sought.sha256),
        gte(workspaceVersions.at, sought.since),
      ),
    )
    .orderBy(workspaceVersions.at)
    .limit(20);
  return rows.find(({ id }) => !sought.except.includes(id))?.id ?? null;
}

/**
 * Differences between two versions. Default for `from`: the version before `to`. Throws `not_found`,
 * `invalid_path`.
 */
export async function diffVersions(
  deps: WorkspaceDeps,
  input: { readonly path: string; readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<FileDiff & { path: string; from: FileVersion | null; to: FileVersion }> {
  const head = await getAny(deps, parseFilePath(input.path));
  const to = await getVersion(deps, head.id, input.to ?? head.etag);
  const [before] =
    input.from === undefined
      ? await versionsOf(deps, head.id, { before: to.version, limit: 1 })
      : [await getVersion(deps, head.id, input.from)];
  const [old, fresh] = await Promise.all([
    before === undefined ? "" : deps.blobs.get(before.sha256),
    deps.blobs.get(to.sha256),
  ]);
  return {
    ...diffTexts(old, fresh),
    path: head.path,
    from: before === undefined ? null : versionOf(before, head),
    to: versionOf(to, head),
  };
}

/**
 * Who wrote each line of a current file, when, and from which message, by tracing lines through its newest
 * versions. Lines older than those are attributed to the oldest of them, and `bounded` is set.
 */
export async function blame(deps: WorkspaceDeps, rawPath: string): Promise<Blame> {
  const head = await getLive(deps, parseFilePath(rawPath));
  const most = WORKSPACE_LIMITS.blameVersions;
  const newest = await versionsOf(deps, head.id, { limit: most + 1 });
  const looked = withinBytes(newest.slice(0, most));
  // Moves, deletions and restores don't change lines.
  const rows = [...looked].reverse().filter(hasNewContent);
  let lines: Written[] = [];
  let effort = BLAME_EFFORT;
  for (let at = 0; at < rows.length; at += PARALLEL_READS) {
    const some = rows.slice(at, at + PARALLEL_READS);
    const texts = await Promise.all(some.map(({ sha256 }) => deps.blobs.get(sha256)));
    for (const [index, row] of some.entries()) {
      const left = Math.max(LEAST_EDITS, Math.floor(Math.sqrt(Math.max(0, effort))));
      const step = followed(lines, linesOf(texts[index] ?? ""), row, Math.min(left, MAX_EDITS));
      lines = step.lines;
      effort -= step.edits ** 2;
    }
  }
  const used = new Map(lines.map(({ row }) => [row.version, row]));
  return {
    path: head.path,
    etag: head.etag,
    lines: lines.map(({ text, row }, index) => ({ line: index + 1, text, version: row.version })),
    versions: [...used.values()].map((row) => versionOf(row, head)),
    bounded: newest.length > looked.length,
  };
}

/** Whether a range of lines, from 1, holds untrusted content. */
export type IsOutsideAt = (from: number, to: number) => boolean;

/** Most versions that are read to know which lines are untrusted. */
const TRACED_VERSIONS = 30;

/** Which lines of a current file came with untrusted content: all of them where its versions are too many to tell. */
export async function findOutsideLines(
  deps: WorkspaceDeps,
  { path, id, source }: Pick<FileRow, "path" | "id" | "source">,
): Promise<IsOutsideAt> {
  if (source === null) return () => false;
  if ((await versionsOf(deps, id, { limit: TRACED_VERSIONS + 1 })).length > TRACED_VERSIONS)
    return () => true;
  const { lines, versions, bounded } = await blame(deps, path);
  if (bounded) return () => true;
  const outside = new Set(versions.flatMap((one) => (one.source === null ? [] : [one.version])));
  return (from, to) => lines.slice(Math.max(0, from - 1), to).some(({ version }) => outside.has(version));
}

/** Where a passage of a current file comes from unless the team wrote every line of it; else null. */
export async function outsideOf(deps: WorkspaceDeps, path: string, text: string): Promise<string | null> {
  const row = await findLive(deps, path);
  if (row === null) return "a file that has changed";
  if (row.source === null) return null;
  const isOutsideAt = await findOutsideLines(deps, row);
  const lines = linesOf(await deps.blobs.get(row.sha256));
  const ours = lines.filter((_, at) => !isOutsideAt(at + 1, at + 1)).join("\n");
  const isOurs = linesOf(text).every((line) => ours.includes(line.replace(/^\s*…|…\s*$/gu, "").trim()));
  return isOurs ? null : row.source;
}

/** A line and the version that introduced it. */
interface Written {
  readonly text: string;
  readonly row: VersionRow;
}

/** The newest versions whose combined contents are within the limit; at least one. */
function withinBytes(rows: readonly VersionRow[]): VersionRow[] {
  let sizeBytes = 0;
  return rows.filter((row, index) => (sizeBytes += row.sizeBytes) <= BLAME_BYTES || index === 0);
}

function hasNewContent(row: VersionRow, index: number, rows: readonly VersionRow[]): boolean {
  return row.sha256 !== rows[index - 1]?.sha256;
}

/** The lines in the next version, and the number of edits. */
function followed(
  before: readonly Written[],
  after: readonly string[],
  row: VersionRow,
  maxEdits: number,
): { lines: Written[]; edits: number } {
  const fresh = (text: string): Written => ({ text, row });
  const runs = lineRuns(
    before.map(({ text }) => text),
    after,
    maxEdits,
  );
  if (runs === null) return { lines: after.map(fresh), edits: maxEdits };
  let [at, edits] = [0, 0];
  const lines = runs.flatMap(({ kind, lines: run }) => {
    if (kind !== "same") edits += run.length;
    if (kind === "added") return run.map(fresh);
    const there = before.slice(at, at + run.length);
    at += run.length;
    return kind === "same" ? there : [];
  });
  return { lines, edits };
}
