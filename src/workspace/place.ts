/**
 * Whether a path is free for a new file or folder: no file is also a folder, and no two names differ only by
 * case.
 */
import { inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { workspaceFiles, workspaceFolders } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import { checkClear, folderOf, foldersOf, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf } from "./store.ts";

/**
 * Throws `exists` if a parent folder has another case or is a file, or if the path itself is a folder.
 * Folders created concurrently are not prevented from differing in case: the first spelling is kept. Throws
 * `invalid_path` for a confusable name.
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
          allOf(inArray(workspaceFiles.pathKey, folders.map(pathKey)), isNull(workspaceFiles.deletedAt)),
        ),
  ]);
  const [file] = files;
  if (file !== undefined)
    throw placeTaken(`${file.path} is a file, so it can’t contain anything.`, file.path);
  for (const folder of known) {
    if (folder.pathKey === pathKey(path)) throw placeTaken(`${folder.path} is a folder.`, folder.path);
    if (!folders.includes(folder.path))
      throw placeTaken(`The folder is spelled ${folder.path}. Use that spelling.`, folder.path);
  }
}

/** Throws `exists` if a folder exists under another spelling: files in it would be in no listed folder. */
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
    throw placeTaken(
      `A folder ${other.path} now exists under another spelling. Rename it first.`,
      other.path,
    );
}

/** Keys of the paths that have or had a file, or have a folder. At most 90 paths. */
export async function takenKeys(
  { db }: Pick<WorkspaceDeps, "db">,
  paths: readonly string[],
): Promise<Set<string>> {
  const keys = paths.map(pathKey);
  const [live, deleted, folders] = await Promise.all([
    db.rows(workspaceFiles, allOf(inArray(workspaceFiles.pathKey, keys), isNull(workspaceFiles.deletedAt))),
    db.rows(
      workspaceFiles,
      allOf(
        inArray(workspaceFiles.folder, [...new Set(paths.map(folderOf))]),
        inArray(workspaceFiles.path, [...paths]),
        isNotNull(workspaceFiles.deletedAt),
      ),
    ),
    db.rows(workspaceFolders, inArray(workspaceFolders.pathKey, keys)),
  ]);
  return new Set([...live, ...deleted, ...folders].map((row) => row.pathKey));
}

function placeTaken(message: string, path: string): AppError {
  return new AppError("exists", message, { details: { path } });
}
