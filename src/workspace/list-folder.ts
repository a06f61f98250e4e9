/** Lists a folder: folders first, then files, by name. */
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { workspaceFiles, workspaceFolders } from "./tables/workspace.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import type { FolderEntry, WorkspaceEntry } from "./api/workspace.ts";
import { isWithin, nameOf, parseFolderPath, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf, entryOf, findFolder, notFound, whereWithin } from "./store.ts";

/** Sort key of a page's last entry: its kind and path. */
export interface ListedAfter {
  readonly kind: WorkspaceEntry["kind"];
  readonly path: string;
}

const { etag, version, sizeBytes, updatedAt, author, source } = workspaceFiles;
/** What a list shows of a file: half of what its row holds. */
const LISTED = { path: workspaceFiles.path, etag, version, sizeBytes, updatedAt, author, source };

/** Throws `not_found` for a folder that does not exist, `invalid_path`. */
export async function listFolder(
  deps: WorkspaceDeps,
  page: { readonly path: string; readonly after?: ListedAfter | undefined; readonly limit: number },
): Promise<WorkspaceEntry[]> {
  const path = parseFolderPath(page.path);
  const { after, limit } = page;
  // In parallel: one round trip to the database.
  const [own, folders, files] = await Promise.all([
    path === "" ? null : findFolder(deps, path),
    after?.kind === "file" ? [] : foldersIn(deps, path, after?.path, limit),
    deps.db
      .pick(
        LISTED,
        workspaceFiles,
        allOf(
          isNull(workspaceFiles.deletedAt),
          eq(workspaceFiles.folder, path),
          after?.kind === "file" ? gt(workspaceFiles.path, after.path) : undefined,
        ),
      )
      .orderBy(asc(workspaceFiles.path))
      .limit(limit),
  ]);
  if (path !== "" && own?.path !== path) throw notFound(`${path}/`);
  return [...folders, ...files.map(entryOf)].slice(0, limit);
}

async function foldersIn(
  deps: WorkspaceDeps,
  path: string,
  after: string | undefined,
  limit: number,
): Promise<FolderEntry[]> {
  const rows = await deps.db
    .rows(
      workspaceFolders,
      allOf(
        eq(workspaceFolders.folder, path),
        after === undefined ? undefined : gt(workspaceFolders.path, after),
      ),
    )
    .orderBy(asc(workspaceFolders.path))
    .limit(limit);
  if (rows.length === 0) return [];
  const counts = await countsUnder(deps, path);
  return rows.map((row) => {
    const inIt = counts.filter(({ folder }) => isWithin(folder, row.path));
    const newest = Math.max(msOf(row.createdAt), ...inIt.map(({ updatedAt }) => msOf(updatedAt)));
    return {
      kind: "folder",
      path: row.path,
      name: nameOf(row.path),
      files: inIt.reduce((sum, { files }) => sum + files, 0),
      updatedAt: isoTime(newest),
    };
  });
}

/** Number of current files directly in each folder, at any depth. */
async function countsUnder(
  { db }: Pick<WorkspaceDeps, "db">,
  path: string,
): Promise<{ folder: string; files: number; updatedAt: string }[]> {
  const rows = await db
    .pick(
      {
        folder: workspaceFiles.folder,
        files: sql`count(*)`.as("files"),
        updatedAt: sql`max(${workspaceFiles.updatedAt})`.as("updated"),
      },
      workspaceFiles,
      and(isNull(workspaceFiles.deletedAt), whereWithin(workspaceFiles.folder, path)),
    )
    .groupBy(workspaceFiles.folder);
  return rows.map(({ folder, files, updatedAt }) => ({
    folder: String(folder),
    files: Number(files),
    updatedAt: String(updatedAt),
  }));
}

export async function folderEntry(deps: WorkspaceDeps, path: string): Promise<FolderEntry> {
  const row = await findFolder(deps, path);
  if (row === null || row.pathKey !== pathKey(path)) throw notFound(`${path}/`);
  const counts = await countsUnder(deps, row.path);
  return {
    kind: "folder",
    path: row.path,
    name: nameOf(row.path),
    files: counts.reduce((sum, { files }) => sum + files, 0),
    updatedAt: row.createdAt,
  };
}
