/** What moving and deleting files a person has let through have in common: they run while the very files that were shown are still there, unchanged. */
import * as z from "zod";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { findFolder, findLive, isFilePath, listFiles, type WorkspaceDeps } from "../index.ts";
import { definePrecondition } from "../../approvals/effects/define-effect.ts";

/** Most files of a folder that a person is asked to look over. */
const FILES = 200;

/** The files of a place, as they were shown. */
export const placedFilesSchema = z
  .array(z.strictObject({ path: z.string().min(1), etag: z.string().min(1) }))
  .max(FILES);
type PlacedFiles = z.output<typeof placedFilesSchema>;

/** The live files at a path, which is a file's or a folder's; null where they are too many to look over. */
export async function placedFiles(files: WorkspaceDeps, path: string): Promise<PlacedFiles | null> {
  if (isFilePath(path)) {
    const head = await findLive(files, path);
    return head === null ? [] : [{ path: head.path, etag: head.etag }];
  }
  const rows = await listFiles(files, { under: path, limit: FILES + 1 });
  return rows.length > FILES ? null : rows.map((row) => ({ path: row.path, etag: row.etag }));
}

/** Whether there is a file or a folder at a path. Our own tables lag behind nothing: where something still is, it was neither moved nor deleted. */
export async function isTaken(files: WorkspaceDeps, path: string): Promise<boolean> {
  return (isFilePath(path) ? await findLive(files, path) : await findFolder(files, path)) !== null;
}

/** A place holds what was shown of it. */
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

/** Does something to our own files: what is refused was certainly not done. */
export async function onOwnFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new IntegrationError("workspace", error.message, {
      outcome: "not_applied",
      status: error.status,
      cause: error,
    });
  }
}
