/**
 * Writes a complete content by someone who knows the previous one: compare-and-set on the etag, or creation
 * of a new file.
 */
import { and, desc, eq } from "drizzle-orm";
import { workspaceVersions } from "./tables/workspace.ts";
import { AppError } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/hash.ts";
import type { ChangedDetails } from "./api/workspace.ts";
import { checkContent, commit, measured } from "./commit.ts";
import { mergeTexts } from "./merge.ts";
import { checkOwner } from "./owners.ts";
import { checkPlace } from "./place.ts";
import { parseFilePath, pathKey } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { findDeleted, findLive, getVersion } from "./store.ts";
import { withMutex } from "./keyed-mutex.ts";
import type { FileRow, Origin } from "./types.ts";

/** Maximum attempts without an etag, each against a freshly read head. */
const ATTEMPTS = 20;

interface WriteInput extends Origin {
  readonly path: string;
  readonly content: string;
  /** The version this content is based on. */
  readonly etag?: string | undefined;
  /** Without an etag: replaces an existing file. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Writes a file. Throws `invalid_path`, `invalid_request`, `too_large`; with an etag `changed` with
 * `ChangedDetails`, without one `exists`. Content identical to the current one changes nothing and is no
 * conflict.
 */
export async function writeFile(deps: WorkspaceDeps, input: WriteInput): Promise<FileRow> {
  const path = parseFilePath(input.path);
  checkOwner(deps, path);
  checkContent(input.content);
  measured(input.content);
  deps.rules?.check(path, input.content);
  return withMutex(`${deps.db.tenantId}:${pathKey(path)}`, () => write(deps, path, input));
}

async function write(deps: WorkspaceDeps, path: string, input: WriteInput): Promise<FileRow> {
  const sha256 = await sha256Hex(input.content);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Reads what a new file needs in the same round trip as the check whether it is new.
    const isEdit = input.etag !== undefined;
    const [head, deleted, misplaced] = await Promise.all([
      findLive(deps, path),
      isEdit ? null : findDeleted(deps, path),
      isEdit
        ? null
        : checkPlace(deps, path).then(
            () => null,
            (error: unknown) => ({ error }),
          ),
    ]);
    if (head !== null && head.path !== path) throw spelledOtherwise(path, head.path);
    if (head !== null && head.sha256 === sha256 && mayReplace(input)) return reviewedOf(deps, head, input);
    await checkHead(deps, path, head, input);
    if (head === null && misplaced !== null) throw misplaced.error;
    const written = await commit(deps, {
      head: head ?? deleted,
      path,
      content: input.content,
      change: head === null ? "created" : "edited",
      origin: input,
    });
    if (written !== null) return written;
  }
  throw new AppError("changed", `${path} changes too often right now. Try again in a moment.`);
}

/** Whether a write may replace an existing file: it names a version, or accepts any. */
function mayReplace({ etag, overwrite }: WriteInput): boolean {
  return etag !== undefined || overwrite === true;
}

/**
 * Throws `changed` if the newest version is not the named one, `exists` if there is a file that may not be
 * replaced.
 */
async function checkHead(
  deps: WorkspaceDeps,
  path: string,
  head: FileRow | null,
  input: WriteInput,
): Promise<void> {
  const { etag, content } = input;
  if (etag !== undefined && head?.etag !== etag) throw await changedError(deps, { path, etag, content });
  if (head !== null && !mayReplace(input)) throw existsError(head);
}

/** A person who saves untrusted content unchanged has reviewed it, which alone is worth a version. */
async function reviewedOf(deps: WorkspaceDeps, head: FileRow, origin: Origin): Promise<FileRow> {
  if (head.source === null || origin.author.kind !== "user") return head;
  const { path } = head;
  const content = await deps.blobs.get(head.sha256);
  return (await commit(deps, { head, path, content, change: "edited", origin })) ?? head;
}

export function existsError(head: Pick<FileRow, "path" | "etag">): AppError {
  return new AppError("exists", `${head.path} already exists.`, {
    details: { path: head.path, etag: head.etag },
  });
}

/** The error for a file whose name differs only by case. */
export function spelledOtherwise(path: string, there: string): AppError {
  return new AppError(
    "exists",
    `${there} already exists; ${path} differs from it only in upper and lower case.`,
    { details: { path: there } },
  );
}

/** The conflict of a write based on `etag`, with everything a merge view needs. */
async function changedError(
  deps: WorkspaceDeps,
  mine: { readonly path: string; readonly etag: string; readonly content: string },
): Promise<AppError> {
  const details = await changedDetails(deps, mine);
  const message =
    details.etag === null
      ? `${mine.path} no longer exists.`
      : `${details.by?.name ?? "Someone"} changed ${mine.path} in the meantime. Your changes were not saved; merge the two and save again.`;
  return new AppError("changed", message, { details: { ...details } });
}

/** The conflict details for content based on `etag`. */
export async function changedDetails(
  deps: WorkspaceDeps,
  mine: { readonly path: string; readonly etag: string; readonly content: string },
): Promise<ChangedDetails> {
  const head = await findLive(deps, mine.path);
  const fileId = head?.id ?? null;
  const origin = await deps.db.find(workspaceVersions, eq(workspaceVersions.id, mine.etag));
  const base = origin === null ? null : await deps.blobs.get(origin.sha256);
  if (head === null || fileId === null) {
    const movedTo = origin === null ? null : await pathNow(deps, origin.fileId);
    return { ...NOTHING, path: mine.path, base, movedTo };
  }
  const theirs = await deps.blobs.get(head.sha256);
  const grewTogether = origin !== null && origin.fileId === head.id;
  return {
    path: head.path,
    etag: head.etag,
    theirs,
    base: grewTogether ? base : null,
    by: head.author,
    at: head.updatedAt,
    movedTo: null,
    merge: grewTogether && base !== null ? mergeTexts({ mine: mine.content, base, theirs }) : null,
  };
}

const NOTHING = { etag: null, theirs: null, by: null, at: null, merge: null } as const;

/** The file's current path; null if deleted. */
async function pathNow({ db }: WorkspaceDeps, fileId: string): Promise<string | null> {
  const [newest] = await db
    .rows(workspaceVersions, and(eq(workspaceVersions.fileId, fileId)))
    .orderBy(desc(workspaceVersions.version))
    .limit(1);
  return newest === undefined || newest.change === "deleted" ? null : newest.path;
}

/**
 * Makes an older version current, as a new version; a deleted file is restored. Throws `not_found`,
 * `changed`, `exists`, and errors of the path's rules if the older version violates them and the current one
 * does not.
 */
export async function restoreVersion(
  deps: WorkspaceDeps,
  input: Origin & { readonly head: FileRow; readonly which: string | number },
): Promise<FileRow> {
  const { head } = input;
  checkOwner(deps, head.path);
  const version = await getVersion(deps, head.id, input.which);
  const content = await deps.blobs.get(version.sha256);
  if (head.deletedAt === null) deps.rules?.check(head.path, content);
  else await checkPlace(deps, head.path);
  const written = await commit(deps, {
    head,
    path: head.path,
    content,
    change: "restored",
    origin: version.source === null ? input : { ...input, source: version.source },
    restoredFrom: version.version,
  });
  if (written !== null) return written;
  const now = await findLive(deps, head.path);
  if (now !== null && now.id !== head.id) throw existsError(now);
  throw new AppError("changed", `${head.path} was just changed. Look again before you restore.`);
}
