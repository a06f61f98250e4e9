/**
 * The only place where a file's head moves. The blob is stored first; then one batch moves the head by
 * compare-and-set on its etag and writes the version, search words, folders, counters and audit entry, all of
 * them only if the head moved. The loser of a race is informed and retries; no edit is ever overwritten
 * unseen.
 */
import { eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { approvedIn, auditIf } from "../platform/audit/index.ts";
import { byIds, type Statement } from "../platform/db/index.ts";
import {
  workspaceFiles,
  workspaceFolders,
  workspaceState,
  workspaceVersions,
  workspaceWords,
} from "./tables/workspace.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { foldWords } from "../kernel/fold-words.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { eventIf, type DomainEvent } from "../platform/events/index.ts";
import { WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import type { FileChange, WorkspaceChange } from "../platform/api/workspace-change.ts";
import { hasMoreLines } from "./merge.ts";
import { checkOwner } from "./owners.ts";
import { folderOf, foldersOf, isAccountSource, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { between, checkRoom, NO_ROOM, roomOf, type Room } from "./room.ts";
import { allOf, usageOf } from "./store.ts";
import type { FileRow, Origin } from "./types.ts";

/** The change of a file. */
export interface Commit {
  /** The head as read; null for a new path. A deleted head is revived. */
  readonly head: FileRow | null;
  readonly path: string;
  /** Null keeps the content. */
  readonly content: string | null;
  readonly change: FileChange;
  readonly origin: Origin;
  readonly restoredFrom?: number | undefined;
}

/** A content's size in bytes. Throws `too_large` with the limit. */
export function measured(content: string): number {
  const sizeBytes = new TextEncoder().encode(content).length;
  if (sizeBytes > WORKSPACE_LIMITS.fileBytes) {
    throw new AppError(
      "too_large",
      `A file holds at most ${WORKSPACE_LIMITS.fileBytes / 1024} KB; this is ${Math.ceil(sizeBytes / 1024)} KB. Split it.`,
      { details: { maxBytes: WORKSPACE_LIMITS.fileBytes, sizeBytes } },
    );
  }
  return sizeBytes;
}

/** Validates content: text only, limited number of lines. Throws `invalid_request`, `too_large`. */
export function checkContent(content: string): void {
  const { fileLines } = WORKSPACE_LIMITS;
  if (hasMoreLines(content, fileLines))
    throw new AppError("too_large", `A file holds at most ${fileLines} lines. Split it.`, {
      details: { maxLines: fileLines },
    });
  if (content.includes("\u0000") || !content.isWellFormed()) {
    throw new AppError("invalid_request", "This isn’t text. Files here hold text only.");
  }
}

/** Moves one head. Null if another writer moved it first, or took the path. Throws `too_large`. */
export async function commit(deps: WorkspaceDeps, input: Commit): Promise<FileRow | null> {
  const [prepared, usage] = await Promise.all([prepare(deps, input), usageOf(deps)]);
  checkRoom(usage, [prepared.adds]);
  const moved = await runs(() => deps.db.batch(prepared.statements));
  if (!moved) return null;
  await deps.changed([newsOf(prepared.row, input)]);
  return prepared.row;
}

/**
 * Moves several heads in one batch, all or none: null if another writer moved one of them first, or took its
 * path. No file may be listed twice. `along` is written in the same batch, built from the resulting rows.
 * Throws `too_large`.
 */
export async function commitAll(
  deps: WorkspaceDeps,
  inputs: readonly Commit[],
  along: (rows: readonly FileRow[]) => readonly Statement[] = () => [],
): Promise<FileRow[] | null> {
  const known = inputs.flatMap(({ head }) => (head === null ? [] : [head]));
  if (new Set(known.map(({ id }) => id)).size < known.length) throw new TypeError("a file is named twice");
  const [usage, ...prepared] = await Promise.all([
    usageOf(deps),
    ...inputs.map((input) => prepare(deps, input, { isStrict: true })),
  ]);
  checkRoom(
    usage,
    prepared.map(({ adds }) => adds),
  );
  const rows = prepared.map(({ row }) => row);
  const statements = [unlessMoved(deps, known), ...prepared.flatMap((one) => one.statements), ...along(rows)];
  if (!(await runs(() => deps.db.batch(statements)))) return null;
  await deps.changed(rows.flatMap((row, at) => (inputs[at] === undefined ? [] : [newsOf(row, inputs[at])])));
  return rows;
}

/**
 * Statement that aborts its batch with an error unless all heads are as read: D1 batches have no other
 * rollback.
 */
function unlessMoved({ db }: WorkspaceDeps, heads: readonly FileRow[]): Statement {
  const theirs = byIds(
    workspaceFiles.id,
    heads.map(({ id }) => id),
  );
  const asRead = heads.map((head) => headAsRead(head));
  const count = sql`sum(case when ${asRead.length === 0 ? sql`true` : sql.join(asRead, sql` or `)} then 1 else 0 end)`;
  const held = sql<number>`case when coalesce(${count}, 0) = ${heads.length} then 1 else json(${HEAD_MOVED}) end`;
  return db.pick({ held: held.as("held") }, workspaceFiles, theirs);
}

/** Invalid JSON: parsing it raises the error. */
const HEAD_MOVED = "a head was moved";

function headAsRead(head: FileRow): SQL {
  return allOf(
    eq(workspaceFiles.id, head.id),
    eq(workspaceFiles.etag, head.etag),
    head.deletedAt === null ? isNull(workspaceFiles.deletedAt) : isNotNull(workspaceFiles.deletedAt),
  );
}

/**
 * Creates several files in one batch: each exists afterwards, or is null if another writer took its path.
 * Throws `too_large`, without creating any.
 */
export async function commitNew(
  deps: WorkspaceDeps,
  inputs: readonly (Commit & { readonly head: null })[],
): Promise<(FileRow | null)[]> {
  const [usage, ...prepared] = await Promise.all([
    usageOf(deps),
    ...inputs.map((input) => prepare(deps, input)),
  ]);
  checkRoom(
    usage,
    prepared.map(({ adds }) => adds),
  );
  const results = await deps.db.batch(prepared.flatMap(({ statements }) => statements));
  let at = 0;
  const rows = prepared.map(({ row, statements }) => {
    const made = results[at];
    at += statements.length;
    return Array.isArray(made) && made.length > 0 ? row : null;
  });
  await deps.changed(
    rows.flatMap((row, index) => {
      const input = inputs[index];
      return row === null || input === undefined ? [] : [newsOf(row, input)];
    }),
  );
  return rows;
}

/**
 * A commit whose blob is stored: the resulting row and its statements. The first one moves the head; the
 * others depend on it.
 */
interface Prepared {
  readonly row: FileRow;
  readonly statements: readonly Statement[];
  readonly adds: Room;
}

/** `isStrict`: a path taken by another writer aborts the whole batch. */
async function prepare(
  deps: WorkspaceDeps,
  input: Commit,
  { isStrict }: { readonly isStrict: boolean } = { isStrict: false },
): Promise<Prepared> {
  const { db, clock } = deps;
  const { head, path } = input;
  checkOwner(deps, path, ...(head === null ? [] : [head.path]));
  const blob = await storedContent(deps, input);
  const isLive = head !== null && head.deletedAt === null;
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const row = rowAfter(deps, input, blob, now);
  const mine = allOf(eq(workspaceFiles.id, row.id), eq(workspaceFiles.etag, row.etag));
  const isMine = sql`exists (select 1 from ${workspaceFiles} where ${workspaceFiles.id} = ${row.id} and ${workspaceFiles.etag} = ${row.etag})`;
  // The file list in prompts omits files with untrusted content, so a changed mark changes the list too.
  const renamed = !isLive || head.path !== path || (head.source === null) !== (row.source === null);
  // The list shows accounts only by number.
  const listed = renamed && !(isAccountSource(path) && (head === null || isAccountSource(head.path)));
  const adds = between(isLive ? roomOf(head) : NO_ROOM, roomOf(row));
  const statements: Statement[] = [
    moveHead(deps, head, row, isStrict),
    db.insertIf(workspaceVersions, versionRow(row, input), workspaceFiles, mine),
    ...wordStatements(deps, row, input.content, { mine, isMine }),
    ...(renamed ? folderRows(deps, path, now, mine) : []),
    ...figures(deps, { ...adds, renamed: listed, when: isMine }),
    auditIf(db, auditOf(row, input), nowMs, workspaceFiles, mine),
    eventIf(db, eventOf(row, input), nowMs, workspaceFiles, mine),
  ];
  return { row, statements, adds };
}

/** The row a commit writes, under a new etag. */
function rowAfter(
  { db, ids }: WorkspaceDeps,
  { head, path, origin, content }: Commit,
  blob: { readonly sha256: string; readonly sizeBytes: number },
  now: string,
): FileRow {
  return {
    id: head?.id ?? ids.newId(),
    tenantId: db.tenantId,
    path,
    pathKey: pathKey(path),
    folder: folderOf(path),
    etag: ids.newId(),
    version: (head?.version ?? 0) + 1,
    sha256: blob.sha256,
    sizeBytes: blob.sizeBytes,
    author: origin.author,
    source: sourceAfter(head, origin, content !== null),
    createdAt: head?.createdAt ?? now,
    updatedAt: now,
    deletedAt: null,
    deletionId: null,
  };
}

/**
 * Whether a batch's first statement returned a row. A path taken or a head moved concurrently is not an
 * error.
 */
export async function runs(batch: () => Promise<unknown[]>): Promise<boolean> {
  try {
    const [first] = await batch();
    return Array.isArray(first) && first.length > 0;
  } catch (error) {
    const said = `${String(error)} ${String((error as { cause?: unknown }).cause)}`;
    if (/UNIQUE constraint failed|malformed JSON/i.test(said)) return false;
    throw error;
  }
}

function moveHead({ db }: WorkspaceDeps, head: FileRow | null, row: FileRow, isStrict: boolean): Statement {
  const { tenantId: _, ...values } = row;
  if (head !== null) return db.update(workspaceFiles, values, headAsRead(head)).returning();
  const insert = db.insert(workspaceFiles, values);
  return isStrict ? insert.returning() : insert.onConflictDoNothing().returning();
}

async function storedContent(
  deps: WorkspaceDeps,
  { head, content }: Commit,
): Promise<{ sha256: string; sizeBytes: number }> {
  if (content === null) {
    if (head === null) throw new TypeError("a new file needs a content");
    return { sha256: head.sha256, sizeBytes: head.sizeBytes };
  }
  const sizeBytes = measured(content);
  const sha256 = await sha256Hex(content);
  if (sha256 !== head?.sha256) await deps.blobs.put(sha256, content);
  return { sha256, sizeBytes };
}

/** Untrusted content stays marked until a person writes the file, or has reviewed exactly this content. */
function sourceAfter(head: FileRow | null, origin: Origin, rewritten: boolean): string | null {
  if (!rewritten) return head?.source ?? null;
  if (origin.author.kind === "user" || origin.reviewed === true) return null;
  return origin.source ?? (head?.deletedAt === null ? head.source : null);
}

function versionRow(row: FileRow, { origin, change, restoredFrom }: Commit) {
  return {
    id: row.etag,
    fileId: row.id,
    version: row.version,
    change,
    path: row.path,
    sha256: row.sha256,
    sizeBytes: row.sizeBytes,
    author: row.author,
    runId: origin.runId ?? null,
    conversationId: origin.conversationId ?? null,
    messageId: origin.messageId ?? null,
    source: origin.source ?? null,
    restoredFrom: restoredFrom ?? null,
    at: row.updatedAt,
  };
}

function wordStatements(
  { db }: WorkspaceDeps,
  row: FileRow,
  content: string | null,
  { mine, isMine }: { mine: SQL; isMine: SQL },
): Statement[] {
  if (content === null) return [];
  const kept = { fileId: row.id, etag: row.etag, words: foldWords(content) };
  return [
    db.remove(workspaceWords, allOf(eq(workspaceWords.fileId, row.id), isMine)),
    db.insertIf(workspaceWords, kept, workspaceFiles, mine),
  ];
}

function folderRows({ db }: WorkspaceDeps, path: string, now: string, mine: SQL): Statement[] {
  return foldersOf(path).map((folder) =>
    db.insertIf(workspaceFolders, folderRow(folder, now), workspaceFiles, mine),
  );
}

export function folderRow(path: string, now: string) {
  return { path, pathKey: pathKey(path), folder: folderOf(path), createdAt: now };
}

/** The new counters. */
export function figures(
  { db }: Pick<WorkspaceDeps, "db">,
  change: {
    readonly files: number | SQL;
    readonly sizeBytes: number | SQL;
    readonly sourceFiles: number | SQL;
    readonly sourceBytes: number | SQL;
    readonly renamed: boolean;
    readonly when: SQL;
  },
): Statement[] {
  return [
    db.insert(workspaceState, { files: 0, sizeBytes: 0, namesVersion: 0 }).onConflictDoNothing(),
    db.update(
      workspaceState,
      {
        files: sql`${workspaceState.files} + ${change.files}`,
        sizeBytes: sql`${workspaceState.sizeBytes} + ${change.sizeBytes}`,
        sourceFiles: sql`${workspaceState.sourceFiles} + ${change.sourceFiles}`,
        sourceBytes: sql`${workspaceState.sourceBytes} + ${change.sourceBytes}`,
        ...(change.renamed ? { namesVersion: sql`${workspaceState.namesVersion} + 1` } : {}),
      },
      change.when,
    ),
  ];
}

function auditOf(row: FileRow, { origin, change, head }: Commit) {
  const verbs: Record<FileChange, string> = {
    created: "wrote the new file",
    edited: "changed",
    moved: `moved ${head?.path ?? ""} to`,
    deleted: "deleted",
    restored: "brought back",
    imported: "imported",
  };
  return {
    id: `file:${row.etag}`,
    actor: origin.approver ?? origin.author,
    action: `file.${change}`,
    subject: { kind: "file", id: row.id },
    sentence: `${origin.author.name} ${verbs[change]} ${row.path}${approvedIn(origin)}`,
  };
}

function eventOf(row: FileRow, { origin, change }: Commit): DomainEvent {
  return {
    id: `workspace.file.changed:${row.etag}`,
    type: "workspace.file.changed",
    actor: { kind: origin.author.kind, id: origin.author.id },
    payload: { ids: [row.id], change },
  };
}

function newsOf(row: FileRow, { head, change, origin }: Commit): WorkspaceChange {
  const from = head !== null && head.path !== row.path ? head.path : null;
  return { path: row.path, change, etag: row.etag, from, author: origin.author };
}
