/** What is asked of the workspace's tables. Nothing here changes them: `commit.ts` and `bulk.ts` do. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { workspaceFiles, workspaceFolders, workspaceState, workspaceVersions } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import type { FileEntry, FileVersion, WorkspaceUsage } from "./api/workspace.ts";
import { folderOf, nameOf, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import type { FileRow, FileWithContent, VersionRow } from "./types.ts";

/** All of several conditions. */
export function all(...conditions: readonly (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`true`;
}

/** Files or folders that lie in a folder, at any depth; `column` holds the folder each is in. */
export function within(
  column: typeof workspaceFiles.folder | typeof workspaceFolders.folder,
  folder: string,
): SQL {
  if (folder === "") return sql`true`;
  // The characters after "/" in the order of bytes: everything that begins with the folder and a slash.
  return or(eq(column, folder), all(gte(column, `${folder}/`), lt(column, `${folder}0`))) ?? sql`false`;
}

/** The live file of a path, whatever the case it was asked in. */
export async function findLive({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow | null> {
  return db.find(
    workspaceFiles,
    all(eq(workspaceFiles.pathKey, pathKey(path)), isNull(workspaceFiles.deletedAt)),
  );
}

/** The live file of exactly this path. Throws `not_found`. */
export async function getLive(deps: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow> {
  const row = await findLive(deps, path);
  if (row === null || row.path !== path) throw notFound(path);
  return row;
}

/** The file that was deleted last of exactly this path. */
export async function findDeleted({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow | null> {
  const [row] = await db
    .rows(
      workspaceFiles,
      all(
        eq(workspaceFiles.folder, folderOf(path)),
        eq(workspaceFiles.path, path),
        isNotNull(workspaceFiles.deletedAt),
      ),
    )
    .orderBy(desc(workspaceFiles.deletedAt))
    .limit(1);
  return row ?? null;
}

/** The file of a path, live or deleted last; null where there never was one. */
export async function findAny(deps: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow | null> {
  const live = await findLive(deps, path);
  return live !== null && live.path === path ? live : findDeleted(deps, path);
}

/** The same. Throws `not_found`. */
export async function getAny(deps: Pick<WorkspaceDeps, "db">, path: string): Promise<FileRow> {
  const found = await findAny(deps, path);
  if (found === null) throw notFound(path);
  return found;
}

/** A folder as it is spelled; null where there is none. */
export async function findFolder({ db }: Pick<WorkspaceDeps, "db">, path: string) {
  return db.find(workspaceFolders, eq(workspaceFolders.pathKey, pathKey(path)));
}

/** A file's content at a head or a version. */
export async function withContent(deps: WorkspaceDeps, row: FileRow): Promise<FileWithContent> {
  return { row, content: await deps.blobs.get(row.sha256) };
}

/** A version of a file by its etag or number. Throws `not_found`. */
export async function getVersion(
  { db }: Pick<WorkspaceDeps, "db">,
  fileId: string,
  which: string | number,
): Promise<VersionRow> {
  const number = typeof which === "number" ? which : /^\d{1,9}$/.test(which) ? Number(which) : null;
  const row = await db.find(
    workspaceVersions,
    all(
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
    .rows(workspaceVersions, all(eq(workspaceVersions.fileId, fileId), older))
    .orderBy(desc(workspaceVersions.version))
    .limit(page.limit);
}

/** The files of a folder, at any depth; of these `only` some files and folders by their paths, all where none is named. */
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
  // By the keys of live files: the index of folders is in the order of each folder alone.
  const below = all(gte(key, `${pathKey(under)}/`), lt(key, `${pathKey(under)}0`), within(folder, under));
  return all(under === "" ? undefined : below, only.length === 0 ? undefined : named);
}

/** Live files in a folder, at any depth, by path; `after` is the last path of the page before. */
export async function listLive(
  { db }: Pick<WorkspaceDeps, "db">,
  page: FileChoice & { readonly after?: string | undefined; readonly limit: number },
): Promise<FileRow[]> {
  const after = page.after === undefined ? undefined : gt(workspaceFiles.path, page.after);
  return db
    .rows(workspaceFiles, all(isNull(workspaceFiles.deletedAt), isChosen(page), after))
    .orderBy(asc(workspaceFiles.path))
    .limit(page.limit);
}

/** How many live files a folder holds, at any depth. */
export async function countLive({ db }: Pick<WorkspaceDeps, "db">, choice: FileChoice): Promise<number> {
  const [row] = await db.pick(
    { files: sql<number>`count(*)`.as("files") },
    workspaceFiles,
    all(isNull(workspaceFiles.deletedAt), isChosen(choice)),
  );
  return Number(row?.files ?? 0);
}

/** Live files by their exact paths. At most 90 at once. */
export async function liveByPath(
  { db }: Pick<WorkspaceDeps, "db">,
  paths: readonly string[],
): Promise<FileRow[]> {
  if (paths.length === 0) return [];
  const keys = paths.map(pathKey);
  return db.rows(
    workspaceFiles,
    all(inArray(workspaceFiles.pathKey, keys), isNull(workspaceFiles.deletedAt)),
  );
}

/** Whether a file, or any in a folder, holds text from outside that no person has looked over. */
export async function holdsOutsideText({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<boolean> {
  const itself = eq(workspaceFiles.pathKey, pathKey(path));
  const found = await db.find(
    workspaceFiles,
    all(
      isNull(workspaceFiles.deletedAt),
      isNotNull(workspaceFiles.source),
      or(itself, within(workspaceFiles.folder, path)),
    ),
  );
  return found !== null;
}

/** How much there is: of the team's own files, and of what is filed with accounts. */
export async function usageOf({ db }: Pick<WorkspaceDeps, "db">): Promise<WorkspaceUsage> {
  const row = await db.find(workspaceState, eq(workspaceState.tenantId, db.tenantId));
  const sources = { files: row?.sourceFiles ?? 0, sizeBytes: row?.sourceBytes ?? 0 };
  return {
    files: (row?.files ?? 0) - sources.files,
    sizeBytes: (row?.sizeBytes ?? 0) - sources.sizeBytes,
    sources,
  };
}

/** A head on the wire. */
export function entryOf(row: FileRow): FileEntry {
  const { path, etag, version, sizeBytes, updatedAt, author, source } = row;
  return { kind: "file", path, name: nameOf(path), etag, version, sizeBytes, updatedAt, author, source };
}

/** A version on the wire. */
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

/** There is no such file. */
export function notFound(path: string): AppError {
  return new AppError("not_found", `There is no file ${path}.`, { details: { path } });
}
