/**
 * Imports changes from GitHub as versions by their authors. Files changed on both sides are merged; if that
 * needs a choice, ours is kept in place and theirs in a copy. Nothing is ever overwritten unseen.
 */
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { WORKSPACE_LIMITS } from "../api/workspace-limits.ts";
import { ownerAgainst } from "../api/workspace-owners.ts";
import type { FileAuthor } from "../../platform/api/workspace-change.ts";
import {
  asMember,
  checkClear,
  findFile,
  hasMoreLines,
  isAccountSource,
  isInOthersPrompts,
  mergeTexts,
  parseFilePath,
  remove,
  writeFile,
  type FileRow,
  type Origin,
} from "../index.ts";
import { dropBase, keepBase, readBase, type BaseFile, type Sync } from "./base.ts";
import { keepCopy } from "./conflicts.ts";
import type { MirrorDeps, RemoteFile } from "./ports.ts";
import { dropUnreadable, keepUnreadable, readUnreadable } from "./unreadable.ts";

/** Files imported per sync, several storage and GitHub calls each; the next sync continues. */
const ARRIVALS = 300;
/** Maximum retries after concurrent changes of a file. */
const TRIES = 3;

/** The author of a change on GitHub, and whether they are a member. */
interface Change {
  readonly origin: Origin;
  readonly byMember: boolean;
  readonly short: string;
}

/** Result of an import. */
export interface Pulled {
  readonly conflicts: number;
  /**
   * Whether all files of the branch are imported. Until then nothing may be committed, because missing files
   * would look new or deleted.
   */
  readonly isWhole: boolean;
}

/**
 * Imports the branch's files, a limited number at a time and at least one. `today` is the day in the tenant's
 * time zone.
 */
export async function pull(
  deps: MirrorDeps,
  head: { readonly sha: string; readonly tree: string },
  today: string,
): Promise<Pulled> {
  const [remote, base] = await Promise.all([deps.remote.files(head.tree), readBase(deps.files.db)]);
  const unreadable = await stillUnreadable(deps, remote);
  let [conflicts, arrivals] = [0, 0];
  const isOver = () => arrivals === ARRIVALS || (arrivals > 0 && deps.files.clock.now() >= deps.untilMs);
  for (const file of remote.filter(({ path }) => isOurs(path, deps))) {
    const { path, blobSha } = file;
    if (base.get(path)?.blobSha === blobSha || unreadable.has(path)) continue;
    if (isOver()) return { conflicts, isWhole: false };
    arrivals++;
    const content = await textOf(deps, file);
    if (content === null) {
      await keepUnreadable(syncOf(deps), { path, blobSha });
      continue;
    }
    const change = await changeOf(deps, path, head.sha);
    const arrived = await arrive(deps, { file, content, base: base.get(path) ?? null, change, today });
    if (arrived === "beside") conflicts++;
  }
  const there = new Set(remote.map(({ path }) => path));
  for (const file of base.values()) {
    if (there.has(file.path)) continue;
    if (isOver()) return { conflicts, isWhole: false };
    await depart(deps, file, await changeOf(deps, file.path, head.sha), today);
    arrivals++;
  }
  return { conflicts, isWhole: true };
}

/** Whether a repository path is valid in the workspace and is mirrored. */
function isOurs(path: string, { withSources }: Pick<MirrorDeps, "withSources">): boolean {
  try {
    checkClear(path);
    return parseFilePath(path) === path && (withSources || !isAccountSource(path));
  } catch {
    return false;
  }
}

/** Paths whose content is known to be unsuitable; forgets those that no longer apply. */
async function stillUnreadable(deps: MirrorDeps, remote: readonly RemoteFile[]): Promise<Set<string>> {
  const there = new Map(remote.map(({ path, blobSha }) => [path, blobSha]));
  const known = await readUnreadable(deps.files.db);
  for (const [path, blobSha] of known) {
    if (there.get(path) === blobSha) continue;
    await dropUnreadable(syncOf(deps), path);
    known.delete(path);
  }
  return new Set(known.keys());
}

/** A file's text; null if it is not text or too long. */
async function textOf({ remote }: MirrorDeps, { blobSha, sizeBytes }: RemoteFile): Promise<string | null> {
  const { fileBytes, fileLines } = WORKSPACE_LIMITS;
  if (sizeBytes > fileBytes) return null;
  const content = await remote.content(blobSha);
  if (content === null || content.includes("\u0000") || !content.isWellFormed()) return null;
  return hasMoreLines(content, fileLines) ? null : content;
}

/**
 * A member's edit is attributed to them if GitHub verified it. Anything else is marked with its source, like
 * all untrusted content.
 */
