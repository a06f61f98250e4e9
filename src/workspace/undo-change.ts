/** Takes back one change of a file, while it is still the newest. */
import { eq } from "drizzle-orm";
import { AppError } from "../kernel/errors.ts";
import { move } from "./move.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { remove } from "./remove.ts";
import { getVersion } from "./store.ts";
import { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import type { Origin } from "./types.ts";
import { undelete } from "./undelete.ts";
import { restoreVersion } from "./write-file.ts";

/** `etag` is the version the change made. Returns what is so again, in words. Throws `not_found`; `changed` where the file was changed since. */
export async function undoFileChange(deps: WorkspaceDeps, etag: string, origin: Origin): Promise<string> {
  const version = await deps.db.find(workspaceVersions, eq(workspaceVersions.id, etag));
  const head =
    version === null ? null : await deps.db.find(workspaceFiles, eq(workspaceFiles.id, version.fileId));
  if (version === null || head === null) throw new AppError("not_found", "That change no longer exists.");
  if (head.version !== version.version)
    throw new AppError(
      "changed",
      `${head.path} has been changed again since. Edit it, or restore a version.`,
    );
  switch (version.change) {
    case "created":
    case "imported":
      await remove(deps, { ...origin, path: head.path, etag: head.etag });
      return `${head.path} is gone again`;
    case "deleted":
      await undelete(deps, { ...origin, fileId: head.id });
      return `${head.path} is back`;
    case "moved": {
      const { path } = await getVersion(deps, head.id, version.version - 1);
      await move(deps, { ...origin, from: head.path, to: path, etag: head.etag });
      return `${head.path} is ${path} again`;
    }
    case "edited":
    case "restored":
      await restoreVersion(deps, { ...origin, head, which: version.version - 1 });
      return `${head.path} is as it was before`;
  }
}
