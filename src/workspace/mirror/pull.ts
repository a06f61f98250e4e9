/**
 * Brings in what changed on GitHub, as versions by their authors. Where both sides changed a file they are merged; where that cannot be done
 * without choosing, ours stays and theirs is kept beside it. Nothing is ever overwritten unseen.
 */
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { WORKSPACE_LIMITS } from "../api/workspace-limits.ts";
import { ownerAgainst } from "../api/workspace-owners.ts";
import type { FileAuthor } from "../api/workspace-change.ts";
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

/** Files taken in by one sync, some calls of storage and of GitHub each: the rest is the next sync's. */
const ARRIVALS = 300;
/** Times a file is looked at again where somebody here was faster. */
const TRIES = 3;

/** Who changed a file on GitHub, and whether they are of the team. */
interface Change {
  readonly origin: Origin;
  readonly byMember: boolean;
  readonly short: string;
}

/** What bringing files in came to. */
export interface Pulled {
  readonly conflicts: number;
  /** Whether the branch's files are all in. Until they are nothing may go out: what is not here yet would look new or gone. */
  readonly isWhole: boolean;
}

/** Brings the branch's files in, so many of them at a time and at least one. `today` is a day of the tenant's zone. */
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

/** Whether a path of the repository can be a file of the workspace, and is mirrored. */
function isOurs(path: string, { withSources }: Pick<MirrorDeps, "withSources">): boolean {
  try {
    checkClear(path);
    return parseFilePath(path) === path && (withSources || !isAccountSource(path));
  } catch {
    return false;
  }
}

/** The paths that hold what is known to be no file here; what is known of others is forgotten. */
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

/** What a file says; null for what cannot be a file here: no text, or too long. */
async function textOf({ remote }: MirrorDeps, { blobSha, sizeBytes }: RemoteFile): Promise<string | null> {
  const { fileBytes, fileLines } = WORKSPACE_LIMITS;
  if (sizeBytes > fileBytes) return null;
  const content = await remote.content(blobSha);
  if (content === null || content.includes("\u0000") || !content.isWellFormed()) return null;
  return hasMoreLines(content, fileLines) ? null : content;
}

/** A member's edit is theirs where GitHub vouches for it. Any other words carry where they come from, as all text from outside does. */
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

/** Takes one file in: in its place, or beside ours where a person must choose. */
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

/** Whether a change on GitHub goes in its place: a member's hand reaches where members write, nobody else's reaches others' prompts. */
function mayChange(path: string, { byMember }: Change, today: string): boolean {
  if (ownerAgainst(path, byMember ? "member" : undefined) !== null) return false;
  return byMember || !isInOthersPrompts(path, today);
}

/** Whether a write failed because somebody else wrote the file first. */
function wasOvertaken(error: unknown): boolean {
  return error instanceof AppError && ["changed", "exists"].includes(error.code);
}

/** What the file becomes: theirs where ours is as it was, both where they can be put together; null where a person must choose. */
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

/** Both sides hold the same. */
async function settled(deps: MirrorDeps, { file }: Arrival, row: FileRow): Promise<"in_place"> {
  const { path, blobSha } = file;
  await keepBase(syncOf(deps), { path, blobSha, etag: row.etag, sha256: row.sha256 });
  return "in_place";
}

/** Theirs has been looked at; ours goes to GitHub with the next commit. */
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

/** A file that is gone from GitHub goes here too where no one changed it here; it can be brought back. */
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
