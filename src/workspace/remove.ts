/** Deletes files and folders: all versions are kept, and a deletion can be reverted by its ID. */
import { eq, sql, type SQL } from "drizzle-orm";
import { approvedIn, auditStatement } from "../platform/audit/index.ts";
import { workspaceFiles } from "./tables/workspace.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import {
  changedMeanwhile,
  eventsOf,
  getFolder,
  headAfter,
  live,
  removeFolders,
  rowsOf,
  sums,
  announceChange,
  versionRows,
} from "./bulk.ts";
import { figures } from "./commit.ts";
import { checkFolderOwner, checkOwner, foreignFolders } from "./owners.ts";
import { isFilePath, parseFilePath, parseFolderPath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { allOf, getLive, whereWithin } from "./store.ts";
import type { Origin } from "./types.ts";

export interface Deletion {
  readonly deleted: number;
  readonly deletionId: string;
}

/**
 * Deletes a file, or a folder with its contents. Throws `not_found`; `changed` if a file has another version
 * than `etag`.
 */
export async function remove(
  deps: WorkspaceDeps,
  input: Origin & { readonly path: string; readonly etag?: string | undefined },
): Promise<Deletion> {
  if (isFilePath(input.path)) {
    const path = parseFilePath(input.path);
    checkOwner(deps, path);
    const row = await getLive(deps, path);
    if (input.etag !== undefined && input.etag !== row.etag) throw changedMeanwhile(row);
    const taken = await removeWhere(
      deps,
      allOf(eq(workspaceFiles.id, row.id), eq(workspaceFiles.etag, row.etag)),
      {
        origin: input,
        what: row.path,
      },
    );
    if (taken.deleted === 0) throw changedMeanwhile(row);
    return taken;
  }
  const folder = parseFolderPath(input.path);
  if (folder === "") throw new AppError("invalid_path", "Use delete-all to delete the whole workspace.");
  checkFolderOwner(deps, folder);
  await getFolder(deps, folder);
  return removeWhere(deps, whereWithin(workspaceFiles.folder, folder), {
    origin: input,
    what: `${folder}/`,
    folder,
  });
}

/** Deletes every file that is not a module's record. Versions are kept. */
export async function removeAll(deps: WorkspaceDeps, origin: Origin): Promise<Deletion> {
  const kept = foreignFolders(deps).map((folder) => sql`not ${whereWithin(workspaceFiles.folder, folder)}`);
  return removeWhere(deps, allOf(sql`true`, ...kept), {
    origin,
    what: "everything in the workspace",
    folder: "",
  });
}

async function removeWhere(
  deps: WorkspaceDeps,
  where: SQL,
  { origin, what, folder }: { origin: Origin; what: string; folder?: string },
): Promise<Deletion> {
  const { db, clock } = deps;
  const deletionId = deps.ids.newId();
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const taken = eq(workspaceFiles.deletionId, deletionId);
  const [rows] = await db.batch([
    db
      .update(workspaceFiles, { ...headAfter(origin, now), deletedAt: now, deletionId }, allOf(live, where))
      .returning(),
    versionRows(deps, taken, { origin, change: "deleted", now }),
    ...(folder === undefined ? [] : removeFolders(deps, folder, foreignFolders(deps))),
    ...figures(deps, { ...sums(deps, deletionId, -1), renamed: true, when: sql`true` }),
    eventsOf(deps, deletionId, { origin, change: "deleted", now }),
    auditStatement(
      db,
      {
        id: `file:${deletionId}`,
        actor: origin.approver ?? origin.author,
        action: "file.deleted",
        subject: { kind: "deletion", id: deletionId },
        sentence: `${origin.author.name} deleted ${what}${approvedIn(origin)}`,
      },
      nowMs,
    ),
  ]);
  const files = rowsOf(rows);
  await announceChange(deps, files, "deleted", origin.author, folder);
  return { deleted: files.length, deletionId };
}
