/** A whole content written by a person or a program that knows what it saw: a compare-and-set on the etag, or the making of a new file. */
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

/** Attempts where no one named an etag: each is against a head just read. */
const ATTEMPTS = 20;

/** What to write. */
export interface WriteInput extends Origin {
  readonly path: string;
  readonly content: string;
  /** The version this content grew from. */
  readonly etag?: string | undefined;
  /** Without an etag: replace what is there. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Writes a file. Throws `invalid_path`, `invalid_request`, `too_large`; with an etag `changed` with `ChangedDetails`, without one `exists`. The
 * same content as is there already changes nothing and is no conflict.
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
    // What a new file needs is read along with whether it is one, in one trip.
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

/** Whether a write may go over what is there: it names a version of it, or takes whatever there is. */
function mayReplace({ etag, overwrite }: WriteInput): boolean {
  return etag !== undefined || overwrite === true;
}

/** Throws `changed` where another version is the newest than the one named, `exists` where there is a file that may not be replaced. */
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

/** A person who saves outside text as it is has looked it over: that alone is a change worth a version. */
async function reviewedOf(deps: WorkspaceDeps, head: FileRow, origin: Origin): Promise<FileRow> {
  if (head.source === null || origin.author.kind !== "user") return head;
  const { path } = head;
  const content = await deps.blobs.get(head.sha256);
  return (await commit(deps, { head, path, content, change: "edited", origin })) ?? head;
}

/** There is something already. */
export function existsError(head: Pick<FileRow, "path" | "etag">): AppError {
  return new AppError("exists", `${head.path} is there already.`, {
    details: { path: head.path, etag: head.etag },
  });
}

/** There is a file whose name differs in case alone. */
export function spelledOtherwise(path: string, there: string): AppError {
  return new AppError(
    "exists",
    `${there} is there already; ${path} differs from it in upper and lower case only.`,
    { details: { path: there } },
  );
}

/** The conflict of a write that grew from `etag`, with all a merge view needs. */
export async function changedError(
  deps: WorkspaceDeps,
  mine: { readonly path: string; readonly etag: string; readonly content: string },
): Promise<AppError> {
  const details = await changedDetails(deps, mine);
  const message =
    details.etag === null
      ? `${mine.path} is not there any more.`
      : `${details.by?.name ?? "Somebody"} changed ${mine.path} in the meantime. Nothing of yours was written; merge the two and save again.`;
  return new AppError("changed", message, { details: { ...details } });
}

/** What a content that grew from `etag` meets now. */
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

/** Where a file is now; null where it is deleted. */
async function pathNow({ db }: WorkspaceDeps, fileId: string): Promise<string | null> {
  const [newest] = await db
    .rows(workspaceVersions, and(eq(workspaceVersions.fileId, fileId)))
    .orderBy(desc(workspaceVersions.version))
    .limit(1);
  return newest === undefined || newest.change === "deleted" ? null : newest.path;
}

/**
 * Makes an older version the newest, as a version of its own; a deleted file comes back as it was. Throws `not_found`, `changed`, `exists`, and what the
 * rules of the place say of a version that would take the place of one that keeps to them.
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
  throw new AppError("changed", `${head.path} was changed in this very moment. Look again and restore then.`);
}
