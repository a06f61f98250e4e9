/** Moves, renames and creates files and folders, including history. */
import { eq, sql, type SQL } from "drizzle-orm";
import { approvedIn, auditStatement, STEWARD } from "../platform/audit/index.ts";
import { workspaceFiles, workspaceFolders } from "./tables/workspace.ts";
import { type Statement } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { FileAuthor } from "../platform/api/workspace-change.ts";
import {
  changedMeanwhile,
  eventsOf,
  folderInserts,
  foldersIn,
  getFolder,
  headAfter,
  live,
  NAMED,
  newsOf,
  rowsOf,
  sourcesAfterMove,
  folderExists,
  versionRows,
} from "./bulk.ts";
import { changeFile, existing } from "./change-file.ts";
import { figures, runs } from "./commit.ts";
import { checkFolderOwner, checkOwner } from "./owners.ts";
import { folderOf, foldersOf, isFilePath, parseFilePath, parseFolderPath, pathKey } from "./path.ts";
import { checkPlace } from "./place.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { NO_ROOM } from "./room.ts";
import { allOf, findFolder, findLive, getLive, whereWithin } from "./store.ts";
import type { FileRow, Origin } from "./types.ts";
import { existsError } from "./write-file.ts";

/**
 * Moves a file, or a folder with its contents, including history. Content that depends on its path is
 * adjusted in a new version. Throws `not_found`, `exists`, `changed`, `invalid_path`, and errors of the
 * target's rules.
 */
export async function move(
  deps: WorkspaceDeps,
  input: Origin & { readonly from: string; readonly to: string; readonly etag?: string | undefined },
): Promise<{ path: string; moved: number }> {
  if (isFilePath(input.from)) {
    const [from, to] = [parseFilePath(input.from), parseFilePath(input.to)];
    checkOwner(deps, from, to);
    return moveFile(deps, { ...input, from, to });
  }
  const [from, to] = [parseFolderPath(input.from), parseFolderPath(input.to)];
  if (from === "" || to === "") throw new AppError("invalid_path", "You can’t move the whole workspace.");
  checkFolderOwner(deps, from);
  checkOwner(deps, to);
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
  const toFit = await listToFit(deps, [{ to, sha256: row.sha256 }]);
  const moved = await moveRows(
    deps,
    allOf(eq(workspaceFiles.id, row.id), eq(workspaceFiles.etag, row.etag)),
    {
      origin: input,
      set: { path: to, pathKey: pathKey(to), folder: foldersOf(to).at(-1) ?? "" },
      folders: foldersOf(to),
      between: [from, to],
      what: `${from} to ${to}`,
      from: () => from,
    },
  );
  if (moved === null) throw existsError({ path: to, etag: (await findLive(deps, to))?.etag ?? "" });
  if (moved === 0) throw changedMeanwhile(row);
  await fitAll(deps, toFit, input);
  return { path: to, moved };
}

/**
 * Of the files with their new paths, those whose content must change. Throws errors of the target's rules.
 */
async function listToFit(
  { rules, blobs }: WorkspaceDeps,
  files: readonly { readonly to: string; readonly sha256: string }[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const { to, sha256 } of files) {
    if (rules?.concerns(to) !== true) continue;
    const content = await blobs.get(sha256);
    const fitting = rules.fit(to, content);
    rules.check(to, fitting);
    if (fitting !== content) paths.push(to);
  }
  return paths;
}

/** Nobody reviewed the content: untrusted marks are kept. */
async function fitAll(
  deps: WorkspaceDeps,
  paths: readonly string[],
  { runId, conversationId, messageId }: Origin,
): Promise<void> {
  for (const path of paths)
    await changeFile(deps, {
      author: STEWARD,
      runId,
      conversationId,
      messageId,
      path,
      apply: (before) => deps.rules?.fit(path, existing(before, path)) ?? existing(before, path),
    });
}