async function changeOf(deps: MirrorDeps, path: string, from: string): Promise<Change> {
  const found = await deps.remote.lastChange(path, from);
  const short = (found?.sha ?? from).slice(0, 7);
  const author = found?.author ?? { name: "Somebody", email: "", login: null };
  const isProven = found?.isProven === true && author.email !== "";
  const member = isProven ? await deps.member(author.email.toLowerCase()) : null;
  if (member !== null) return { origin: { author: member }, byMember: true, short };
  const stranger: FileAuthor = {
    kind: "system",
    id: `github:${author.login ?? author.email}`,
    name: `${author.name.slice(0, 80)} (GitHub)`,
  };
  const source = `GitHub ${deps.repository}, commit ${short} by ${author.name.slice(0, 80)}`;
  return { origin: { author: stranger, source }, byMember: false, short };
}

interface Arrival {
  readonly file: RemoteFile;
  readonly content: string;
  readonly base: BaseFile | null;
  readonly change: Change;
  readonly today: string;
}

/** Imports one file: in place, or as a copy if a person must choose. */
async function arrive(deps: MirrorDeps, arrival: Arrival): Promise<"in_place" | "beside"> {
  const { file, content, change, today } = arrival;
  const { files } = deps;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const local = await findFile(files, file.path);
    if (local?.content === content) return settled(deps, arrival, local.row);
    if (!mayChange(file.path, change, today)) return keptBeside(deps, arrival);
    const merged = local === null ? content : await mergedWith(deps, arrival, local);
    if (merged === null) return keptBeside(deps, arrival);
    try {
      const row = await writeFile(change.byMember ? asMember(files) : files, {
        ...change.origin,
        path: file.path,
        content: merged,
        ...(local === null ? {} : { etag: local.row.etag }),
      });
      if (merged === content) return await settled(deps, arrival, row);
      await standsAs(deps, arrival);
      return "in_place";
    } catch (error) {
      if (!wasOvertaken(error)) throw error;
    }
  }
  return keptBeside(deps, arrival);
}

/**
 * Whether a change on GitHub may be applied in place: a member may change what members can write; anyone else
 * must not change other people's prompts.
 */
function mayChange(path: string, { byMember }: Change, today: string): boolean {
  if (ownerAgainst(path, byMember ? "member" : undefined) !== null) return false;
  return byMember || !isInOthersPrompts(path, today);
}

/** Whether a write failed because of a concurrent one. */
function wasOvertaken(error: unknown): boolean {
  return error instanceof AppError && ["changed", "exists"].includes(error.code);
}

/** The merged content: theirs if ours is unchanged, otherwise a merge; null if a person must choose. */
async function mergedWith(
  { files }: MirrorDeps,
  { content, base }: Arrival,
  local: { readonly row: FileRow; readonly content: string },
): Promise<string | null> {
  if (base !== null && (base.etag === local.row.etag || base.sha256 === local.row.sha256)) return content;
  if (base === null) return null;
  const merge = mergeTexts({
    mine: local.content,
    base: await files.blobs.get(base.sha256),
    theirs: content,
  });
  return merge === null || merge.conflicts > 0 ? null : merge.content;
}

/** Both sides have the same content. */
async function settled(deps: MirrorDeps, { file }: Arrival, row: FileRow): Promise<"in_place"> {
  const { path, blobSha } = file;
  await keepBase(syncOf(deps), { path, blobSha, etag: row.etag, sha256: row.sha256 });
  return "in_place";
}

/** Theirs was considered; ours goes to GitHub with the next commit. */
async function standsAs(deps: MirrorDeps, { file, content }: Arrival): Promise<void> {
  const { path, blobSha } = file;
  const sha256 = await sha256Hex(content);
  await deps.files.blobs.put(sha256, content);
  await keepBase(syncOf(deps), { path, blobSha, etag: `github:${blobSha}`, sha256 });
}

function syncOf({ files, lease }: MirrorDeps): Sync {
  return { db: files.db, lease };
}

async function keptBeside(deps: MirrorDeps, arrival: Arrival): Promise<"beside"> {
  const { file, content, change } = arrival;
  await keepCopy(deps.files, { path: file.path, content, commit: change.short }, change.origin);
  await standsAs(deps, arrival);
  return "beside";
}

/** Deletes a file removed on GitHub, unless it was changed here; it can be restored. */
async function depart(deps: MirrorDeps, base: BaseFile, change: Change, today: string): Promise<void> {
  const { files } = deps;
  const local = await findFile(files, base.path);
  const mayGo = mayChange(base.path, change, today);
  if (local !== null && local.row.etag === base.etag && mayGo) {
    await remove(change.byMember ? asMember(files) : files, {
      ...change.origin,
      path: base.path,
      etag: local.row.etag,
    });
  }
  await dropBase(syncOf(deps), base.path);
}
