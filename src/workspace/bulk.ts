/**
 * Many files at once: a folder deleted, moved or brought back, and everything deleted. Each is one batch of set-wise statements, all or
 * nothing, and every file of it gets a version of its own. `deletion_id` marks the rows of one such batch.
 */
import { desc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { auditStatement } from "../audit/index.ts";
import {
  searchOutbox,
  workspaceFiles,
  workspaceFolders,
  workspaceVersions,
  type Statement,
} from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { DeletedFile, FileAuthor, FileChange, WorkspaceChange } from "../protocol/workspace.ts";
import { checkRoom, figures, folderRow, runs } from "./commit.ts";
import { foldersOf, isFilePath, parseFilePath, parseFolderPath, pathKey } from "./path.ts";
import { checkPlace } from "./place.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { all, entryOf, findFolder, findLive, getLive, notFound, within } from "./store.ts";
import type { FileRow, Origin } from "./types.ts";
import { existsError } from "./write-file.ts";

/** Changes named one by one to open pages; more are only said to be more. */
const NAMED = 50;
/** Rows of one insert: five columns each, and at most a hundred parameters. */
const FOLDERS_AT_ONCE = 18;

const live = isNull(workspaceFiles.deletedAt);
const FRESH_ETAG = sql`lower(hex(randomblob(16)))`;

/** What a deletion took. */
export interface Deletion {
  readonly deleted: number;
  readonly deletionId: string;
}

/** Deletes a file, or a folder with all in it. Throws `not_found`; `changed` for a file at another version than `etag`. */
export async function remove(
  deps: WorkspaceDeps,
  input: Origin & { readonly path: string; readonly etag?: string | undefined },
): Promise<Deletion> {
  if (isFilePath(input.path)) {
    const row = await getLive(deps, parseFilePath(input.path));
    if (input.etag !== undefined && input.etag !== row.etag) throw changedMeanwhile(row);
    const taken = await removeWhere(
      deps,
      all(eq(workspaceFiles.id, row.id), eq(workspaceFiles.etag, row.etag)),
      {
        origin: input,
        what: row.path,
      },
    );
    if (taken.deleted === 0) throw changedMeanwhile(row);
    return taken;
  }
  const folder = parseFolderPath(input.path);
  if (folder === "") throw new AppError("invalid_path", "The whole workspace is deleted with delete-all.");
  await getFolder(deps, folder);
  return removeWhere(deps, within(workspaceFiles.folder, folder), {
    origin: input,
    what: `${folder}/`,
    folder,
  });
}

/** Deletes everything. Versions stay. */
export async function removeAll(deps: WorkspaceDeps, origin: Origin): Promise<Deletion> {
  return removeWhere(deps, sql`true`, { origin, what: "everything in the workspace", folder: "" });
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
      .update(workspaceFiles, { ...headAfter(origin, now), deletedAt: now, deletionId }, all(live, where))
      .returning(),
    versionRows(deps, taken, { origin, change: "deleted", now }),
    ...(folder === undefined ? [] : removeFolders(deps, folder)),
    ...figures(deps, { ...sums(deletionId, -1), renamed: true, when: sql`true` }),
    ...queueAll(deps, deletionId, nowMs),
    auditStatement(
      db,
      {
        id: `file:${deletionId}`,
        actor: origin.author,
        action: "file.deleted",
        subject: { kind: "deletion", id: deletionId },
        sentence: `${origin.author.name} deleted ${what}`,
      },
      nowMs,
    ),
  ]);
  const files = rowsOf(rows);
  await tell(deps, files, "deleted", origin.author, folder);
  return { deleted: files.length, deletionId };
}

/** Moves a file or a folder with all in it; history goes with each. Throws `not_found`, `exists`, `changed`, `invalid_path`. */
export async function move(
  deps: WorkspaceDeps,
  input: Origin & { readonly from: string; readonly to: string; readonly etag?: string | undefined },
): Promise<{ path: string; moved: number }> {
  if (isFilePath(input.from)) {
    const [from, to] = [parseFilePath(input.from), parseFilePath(input.to)];
    return moveFile(deps, { ...input, from, to });
  }
  const [from, to] = [parseFolderPath(input.from), parseFolderPath(input.to)];
  if (from === "" || to === "") throw new AppError("invalid_path", "The whole workspace cannot be moved.");
  return moveFolder(deps, { ...input, from, to });
}

