/** What became of a file: its versions, what differs between two, and who wrote each line. */
import { eq, gte } from "drizzle-orm";
import { workspaceVersions } from "../db/index.ts";
import { WORKSPACE_LIMITS, type Blame, type FileDiff, type FileVersion } from "../protocol/workspace.ts";
import { diffTexts, lineRuns, linesOf } from "./merge.ts";
import { parseFilePath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { all, getAny, getLive, getVersion, versionOf, versionsOf } from "./store.ts";
import type { VersionRow } from "./types.ts";

/** Blobs read at once. */
const READ_AT_ONCE = 4;

/** Versions of a file, also of a deleted one, newest first. Throws `not_found`, `invalid_path`. */
export async function history(
  deps: WorkspaceDeps,
  page: { readonly path: string; readonly before?: number | undefined; readonly limit: number },
): Promise<FileVersion[]> {
  const head = await getAny(deps, parseFilePath(page.path));
  const rows = await versionsOf(deps, head.id, page);
  return rows.map((row) => versionOf(row, head));
}

/** A version with its content. Throws `not_found`, `invalid_path`. */
export async function readVersion(
  deps: WorkspaceDeps,
  input: { readonly path: string; readonly which: string | undefined },
): Promise<FileVersion & { content: string }> {
  const head = await getAny(deps, parseFilePath(input.path));
  const row = await getVersion(deps, head.id, input.which ?? head.etag);
  return { ...versionOf(row, head), content: await deps.blobs.get(row.sha256) };
}

/** The etag of a version that gave a file this very content since a time; null where none did. */
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
      all(
        eq(workspaceVersions.path, sought.path),
        eq(workspaceVersions.sha256, sought.sha256),
        gte(workspaceVersions.at, sought.since),
      ),
    )
    .orderBy(workspaceVersions.at)
    .limit(20);
  return rows.find(({ id }) => !sought.except.includes(id))?.id ?? null;
}

/** What differs between two versions; `from` left out is the one before `to`. Throws `not_found`, `invalid_path`. */
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
 * Who wrote each line of a live file, when and from which message, by following the lines through its newest versions. Lines older than those
 * looked at are given to the oldest of them, and `bounded` says so.
 */
export async function blame(deps: WorkspaceDeps, rawPath: string): Promise<Blame> {
  const head = await getLive(deps, parseFilePath(rawPath));
  const most = WORKSPACE_LIMITS.blameVersions;
  const newest = await versionsOf(deps, head.id, { limit: most + 1 });
  // A move, a deletion and a bringing back leave the lines as they were.
  const rows = newest.slice(0, most).reverse().filter(hasNewContent);
  const texts = await readAll(deps, rows);
  let lines: { text: string; row: VersionRow }[] = [];
  for (const [index, row] of rows.entries()) lines = followed(lines, linesOf(texts[index] ?? ""), row);
  const used = new Map(lines.map(({ row }) => [row.version, row]));
  return {
    path: head.path,
    etag: head.etag,
    lines: lines.map(({ text, row }, index) => ({ line: index + 1, text, version: row.version })),
    versions: [...used.values()].map((row) => versionOf(row, head)),
    bounded: newest.length > most,
  };
}

function hasNewContent(row: VersionRow, index: number, rows: readonly VersionRow[]): boolean {
  return row.sha256 !== rows[index - 1]?.sha256;
}

function followed(
  before: readonly { text: string; row: VersionRow }[],
  after: readonly string[],
  row: VersionRow,
): { text: string; row: VersionRow }[] {
  const fresh = (text: string) => ({ text, row });
  const runs = lineRuns(
    before.map(({ text }) => text),
    after,
  );
  if (runs === null) return after.map(fresh);
  let at = 0;
  return runs.flatMap(({ kind, lines }) => {
    if (kind === "added") return lines.map(fresh);
    const there = before.slice(at, at + lines.length);
    at += lines.length;
    return kind === "same" ? there : [];
  });
}

async function readAll(deps: WorkspaceDeps, rows: readonly VersionRow[]): Promise<string[]> {
  const texts: string[] = [];
  for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
    const some = rows.slice(at, at + READ_AT_ONCE).map(({ sha256 }) => deps.blobs.get(sha256));
    texts.push(...(await Promise.all(some)));
  }
  return texts;
}
