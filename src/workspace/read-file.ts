/** Reads current files. */
import { AppError } from "../kernel/errors.ts";
import { parseFilePath, parseFolderPath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { findLive, getLive, listLive, withContent } from "./store.ts";
import type { FileRow, FileWithContent } from "./types.ts";

/** Throws `not_found`, `invalid_path`. */
export async function readFile(deps: WorkspaceDeps, path: string): Promise<FileWithContent> {
  return withContent(deps, await getLive(deps, parseFilePath(path)));
}

/** Null if there is no such file. Throws `invalid_path`. */
export async function findFile(deps: WorkspaceDeps, path: string): Promise<FileWithContent | null> {
  const parsed = parseFilePath(path);
  const row = await findLive(deps, parsed);
  return row === null || row.path !== parsed ? null : withContent(deps, row);
}

/**
 * Current files in a folder at any depth, by path, without contents; `after` is the previous page's last
 * path. Throws `invalid_path`.
 */
export async function listFiles(
  deps: Pick<WorkspaceDeps, "db">,
  page: { readonly under?: string; readonly after?: string; readonly limit: number },
): Promise<FileRow[]> {
  return listLive(deps, { ...page, under: parseFolderPath(page.under ?? "") });
}

/** A range of lines, starting at 1, inclusive. Throws `invalid_request` if it is out of bounds. Pure. */
export function lineRange(
  lines: readonly string[],
  range: { readonly from?: number | undefined; readonly to?: number | undefined },
): { from: number; to: number; lines: readonly string[] } {
  const from = range.from ?? 1;
  const to = Math.min(range.to ?? lines.length, lines.length);
  if (from > Math.max(1, lines.length) || to < from - 1)
    throw new AppError("invalid_request", `The file has ${lines.length} lines.`);
  return { from, to, lines: lines.slice(from - 1, to) };
}
