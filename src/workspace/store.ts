/** Queries of the workspace's tables. Read-only: `commit.ts` and `bulk.ts` make changes. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { workspaceFiles, workspaceFolders, workspaceState, workspaceVersions } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import type { FileEntry, FileVersion, WorkspaceUsage } from "./api/workspace.ts";
import { folderOf, nameOf, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import type { FileRow, FileWithContent, VersionRow } from "./types.ts";

export function allOf(...conditions: readonly (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`true`;
}

/** Files or folders within a folder, at any depth; `column` holds the parent folder of each. */
export function whereWithin(
  column: typeof workspaceFiles.folder | typeof workspaceFolders.folder,
  folder: string,
): SQL {
  if (folder === "") return sql`true`;
  // The byte range of paths below the folder: "0" is the character after "/".
  return or(eq(column, folder), allOf(gte(column, `${folder}/`), lt(column, `${folder}0`))) ?? sql`false`;
}

/** The current file at a path, case-insensitive. */
export async function findLive({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow | null> {
  return db.find(
    workspaceFiles,
    allOf(eq(workspaceFiles.pathKey, pathKey(path)), isNull(workspaceFiles.deletedAt)),
  );
}

/** The current file at exactly this path. Throws `not_found`. */
export async function getLive(deps: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow> {
  const row = await findLive(deps, path);
  if (row === null || row.path !== path) throw notFound(path);
  return row;
}

/** The most recently deleted file at exactly this path. */
export async function findDeleted({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow | null> {
  const [row] = await db
    .rows(
      workspaceFiles,
      allOf(
        eq(workspaceFiles.folder, folderOf(path)),
        eq(workspaceFiles.path, path),
        isNotNull(workspaceFiles.deletedAt),
      ),
    )
    .orderBy(desc(workspaceFiles.deletedAt))
    .limit(1);
  return row ?? null;
}

/** The file at a path, current or most recently deleted; null if there never was one. */
export async function findAny(deps: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow | null> {
  const live = await findLive(deps, path);
  return live !== null && live.path === path ? live : findDeleted(deps, path);
}

/** Throws `not_found`. */
export async function getAny(deps: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow> {
  const found = await findAny(deps, path);
  if (found === null) throw notFound(path);
  return found;
}

/** A folder in its stored spelling; null if there is none. */
export async function findFolder({ db }: Pick<WorkspaceDeps, "db">, path: string) {
  return db.find(workspaceFolders, eq(workspaceFolders.pathKey, pathKey(path)));
}

/** A file's content at a head or version. */
export async function withContent(deps: WorkspaceDeps, row: FileRow): Promise<FileWithContent> {
  return { row, content: await deps.blobs.get(row.sha256) };
}

/** A version of a file by etag or number. Throws `not_found`. */
export async function getVersion(
  { db }: Pick<WorkspaceDeps, "db">,
  fileId: string,
  which: string | number,
): Promise<VersionRow> {
  const number = typeof which === "number" ? which : /^\d{1,9}$/.test(which) ? Number(which) : null;
  const row = await db.find(
    workspaceVersions,
    allOf(
      eq(workspaceVersions.fileId, fileId),
      number === null ? eq(workspaceVersions.id, String(which)) : eq(workspaceVersions.version, number),
    ),
  );
  if (row === null) throw new AppError("not_found", "This file doesn’t have that version.");
  return row;
}

/** A file's versions before a number, newest first. */
export async function versionsOf(
  { db }: Pick<WorkspaceDeps, "db">,
  fileId: string,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<VersionRow[]> {
  const older = page.before === undefined ? undefined : lt(workspaceVersions.version, page.before);
  return db
    .rows(workspaceVersions, allOf(eq(workspaceVersions.fileId, fileId), older))
    .orderBy(desc(workspaceVersions.version))
    .limit(page.limit);
}

/** Files of a folder, at any depth; `only` limits them to some files and folders by path. */
interface FileChoice {
  readonly under?: string | undefined;
  readonly only?: readonly string[] | undefined;
}

function isChosen({ under = "", only = [] }: FileChoice): SQL {
  const { path, folder } = workspaceFiles;
  const named = sql`exists (select 1 from json_each(${JSON.stringify(only)}) as chosen
    where ${path} = chosen.value or ${folder} = chosen.value
      or (${folder} >= chosen.value || '/' and ${folder} < chosen.value || '0'))`;
  const { pathKey: key } = workspaceFiles;
  // Uses the path keys of current files, because the folder index is only ordered within each folder.
  const below = allOf(
    gte(key, `${pathKey(under)}/`),
    lt(key, `${pathKey(under)}0`),
    whereWithin(folder, under),
  );
  return allOf(under === "" ? undefined : below, only.length === 0 ? undefined : named);
}

/** Current files in a folder, at any depth, by path; `after` is the previous page's last path. */
export async function listLive(
  { db }: Pick<WorkspaceDeps, "db">,
  page: FileChoice & { readonly after?: string | undefined; readonly limit: number },
): Promise<FileRow[]> {
  const after = page.after === undefined ? undefined : gt(workspaceFiles.path, page.after);
  return db
    .rows(workspaceFiles, allOf(isNull(workspaceFiles.deletedAt), isChosen(page), after))
    .orderBy(asc(workspaceFiles.path))
    .limit(page.limit);
}

export async function countLive({ db }: Pick<WorkspaceDeps, "db">, choice: FileChoice): Promise<number> {
  const [row] = await db.pick(
    { files: sql<number>`count(*)`.as("files") },
    workspaceFiles,
    allOf(isNull(workspaceFiles.deletedAt), isChosen(choice)),
  );
  return Number(row?.files ?? 0);
}

/** Current files by exact path. At most 90. */
export async function liveByPath(
  { db }: Pick<WorkspaceDeps, "db">,
  paths: readonly string[],
): Promise<FileRow[]> {
  if (paths.length === 0) return [];
  const keys = paths.map(pathKey);
  return db.rows(
    workspaceFiles,
    allOf(inArray(workspaceFiles.pathKey, keys), isNull(workspaceFiles.deletedAt)),
  );
}

/** Whether a file, or any file in a folder, contains untrusted content that nobody has reviewed. */
export async function holdsOutsideText({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<boolean> {
  const itself = eq(workspaceFiles.pathKey, pathKey(path));
  const found = await db.find(
    workspaceFiles,
    allOf(
      isNull(workspaceFiles.deletedAt),
      isNotNull(workspaceFiles.source),
      or(itself, whereWithin(workspaceFiles.folder, path)),
    ),
  );
  return found !== null;
}

/** Whether anything but this conversation ever wrote to a file. */
export async function isOthersWork(
  { db }: Pick<WorkspaceDeps, "db">,
  fileId: string,
  conversationId: string,
): Promise<boolean> {
  const { conversationId: by } = workspaceVersions;
  const others = allOf(eq(workspaceVersions.fileId, fileId), sql`${by} is not ${conversationId}`);
  return (await db.find(workspaceVersions, others)) !== null;
}

/** Storage used by the team's own files, and by accounts' sources. */
export async function usageOf({ db }: Pick<WorkspaceDeps, "db">): Promise<WorkspaceUsage> {
  const row = await db.find(workspaceState, eq(workspaceState.tenantId, db.tenantId));
  const sources = { files: row?.sourceFiles ?? 0, sizeBytes: row?.sourceBytes ?? 0 };
  return {
    files: (row?.files ?? 0) - sources.files,
    sizeBytes: (row?.sizeBytes ?? 0) - sources.sizeBytes,
    sources,
  };
}

/** A head in wire format. */
export function entryOf(row: Omit<FileEntry, "kind" | "name">): FileEntry {
  const { path, etag, version, sizeBytes, updatedAt, author, source } = row;
  return { kind: "file", path, name: nameOf(path), etag, version, sizeBytes, updatedAt, author, source };
}

/** A version in wire format. */
export function versionOf(row: VersionRow, head: FileRow): FileVersion {
  return {
    version: row.version,
    etag: row.id,
    change: row.change,
    path: row.path,
    sizeBytes: row.sizeBytes,
    at: row.at,
    author: row.author,
    runId: row.runId,
    conversationId: row.conversationId,
    messageId: row.messageId,
    source: row.source,
    restoredFrom: row.restoredFrom,
    current: row.id === head.etag,
  };
}

export function notFound(path: string): AppError {
  return new AppError("not_found", `There is no file ${path}.`, { details: { path } });
}