async function moveFolder(
  deps: WorkspaceDeps,
  input: Origin & { readonly from: string; readonly to: string },
): Promise<{ path: string; moved: number }> {
  const { from, to } = input;
  const { db } = deps;
  await getFolder(deps, from);
  if (from === to) return { path: to, moved: 0 };
  if (to.startsWith(`${from}/`)) throw new AppError("invalid_path", "You can’t move a folder into itself.");
  const there = await findFolder(deps, to);
  if (there !== null && pathKey(to) !== pathKey(from)) throw folderExists(there.path);
  if (pathKey(to) !== pathKey(from)) await checkPlace(deps, to);
  const [files, folders] = await Promise.all([
    db.pick(
      { path: workspaceFiles.path, sha256: workspaceFiles.sha256 },
      workspaceFiles,
      allOf(live, whereWithin(workspaceFiles.folder, from)),
    ),
    db.rows(workspaceFolders, foldersIn(from)),
  ]);
  const renamed = (path: string): string => to + path.slice(from.length);
  for (const { path } of files) parseFilePath(renamed(String(path)));
  const toFit = await listToFit(
    deps,
    files.map(({ path, sha256 }) => ({ to: renamed(String(path)), sha256: String(sha256) })),
  );
  for (const { path } of folders) parseFolderPath(renamed(path));
  const keyLength = Array.from(pathKey(from)).length;
  const length = Array.from(from).length;
  const moved = await moveRows(deps, whereWithin(workspaceFiles.folder, from), {
    origin: input,
    set: {
      path: sql`${to} || substr(${workspaceFiles.path}, ${length + 1})`,
      pathKey: sql`${pathKey(to)} || substr(${workspaceFiles.pathKey}, ${keyLength + 1})`,
      folder: sql`${to} || substr(${workspaceFiles.folder}, ${length + 1})`,
    },
    renames: renameFolders(deps, { from, to, length, keyLength }),
    folders: foldersOf(to),
    between: [from, to],
    what: `${from}/ to ${to}/`,
    from: (path) => from + path.slice(to.length),
  });
  if (moved === null) throw folderExists(to);
  await fitAll(deps, toFit, input);
  return { path: to, moved };
}

/**
 * Renames a folder and those in it, including ones created concurrently, so that no file is ever in an
 * unlisted folder.
 */
function renameFolders(
  { db }: WorkspaceDeps,
  { from, to, length, keyLength }: { from: string; to: string; length: number; keyLength: number },
): Statement {
  return db.update(
    workspaceFolders,
    {
      path: sql`${to} || substr(${workspaceFolders.path}, ${length + 1})`,
      pathKey: sql`${pathKey(to)} || substr(${workspaceFolders.pathKey}, ${keyLength + 1})`,
      folder: sql`case when ${workspaceFolders.path} = ${from} then ${folderOf(to)} else ${to} || substr(${workspaceFolders.folder}, ${length + 1}) end`,
    },
    foldersIn(from),
  );
}

/** Null if one of the paths was taken. */
async function moveRows(
  deps: WorkspaceDeps,
  where: SQL,
  input: {
    readonly origin: Origin;
    readonly set: Record<"path" | "pathKey" | "folder", string | SQL>;
    readonly renames?: Statement;
    readonly folders: readonly string[];
    /** Source and target. */
    readonly between: readonly [from: string, to: string];
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
          allOf(live, where),
        )
        .returning(),
      versionRows(deps, eq(workspaceFiles.deletionId, batchId), { origin, change: "moved", now }),
      ...(input.renames === undefined ? [] : [input.renames]),
      ...folderInserts(deps, input.folders, now),
      eventsOf(deps, batchId, { origin, change: "moved", now }),
      ...figures(deps, {
        files: 0,
        sizeBytes: 0,
        ...sourcesAfterMove(deps, input.between),
        renamed: true,
        when: sql`true`,
      }),
      auditStatement(
        db,
        {
          id: `file:${batchId}`,
          actor: origin.approver ?? origin.author,
          action: "file.moved",
          subject: { kind: "file", id: batchId },
          sentence: `${origin.author.name} moved ${input.what}${approvedIn(origin)}`,
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

/** Creates a folder and its parents. Throws `exists`. */
export async function makeFolder(
  deps: WorkspaceDeps,
  input: { readonly path: string; readonly author: FileAuthor },
): Promise<{ path: string; createdAt: string }> {
  const { db, clock } = deps;
  const path = parseFolderPath(input.path);
  checkOwner(deps, path);
  if (path === "" || (await findFolder(deps, path)) !== null) throw folderExists(path);
  await checkPlace(deps, path);
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const entry = {
    id: `folder:${deps.ids.newId()}`,
    actor: input.author,
    action: "folder.created",
    subject: { kind: "folder", id: path },
    sentence: `${input.author.name} created the folder ${path}/`,
  };
  await db.batch([
    ...folderInserts(deps, [...foldersOf(path), path], now),
    ...figures(deps, { ...NO_ROOM, renamed: true, when: sql`true` }),
    auditStatement(db, entry, nowMs),
  ]);
  await deps.changed([{ path, change: "folder", etag: null, from: null, author: input.author }]);
  return { path, createdAt: now };
}
