/**
 * Shared by approved moves and deletions of files: they run only while the files shown are still there,
 * unchanged.
 */
import * as z from "zod";
import { findFolder, findLive, isFilePath, listFiles, type WorkspaceDeps } from "../index.ts";
import { definePrecondition } from "../../approvals/effects/define-effect.ts";

/** Maximum files of a folder a person is asked to review. */
const FILES = 200;

/** The files of a path, as shown. */
export const placedFilesSchema = z
  .array(z.strictObject({ path: z.string().min(1), etag: z.string().min(1) }))
  .max(FILES);
type PlacedFiles = z.output<typeof placedFilesSchema>;

/** Current files at a path of a file or folder; null if they are too many to review. */
export async function placedFiles(files: WorkspaceDeps, path: string): Promise<PlacedFiles | null> {
  if (isFilePath(path)) {
    const head = await findLive(files, path);
    return head === null ? [] : [{ path: head.path, etag: head.etag }];
  }
  const rows = await listFiles(files, { under: path, limit: FILES + 1 });
  return rows.length > FILES ? null : rows.map((row) => ({ path: row.path, etag: row.etag }));
}

/**
 * Whether a file or folder exists at a path. Our own tables have no lag: what is still there was neither
 * moved nor deleted.
 */
export async function isTaken(files: WorkspaceDeps, path: string): Promise<boolean> {
  return (isFilePath(path) ? await findLive(files, path) : await findFolder(files, path)) !== null;
}

/** The path still contains what was shown. */
export const placeUnchanged = definePrecondition({
  kind: "place_unchanged",
  observed: z.object({ path: z.string(), files: placedFilesSchema }),
  about: ({ path }) => path,
  of: ({ path, files }: { readonly path: string; readonly files: PlacedFiles }) => ({ path, files }),
  async check({ path, files }, world) {
    const now = await placedFiles(world.files(), path);
    if (JSON.stringify(now) === JSON.stringify(files)) return { holds: true };
    return { holds: false, reason: `${path} has changed since this was asked for.` };
  },
});
