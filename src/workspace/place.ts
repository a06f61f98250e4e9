/** Whether a new file or folder may stand at a path: no file is also a folder, and no two names differ by case alone. */
import { inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { workspaceFiles, workspaceFolders } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import { checkClear, folderOf, foldersOf, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { all } from "./store.ts";

/**
 * Throws `exists` where a folder on the way is spelled in another case, is a file, or the path itself is a folder. Two who make such folders in
 * the same moment are not kept apart: the names then stay as the first wrote them. Throws `invalid_path` for one that could be taken for another.
 */
export async function checkPlace({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<void> {
  checkClear(path);
  const folders = foldersOf(path);
  const keys = [...folders, path].map(pathKey);
  const [known, files] = await Promise.all([
    db.rows(workspaceFolders, inArray(workspaceFolders.pathKey, keys)),
    folders.length === 0
      ? []
      : db.rows(
          workspaceFiles,
          all(inArray(workspaceFiles.pathKey, folders.map(pathKey)), isNull(workspaceFiles.deletedAt)),
        ),
  ]);
  const [file] = files;
  if (file !== undefined) throw taken(`${file.path} is a file; nothing can be in it.`, file.path);
  for (const folder of known) {
    if (folder.pathKey === pathKey(path)) throw taken(`${folder.path} is a folder.`, folder.path);
    if (!folders.includes(folder.path))
      throw taken(`The folder is spelled ${folder.path}. Write it so.`, folder.path);
  }
}

/** Throws `exists` where one of some folders is there under another spelling: files in it would be in no folder that is listed. */
export async function checkSpelling(
  { db }: Pick<WorkspaceDeps, "db">,
  folders: readonly string[],
): Promise<void> {
  const spelled = new Set(folders);
  const keys = JSON.stringify(folders.map(pathKey));
  const known = await db.rows(
    workspaceFolders,
    sql`${workspaceFolders.pathKey} in (select value from json_each(${keys}))`,
  );
  const other = known.find(({ path }) => !spelled.has(path));
  if (other !== undefined)
    throw taken(`There is a folder ${other.path} now, spelled otherwise. Rename it first.`, other.path);
}

/** Keys of those paths at which there is or was a file, or is a folder. At most 90 paths. */
export async function takenKeys(
  { db }: Pick<WorkspaceDeps, "db">,
  paths: readonly string[],
): Promise<Set<string>> {
  const keys = paths.map(pathKey);
  const [live, deleted, folders] = await Promise.all([
    db.rows(workspaceFiles, all(inArray(workspaceFiles.pathKey, keys), isNull(workspaceFiles.deletedAt))),
    db.rows(
      workspaceFiles,
      all(
        inArray(workspaceFiles.folder, [...new Set(paths.map(folderOf))]),
        inArray(workspaceFiles.path, [...paths]),
        isNotNull(workspaceFiles.deletedAt),
      ),
    ),
    db.rows(workspaceFolders, inArray(workspaceFolders.pathKey, keys)),
  ]);
  return new Set([...live, ...deleted, ...folders].map((row) => row.pathKey));
}

function taken(message: string, path: string): AppError {
  return new AppError("exists", message, { details: { path } });
}
