/** Whether a new file or folder may stand at a path: no file is also a folder, and no two names differ by case alone. */
import { inArray, isNull } from "drizzle-orm";
import { workspaceFiles, workspaceFolders } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { foldersOf, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { all } from "./store.ts";

/**
 * Throws `exists` where a folder on the way is spelled in another case, is a file, or the path itself is a folder. Two who make such folders in
 * the same moment are not kept apart: the names then stay as the first wrote them.
 */
export async function checkPlace({ db }: Pick<WorkspaceDeps, "db">, path: string): Promise<void> {
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

function taken(message: string, path: string): AppError {
  return new AppError("exists", message, { details: { path } });
}
