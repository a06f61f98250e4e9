/**
 * Building blocks for changing many files at once: set-based statements for one atomic batch, in which every
 * file gets its own version. `deletion_id` marks the rows of a batch.
 */
import { eq, isNull, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { events, type Statement } from "../platform/db/index.ts";
import { workspaceFiles, workspaceFolders, workspaceState, workspaceVersions } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import type { FileAuthor, FileChange, WorkspaceChange } from "../platform/api/workspace-change.ts";
import { folderRow } from "./commit.ts";
import { isWithin, SOURCE_GLOB } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import type { Room } from "./room.ts";
import { allOf, findFolder, notFound, whereWithin } from "./store.ts";
import type { FileRow, Origin } from "./types.ts";

/** Maximum changes listed individually for open pages; beyond it only a count is sent. */
export const NAMED = 50;
/** Rows per insert: five columns each, at most 100 parameters. */
const FOLDERS_PER_BATCH = 18;
const FRESH_ETAG = sql`lower(hex(randomblob(16)))`;

/** Files that are not deleted. */
export const live = isNull(workspaceFiles.deletedAt);

/** Columns that every head of a batch gets in addition to its own. */
export function headAfter(origin: Origin, now: string) {
  return {
    etag: FRESH_ETAG,
    version: sql`${workspaceFiles.version} + 1`,
    author: origin.author,
    updatedAt: now,
  };
}

/** A version for each file of a batch. */
export function versionRows(
  { db }: WorkspaceDeps,
  where: SQL,
  { origin, change, now }: { origin: Origin; change: FileChange; now: string },
): Statement {
  return db.insertEach(
    workspaceVersions,
    {
      id: workspaceFiles.etag,
      fileId: workspaceFiles.id,
      version: workspaceFiles.version,
      change,
      path: workspaceFiles.path,
      sha256: workspaceFiles.sha256,
      sizeBytes: workspaceFiles.sizeBytes,
      author: origin.author,
      runId: origin.runId ?? null,
      conversationId: origin.conversationId ?? null,
      messageId: origin.messageId ?? null,
      source: origin.source ?? null,
      restoredFrom: null,
      at: now,
    },
    workspaceFiles,
    where,
  );
}

/** Changes of the usage counters by a marked batch. */
export function sums({ db }: WorkspaceDeps, batchId: string, sign: 1 | -1): Record<keyof Room, SQL> {
  const of = (what: SQL, also: SQL): SQL =>
    sql`${sign} * (select ${what} from ${workspaceFiles} where ${eq(workspaceFiles.tenantId, db.tenantId)} and ${workspaceFiles.deletionId} = ${batchId} and ${also})`;
  const bytes = sql`coalesce(sum(${workspaceFiles.sizeBytes}), 0)`;
  return {
    files: of(sql`count(*)`, sql`true`),
    sizeBytes: of(bytes, sql`true`),
    sourceFiles: of(sql`count(*)`, isSource),
    sourceBytes: of(bytes, isSource),
  };
}

/** Accounts' sources. */
const isSource = sql`${workspaceFiles.path} glob ${SOURCE_GLOB}`;

/**
 * Change of the sources counter after a move: recounted if sources may have moved, as a difference to the
 * stored value.
 */
export function sourcesAfterMove(
  { db }: WorkspaceDeps,
  paths: readonly string[],
): Pick<Record<keyof Room, SQL | number>, "sourceFiles" | "sourceBytes"> {
  if (!paths.some((path) => isWithin(path, "accounts"))) return { sourceFiles: 0, sourceBytes: 0 };
  const now = (what: SQL, figure: SQLiteColumn): SQL =>
    sql`(select ${what} from ${workspaceFiles} where ${eq(workspaceFiles.tenantId, db.tenantId)} and ${live} and ${whereWithin(workspaceFiles.folder, "accounts")} and ${isSource}) - ${figure}`;
  return {
    sourceFiles: now(sql`count(*)`, workspaceState.sourceFiles),
    sourceBytes: now(sql`coalesce(sum(${workspaceFiles.sizeBytes}), 0)`, workspaceState.sourceBytes),
  };
}

/** An event for every file of a batch. */
export function eventsOf(
  { db }: WorkspaceDeps,
  batchId: string,
  { origin, change, now }: { origin: Origin; change: FileChange; now: string },
): Statement {
  return db.insertEach(
    events,
    {
      seq: sql`null`,
      id: sql`'workspace.file.changed:' || ${workspaceFiles.etag}`,
      type: "workspace.file.changed",
      at: now,
      actorKind: origin.author.kind,
      actorId: origin.author.id,
      payload: sql`json_object('ids', json_array(${workspaceFiles.id}), 'change', ${change})`,
      open: true,
    },
    workspaceFiles,
    eq(workspaceFiles.deletionId, batchId),
  );
}

export function foldersIn(folder: string): SQL {
  const itself = eq(workspaceFolders.path, folder);
  return folder === "" ? sql`true` : sql`(${itself} or ${whereWithin(workspaceFolders.folder, folder)})`;
}

/** Deletes a folder and everything in it, with exceptions. */
export function removeFolders(
  { db }: WorkspaceDeps,
  folder: string,
  kept: readonly string[] = [],
): Statement[] {
  return [
    db.remove(workspaceFolders, allOf(foldersIn(folder), ...kept.map((one) => sql`not ${foldersIn(one)}`))),
  ];
}

/** Inserts folders that don't exist yet. */
export function folderInserts({ db }: WorkspaceDeps, folders: readonly string[], now: string): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < folders.length; at += FOLDERS_PER_BATCH) {
    const rows = folders.slice(at, at + FOLDERS_PER_BATCH).map((path) => folderRow(path, now));
    statements.push(db.insert(workspaceFolders, rows).onConflictDoNothing());
  }
  return statements;
}

/** The rows returned by a statement of a batch. */
export function rowsOf(result: unknown): FileRow[] {
  return Array.isArray(result) ? (result as FileRow[]) : [];
}

/** Announces the changed files of a batch, and their folder. */
export async function announceChange(
  deps: WorkspaceDeps,
  rows: readonly FileRow[],
  change: FileChange,
  author: FileAuthor,
  folder?: string,
): Promise<void> {
  const news = rows.slice(0, NAMED).map((row) => newsOf(row, change, author));
  if (folder !== undefined) news.push({ path: folder, change: "folder", etag: null, from: null, author });
  await deps.changed(news);
}

export function newsOf(row: FileRow, change: FileChange, author: FileAuthor): WorkspaceChange {
  return { path: row.path, change, etag: change === "deleted" ? null : row.etag, from: null, author };
}

/** Throws `not_found` if there is no folder with exactly this spelling. */
export async function getFolder(deps: WorkspaceDeps, path: string): Promise<void> {
  const folder = await findFolder(deps, path);
  if (folder === null || folder.path !== path) throw notFound(`${path}/`);
}

/** The error for an existing folder. */
export function folderExists(path: string): AppError {
  return new AppError("exists", `A folder named ${path}/ already exists.`, { details: { path } });
}

/** The error for a file that has another version than the caller saw. */
export function changedMeanwhile(row: FileRow): AppError {
  return new AppError("changed", `${row.path} was changed in the meantime. Look at it again.`, {
    details: { path: row.path, etag: row.etag },
  });
}