async function moveFile(
  deps: WorkspaceDeps,
  input: Origin & { readonly from: string; readonly to: string; readonly etag?: string | undefined },
): Promise<{ path: string; moved: number }> {
  const { from, to } = input;
  const row = await getLive(deps, from);
  if (input.etag !== undefined && input.etag !== row.etag) throw changedMeanwhile(row);
  if (from === to) return { path: to, moved: 0 };
  const there = await findLive(deps, to);
  if (there !== null && there.id !== row.id) throw existsError(there);
  await checkPlace(deps, to);
  const moved = await moveRows(deps, all(eq(workspaceFiles.id, row.id), eq(workspaceFiles.etag, row.etag)), {
    origin: input,
    set: { path: to, pathKey: pathKey(to), folder: foldersOf(to).at(-1) ?? "" },
    folders: foldersOf(to),
    what: `${from} to ${to}`,
    from: () => from,
  });
  if (moved === null) throw existsError({ path: to, etag: (await findLive(deps, to))?.etag ?? "" });
  if (moved === 0) throw changedMeanwhile(row);
  return { path: to, moved };
}

async function moveFolder(
  deps: WorkspaceDeps,
  input: Origin & { readonly from: string; readonly to: string },
): Promise<{ path: string; moved: number }> {
  const { from, to } = input;
  const { db } = deps;
  await getFolder(deps, from);
  if (from === to) return { path: to, moved: 0 };
  if (to.startsWith(`${from}/`)) throw new AppError("invalid_path", "A folder cannot be moved into itself.");
  const there = await findFolder(deps, to);
  if (there !== null && pathKey(to) !== pathKey(from)) throw taken(there.path);
  if (pathKey(to) !== pathKey(from)) await checkPlace(deps, to);
  const [files, folders] = await Promise.all([
    db.pick({ path: workspaceFiles.path }, workspaceFiles, all(live, within(workspaceFiles.folder, from))),
    db.rows(workspaceFolders, foldersIn(from)),
  ]);
  const renamed = (path: string): string => to + path.slice(from.length);
  for (const { path } of files) parseFilePath(renamed(String(path)));
  const newFolders = [...foldersOf(`${to}/x`), ...folders.map(({ path }) => renamed(path))];
  const keyLength = [...pathKey(from)].length;
  const length = [...from].length;
  const moved = await moveRows(deps, within(workspaceFiles.folder, from), {
    origin: input,
    set: {
      path: sql`${to} || substr(${workspaceFiles.path}, ${length + 1})`,
      pathKey: sql`${pathKey(to)} || substr(${workspaceFiles.pathKey}, ${keyLength + 1})`,
      folder: sql`${to} || substr(${workspaceFiles.folder}, ${length + 1})`,
    },
    leaves: from,
    folders: [...new Set(newFolders)],
    what: `${from}/ to ${to}/`,
    from: (path) => from + path.slice(to.length),
  });
  if (moved === null) throw taken(to);
  return { path: to, moved };
}

/** Null where something else has taken one of the paths. */
async function moveRows(
  deps: WorkspaceDeps,
  where: SQL,
  input: {
    readonly origin: Origin;
    readonly set: Record<"path" | "pathKey" | "folder", string | SQL>;
    /** A folder that is gone afterwards. */
    readonly leaves?: string;
    readonly folders: readonly string[];
    readonly what: string;
    readonly from: (path: string) => string;
  },
): Promise<number | null> {
  const { db, clock } = deps;
  const { origin } = input;
  const batchId = deps.ids.newId();
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  let rows: FileRow[] = [];
  const won = await runs(async () => {
    const results = await db.batch([
      db
        .update(
          workspaceFiles,
          {
            ...headAfter(origin, now),
            author: workspaceFiles.author as never,
            ...input.set,
            deletionId: batchId,
          },
          all(live, where),
        )
        .returning(),
      versionRows(deps, eq(workspaceFiles.deletionId, batchId), { origin, change: "moved", now }),
      ...(input.leaves === undefined ? [] : removeFolders(deps, input.leaves)),
      ...folderInserts(deps, input.folders, now),
      ...queueAll(deps, batchId, nowMs),
      ...figures(deps, { files: 0, sizeBytes: 0, renamed: true, when: sql`true` }),
      auditStatement(
        db,
        {
          id: `file:${batchId}`,
          actor: origin.author,
          action: "file.moved",
          subject: { kind: "file", id: batchId },
          sentence: `${origin.author.name} moved ${input.what}`,
        },
        nowMs,
      ),
    ]);
    rows = rowsOf(results[0]);
    return [[true]];
  });
  if (!won) return null;
  await deps.changed(
    rows
      .slice(0, NAMED)
      .map((row) => ({ ...newsOf(row, "moved", origin.author), from: input.from(row.path) })),
  );
  return rows.length;
}

