/**
 * What changes of many files at once are made of: set-wise statements for one batch, all or nothing, in which every file gets a version of its own.
 * `deletion_id` marks the rows of one such batch.
 */
import { eq, isNull, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { events, type Statement } from "../platform/db/index.ts";
import { workspaceFiles, workspaceFolders, workspaceState, workspaceVersions } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import type { FileAuthor, FileChange, WorkspaceChange } from "./api/workspace-change.ts";
import { folderRow } from "./commit.ts";
import { isWithin, SOURCE_GLOB } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import type { Room } from "./room.ts";
import { all, findFolder, notFound, within } from "./store.ts";
import type { FileRow, Origin } from "./types.ts";

/** Changes named one by one to open pages; more are only said to be more. */
export const NAMED = 50;
/** Rows of one insert: five columns each, and at most a hundred parameters. */
const FOLDERS_PER_BATCH = 18;
const FRESH_ETAG = sql`lower(hex(randomblob(16)))`;

/** Files that are not deleted. */
export const live = isNull(workspaceFiles.deletedAt);

/** What every head of a batch becomes, beside what is its own. */
export function headAfter(origin: Origin, now: string) {
  return {
    etag: FRESH_ETAG,
    version: sql`${workspaceFiles.version} + 1`,
    author: origin.author,
    updatedAt: now,
  };
}

/** A version of each file of a batch. */
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

/** What a marked batch adds to the figures. */
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

/** Files that are filed with accounts. */
const isSource = sql`${workspaceFiles.path} glob ${SOURCE_GLOB}`;

/** What sources take after a move: all counted again where it can have moved some, as a difference to what the figures say. */
export function sourcesAfterMove(
  { db }: WorkspaceDeps,
  paths: readonly string[],
): Pick<Record<keyof Room, SQL | number>, "sourceFiles" | "sourceBytes"> {
  if (!paths.some((path) => isWithin(path, "accounts"))) return { sourceFiles: 0, sourceBytes: 0 };
  const now = (what: SQL, figure: SQLiteColumn): SQL =>
    sql`(select ${what} from ${workspaceFiles} where ${eq(workspaceFiles.tenantId, db.tenantId)} and ${live} and ${within(workspaceFiles.folder, "accounts")} and ${isSource}) - ${figure}`;
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

/** A folder and all in it. */
export function foldersIn(folder: string): SQL {
  const itself = eq(workspaceFolders.path, folder);
  return folder === "" ? sql`true` : sql`(${itself} or ${within(workspaceFolders.folder, folder)})`;
}

/** Forgets a folder and all in it but some. */
export function removeFolders(
  { db }: WorkspaceDeps,
  folder: string,
  kept: readonly string[] = [],
): Statement[] {
  return [
    db.remove(workspaceFolders, all(foldersIn(folder), ...kept.map((one) => sql`not ${foldersIn(one)}`))),
  ];
}

/** Folders with those that are there already left as they are. */
export function folderInserts({ db }: WorkspaceDeps, folders: readonly string[], now: string): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < folders.length; at += FOLDERS_PER_BATCH) {
    const rows = folders.slice(at, at + FOLDERS_PER_BATCH).map((path) => folderRow(path, now));
    statements.push(db.insert(workspaceFolders, rows).onConflictDoNothing());
  }
  return statements;
}

/** The rows a statement of a batch returned. */
export function rowsOf(result: unknown): FileRow[] {
  return Array.isArray(result) ? (result as FileRow[]) : [];
}

/** Tells what became of the files of a batch, and of their folder. */
export async function tell(
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

/** News of one file. */
export function newsOf(row: FileRow, change: FileChange, author: FileAuthor): WorkspaceChange {
  return { path: row.path, change, etag: change === "deleted" ? null : row.etag, from: null, author };
}

/** Throws `not_found` where there is no folder spelled so. */
export async function getFolder(deps: WorkspaceDeps, path: string): Promise<void> {
  const folder = await findFolder(deps, path);
  if (folder === null || folder.path !== path) throw notFound(`${path}/`);
}

/** There is a folder already. */
export function taken(path: string): AppError {
  return new AppError("exists", `There’s already a folder ${path}/.`, { details: { path } });
}

/** The file is at another version than the caller saw. */
export function changedMeanwhile(row: FileRow): AppError {
  return new AppError("changed", `${row.path} was changed in the meantime. Look at it again.`, {
    details: { path: row.path, etag: row.etag },
  });
}
