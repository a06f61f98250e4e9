/** Lists and restores deleted files. */
import { desc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { auditStatement } from "../platform/audit/index.ts";
import { workspaceFiles } from "./tables/workspace.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { DeletedFile } from "./api/workspace.ts";
import {
  eventsOf,
  folderInserts,
  headAfter,
  NAMED,
  rowsOf,
  sums,
  announceChange,
  versionRows,
} from "./bulk.ts";
import { figures, runs } from "./commit.ts";
import { checkOwner } from "./owners.ts";
import { foldersOf, parseFilePath } from "./path.ts";
import { checkSpelling } from "./place.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { checkRoom, roomOf } from "./room.ts";
import { allOf, entryOf, findLive, usageOf, whereWithin } from "./store.ts";
import type { FileRow, Origin } from "./types.ts";
import { existsError } from "./write-file.ts";

/** Restores one deletion, or one file. Throws `not_found`, `exists`. */
export async function undelete(
  deps: WorkspaceDeps,
  input: Origin & {
    readonly deletionId?: string;
    readonly fileId?: string;
    readonly path?: string;
    /** Only within this folder. */ readonly within?: string;
  },
): Promise<{ restored: number; paths: string[] }> {
  const { db, clock } = deps;
  const gone = isNotNull(workspaceFiles.deletedAt);
  const which =
    input.within === undefined
      ? whichDeleted(input)
      : allOf(whichDeleted(input), whereWithin(workspaceFiles.folder, input.within));
  const newest = input.path === undefined ? undefined : 1;
  const found = await db
    .rows(workspaceFiles, allOf(gone, which))
    .orderBy(desc(workspaceFiles.deletedAt))
    .limit(newest ?? 50_000);
  if (found.length === 0) throw new AppError("not_found", "There’s nothing here to restore.");
  checkOwner(deps, ...found.map(({ path }) => path));
  checkRoom(await usageOf(deps), found.map(roomOf));
  for (const { path } of found.slice(0, NAMED)) {
    const there = await findLive(deps, path);
    if (there !== null) throw existsError(there);
  }
  const folders = [...new Set(found.flatMap(({ path }) => foldersOf(path)))];
  await checkSpelling(deps, folders);
  const batchId = deps.ids.newId();
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const where = newest === undefined ? which : eq(workspaceFiles.id, found[0]?.id ?? "");
  let rows: FileRow[] = [];
  const won = await runs(async () => {
    const results = await db.batch([
      db
        .update(
          workspaceFiles,
          { ...headAfter(input, now), deletedAt: null, deletionId: batchId },
          allOf(gone, where),
        )
        .returning(),
      versionRows(deps, eq(workspaceFiles.deletionId, batchId), { origin: input, change: "restored", now }),
      ...folderInserts(deps, folders, now),
      ...figures(deps, { ...sums(deps, batchId, 1), renamed: true, when: sql`true` }),
      eventsOf(deps, batchId, { origin: input, change: "restored", now }),
      auditStatement(
        db,
        {
          id: `file:${batchId}`,
          actor: input.author,
          action: "file.restored",
          subject: { kind: "file", id: batchId },
          sentence: `${input.author.name} restored ${found.length === 1 ? (found[0]?.path ?? "") : `${found.length} files`}`,
        },
        nowMs,
      ),
    ]);
    rows = rowsOf(results[0]);
    return [[true]];
  });
  if (!won) throw new AppError("exists", "Another file is already in the place of one of these.");
  await announceChange(deps, rows, "restored", input.author);
  return { restored: rows.length, paths: rows.slice(0, NAMED).map(({ path }) => path) };
}

function whichDeleted(input: { deletionId?: string; fileId?: string; path?: string }): SQL {
  if (input.deletionId !== undefined) return eq(workspaceFiles.deletionId, input.deletionId);
  if (input.fileId !== undefined) return eq(workspaceFiles.id, input.fileId);
  return eq(workspaceFiles.path, parseFilePath(input.path ?? ""));
}

/** Newest first; `before` is the sort key of the previous page's last file. */
export async function listDeleted(
  { db }: Pick<WorkspaceDeps, "db">,
  page: { readonly before?: { at: string; id: string } | undefined; readonly limit: number },
): Promise<DeletedFile[]> {
  const older =
    page.before === undefined
      ? undefined
      : sql`(${workspaceFiles.deletedAt}, ${workspaceFiles.id}) < (${page.before.at}, ${page.before.id})`;
  const rows = await db
    .rows(workspaceFiles, allOf(isNotNull(workspaceFiles.deletedAt), older))
    .orderBy(desc(workspaceFiles.deletedAt), desc(workspaceFiles.id))
    .limit(page.limit);
  return rows.map((row) => ({
    ...entryOf(row),
    fileId: row.id,
    deletedAt: row.deletedAt ?? row.updatedAt,
    deletedBy: row.author,
  }));
}