/** Brings back what one deletion took, or one file. Throws `not_found`, `exists`. */
export async function undelete(
  deps: WorkspaceDeps,
  input: Origin & { readonly deletionId?: string; readonly fileId?: string; readonly path?: string },
): Promise<{ restored: number; paths: string[] }> {
  const { db, clock } = deps;
  const gone = isNotNull(workspaceFiles.deletedAt);
  const which = whichDeleted(input);
  const newest = input.path === undefined ? undefined : 1;
  const found = await db
    .rows(workspaceFiles, all(gone, which))
    .orderBy(desc(workspaceFiles.deletedAt))
    .limit(newest ?? 50_000);
  if (found.length === 0) throw new AppError("not_found", "There is nothing of this to bring back.");
  await checkRoom(
    deps,
    found.length,
    found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  for (const { path } of found.slice(0, NAMED)) {
    const there = await findLive(deps, path);
    if (there !== null) throw existsError(there);
  }
  const batchId = deps.ids.newId();
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const folders = [...new Set(found.flatMap(({ path }) => foldersOf(path)))];
  const where = newest === undefined ? which : eq(workspaceFiles.id, found[0]?.id ?? "");
  let rows: FileRow[] = [];
  const won = await runs(async () => {
    const results = await db.batch([
      db
        .update(
          workspaceFiles,
          { ...headAfter(input, now), deletedAt: null, deletionId: batchId },
          all(gone, where),
        )
        .returning(),
      versionRows(deps, eq(workspaceFiles.deletionId, batchId), { origin: input, change: "restored", now }),
      ...folderInserts(deps, folders, now),
      ...figures(deps, { ...sums(batchId, 1), renamed: true, when: sql`true` }),
      ...queueAll(deps, batchId, nowMs),
      auditStatement(
        db,
        {
          id: `file:${batchId}`,
          actor: input.author,
          action: "file.restored",
          subject: { kind: "file", id: batchId },
          sentence: `${input.author.name} brought back ${found.length === 1 ? (found[0]?.path ?? "") : `${found.length} files`}`,
        },
        nowMs,
      ),
    ]);
    rows = rowsOf(results[0]);
    return [[true]];
  });
  if (!won) throw new AppError("exists", "Another file has taken the place of one of these.");
  await tell(deps, rows, "restored", input.author);
  return { restored: rows.length, paths: rows.slice(0, NAMED).map(({ path }) => path) };
}

function whichDeleted(input: { deletionId?: string; fileId?: string; path?: string }): SQL {
  if (input.deletionId !== undefined) return eq(workspaceFiles.deletionId, input.deletionId);
  if (input.fileId !== undefined) return eq(workspaceFiles.id, input.fileId);
  return eq(workspaceFiles.path, parseFilePath(input.path ?? ""));
}

/** Deleted files, the newest first; `before` is the sort key of the last one shown. */
export async function listDeleted(
  { db }: Pick<WorkspaceDeps, "db">,
  page: { readonly before?: { at: string; id: string } | undefined; readonly limit: number },
): Promise<DeletedFile[]> {
  const older =
    page.before === undefined
      ? undefined
      : sql`(${workspaceFiles.deletedAt}, ${workspaceFiles.id}) < (${page.before.at}, ${page.before.id})`;
  const rows = await db
    .rows(workspaceFiles, all(isNotNull(workspaceFiles.deletedAt), older))
    .orderBy(desc(workspaceFiles.deletedAt), desc(workspaceFiles.id))
    .limit(page.limit);
  return rows.map((row) => ({
    ...entryOf(row),
    fileId: row.id,
    deletedAt: row.deletedAt ?? row.updatedAt,
    deletedBy: row.author,
  }));
}

/** Makes a folder with those it lies in. Throws `exists`. */
export async function makeFolder(
  deps: WorkspaceDeps,
  input: { readonly path: string; readonly author: FileAuthor },
): Promise<{ path: string; createdAt: string }> {
  const { db, clock } = deps;
  const path = parseFolderPath(input.path);
  if (path === "" || (await findFolder(deps, path)) !== null) throw taken(path);
  await checkPlace(deps, path);
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const entry = {
    id: `folder:${deps.ids.newId()}`,
    actor: input.author,
    action: "folder.created",
    subject: { kind: "folder", id: path },
    sentence: `${input.author.name} made the folder ${path}/`,
  };
  await db.batch([
    ...folderInserts(deps, [...foldersOf(path), path], now),
    ...figures(deps, { files: 0, sizeBytes: 0, renamed: true, when: sql`true` }),
    auditStatement(db, entry, nowMs),
  ]);
  await deps.changed([{ path, change: "folder", etag: null, from: null, author: input.author }]);
  return { path, createdAt: now };
}

function headAfter(origin: Origin, now: string) {
  return {
    etag: FRESH_ETAG,
    version: sql`${workspaceFiles.version} + 1`,
    author: origin.author,
    updatedAt: now,
  };
}

function versionRows(
  { db }: WorkspaceDeps,
  where: SQL,
  { origin, change, now }: { origin: Origin; change: FileChange; now: string },
): Statement {
  return db.insertEach(
    workspaceVersions,
    {
      id: workspaceFiles.etag,
      fileId: workspaceFiles.id,
      version: workspaceFiles.version,
      change,
      path: workspaceFiles.path,
      sha256: workspaceFiles.sha256,
      sizeBytes: workspaceFiles.sizeBytes,
      author: origin.author,
      runId: origin.runId ?? null,
      conversationId: origin.conversationId ?? null,
      messageId: origin.messageId ?? null,
      source: origin.source ?? null,
      restoredFrom: null,
      at: now,
    },
    workspaceFiles,
    where,
  );
}

/** What a marked batch adds to the figures. */
function sums(batchId: string, sign: 1 | -1): { files: SQL; sizeBytes: SQL } {
  const of = (what: SQL): SQL =>
    sql`${sign} * (select ${what} from ${workspaceFiles} where ${workspaceFiles.deletionId} = ${batchId})`;
  return { files: of(sql`count(*)`), sizeBytes: of(sql`coalesce(sum(${workspaceFiles.sizeBytes}), 0)`) };
}

/** Every file of a batch is indexed anew, whatever waits of it already. */
function queueAll({ db }: WorkspaceDeps, batchId: string, nowMs: number): Statement[] {
  const mine = eq(workspaceFiles.deletionId, batchId);
  const ids = db.pick({ id: workspaceFiles.id }, workspaceFiles, mine);
  return [
    db.remove(searchOutbox, all(eq(searchOutbox.source, "file"), sql`${searchOutbox.itemId} in ${ids}`)),
    db.insertEach(
      searchOutbox,
      { source: "file", itemId: workspaceFiles.id, queuedAt: nowMs + 1 },
      workspaceFiles,
      mine,
    ),
  ];
}

function foldersIn(folder: string): SQL {
  const itself = eq(workspaceFolders.path, folder);
  return folder === "" ? sql`true` : sql`(${itself} or ${within(workspaceFolders.folder, folder)})`;
}

function removeFolders({ db }: WorkspaceDeps, folder: string): Statement[] {
  return [db.remove(workspaceFolders, foldersIn(folder))];
}

function folderInserts({ db }: WorkspaceDeps, folders: readonly string[], now: string): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < folders.length; at += FOLDERS_AT_ONCE) {
    const rows = folders.slice(at, at + FOLDERS_AT_ONCE).map((path) => folderRow(path, now));
    statements.push(db.insert(workspaceFolders, rows).onConflictDoNothing());
  }
  return statements;
}

function rowsOf(result: unknown): FileRow[] {
  return Array.isArray(result) ? (result as FileRow[]) : [];
}

async function tell(
  deps: WorkspaceDeps,
  rows: readonly FileRow[],
  change: FileChange,
  author: FileAuthor,
  folder?: string,
): Promise<void> {
  const news = rows.slice(0, NAMED).map((row) => newsOf(row, change, author));
  if (folder !== undefined) news.push({ path: folder, change: "folder", etag: null, from: null, author });
  await deps.changed(news);
}

function newsOf(row: FileRow, change: FileChange, author: FileAuthor): WorkspaceChange {
  return { path: row.path, change, etag: change === "deleted" ? null : row.etag, from: null, author };
}

async function getFolder(deps: WorkspaceDeps, path: string): Promise<void> {
  const folder = await findFolder(deps, path);
  if (folder === null || folder.path !== path) throw notFound(`${path}/`);
}

function taken(path: string): AppError {
  return new AppError("exists", `There is a folder ${path}/ already.`, { details: { path } });
}

function changedMeanwhile(row: FileRow): AppError {
  return new AppError("changed", `${row.path} was changed in the meantime. Look at it again.`, {
    details: { path: row.path, etag: row.etag },
  });
}
