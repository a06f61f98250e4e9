/** The workspace as a zip, out and in. What comes in is bounded before it is unpacked, and every path goes the way of all paths. */
import { unzipSync, zipSync, type Unzipped } from "fflate";
import { AppError } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { WORKSPACE_LIMITS, type ImportResult } from "../protocol/workspace.ts";
import { checkContent, commitNew } from "./commit.ts";
import { folderOf, isFilePath, joinPath, parseFilePath, parseFolderPath, pathKey } from "./path.ts";
import { checkPlace, takenKeys } from "./place.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { findLive, listLive } from "./store.ts";
import type { Origin } from "./types.ts";
import { writeFile } from "./write-file.ts";

const PAGE = 500;
const READ_AT_ONCE = 4;
/** New files made in one batch: together they stay small enough for one call of the database. */
const WRITE_AT_ONCE = 20;
/** What archivers put beside the files of a person. */
const BESIDE = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** Everything in a folder as a zip. Throws `too_large` where it is too much for one archive. */
export async function exportZip(deps: WorkspaceDeps, rawFolder: string): Promise<Uint8Array<ArrayBuffer>> {
  const under = parseFolderPath(rawFolder);
  const files: Record<string, Uint8Array> = {};
  let sizeBytes = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await listLive(deps, { under, after, limit: PAGE });
    for (let at = 0; at < rows.length; at += READ_AT_ONCE) {
      const some = rows.slice(at, at + READ_AT_ONCE);
      const texts = await Promise.all(some.map(({ sha256 }) => deps.blobs.get(sha256)));
      for (const [index, { path }] of some.entries()) {
        const bytes = new TextEncoder().encode(texts[index] ?? "");
        sizeBytes += bytes.length;
        if (sizeBytes > WORKSPACE_LIMITS.importUnpackedBytes) {
          throw new AppError("too_large", "This is too much for one archive. Export it folder by folder.");
        }
        files[path] = bytes;
      }
    }
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.path;
  }
  return new Uint8Array(zipSync(files, { level: 6 }));
}

/**
 * Writes the files of an archive, each as a version of its own. What cannot be a file of the workspace, is there already, or is no text is
 * skipped and said to be. Throws `invalid_request` for what is no archive, `too_large` for one that unpacks to too much: then nothing is
 * written. Safe to repeat.
 */
export async function importZip(
  deps: WorkspaceDeps,
  input: Origin & {
    readonly archive: Uint8Array<ArrayBuffer>;
    /** The folder everything goes into. */
    readonly into?: string | undefined;
    readonly overwrite?: boolean | undefined;
  },
): Promise<ImportResult> {
  const into = parseFolderPath(input.into ?? "");
  const skipped: ImportResult["skipped"] = [];
  let [written, unchanged] = [0, 0];
  const files = Object.entries(unpack(input.archive, skipped));
  for (let at = 0; at < files.length; at += WRITE_AT_ONCE) {
    const some = readable(deps, into, files.slice(at, at + WRITE_AT_ONCE), skipped);
    const left = await makeNew(deps, input, some);
    written += some.length - left.length;
    for (const { path, content } of left) {
      try {
        const before = await findLive(deps, path);
        if (before?.sha256 === (await sha256Hex(content))) {
          unchanged++;
          continue;
        }
        await writeFile(deps, { ...input, path, content, overwrite: input.overwrite });
        written++;
      } catch (error) {
        skipped.push({ path, reason: reasonOf(error), taken: isTaken(error) });
      }
    }
  }
  return { written, unchanged, skipped: skipped.slice(0, 200) };
}

interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** What of some entries can be files of the workspace; the rest is said to be skipped. */
function readable(
  deps: WorkspaceDeps,
  into: string,
  entries: readonly (readonly [string, Uint8Array])[],
  skipped: ImportResult["skipped"],
): NewFile[] {
  return entries.flatMap(([name, bytes]) => {
    try {
      const path = parseFilePath(joinPath(into, name));
      const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
      checkContent(content);
      deps.check?.(path, content);
      return [{ path, content }];
    } catch (error) {
      skipped.push({ path: shown(name), reason: reasonOf(error), taken: isTaken(error) });
      return [];
    }
  });
}

/** Makes those files whose place is free, all in one batch, and hands back the others, which go the way of every write. */
async function makeNew(
  deps: WorkspaceDeps,
  origin: Origin,
  files: readonly NewFile[],
): Promise<readonly NewFile[]> {
  const taken = await takenKeys(
    deps,
    files.map(({ path }) => path),
  );
  const hasRoom = new Map<string, boolean>();
  const free: NewFile[] = [];
  for (const file of files) {
    const key = pathKey(file.path);
    if (taken.has(key)) continue;
    taken.add(key);
    const folder = folderOf(file.path);
    // What speaks against one new name in a folder speaks against all: the folders on the way.
    const room = hasRoom.get(folder) ?? (await isPlace(deps, file.path));
    hasRoom.set(folder, room);
    if (room) free.push(file);
  }
  if (free.length === 0) return files;
  const made = await commitNew(
    deps,
    free.map(({ path, content }) => ({ head: null, path, content, change: "created", origin })),
  );
  const done = new Set(free.filter((_, index) => made[index] !== null));
  return files.filter((file) => !done.has(file));
}

async function isPlace(deps: WorkspaceDeps, path: string): Promise<boolean> {
  return checkPlace(deps, path).then(
    () => true,
    () => false,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof TypeError) return "It is no text (UTF-8).";
  throw error;
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === "exists";
}

/** The entries of an archive that may be files, unpacked. What an entry says of its size is checked first; the unpacker takes no more than that. */
function unpack(archive: Uint8Array, skipped: ImportResult["skipped"]): Unzipped {
  let [files, sizeBytes] = [0, 0];
  let tooMuch: AppError | null = null;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (tooMuch !== null || name.endsWith("/") || BESIDE.test(name)) return false;
    if (!isFilePath(name)) {
      skipped.push({
        path: shown(name),
        reason: "Files of this kind are not kept in the workspace.",
        taken: false,
      });
      return false;
    }
    if (originalSize > WORKSPACE_LIMITS.fileBytes) {
      skipped.push({
        path: shown(name),
        reason: `It is larger than ${WORKSPACE_LIMITS.fileBytes / 1024} KB.`,
        taken: false,
      });
      return false;
    }
    files++;
    sizeBytes += originalSize;
    if (files > WORKSPACE_LIMITS.importFiles || sizeBytes > WORKSPACE_LIMITS.importUnpackedBytes) {
      tooMuch = new AppError(
        "too_large",
        `An archive may hold ${WORKSPACE_LIMITS.importFiles} files and ${WORKSPACE_LIMITS.importUnpackedBytes / 1024 / 1024} MB unpacked. Nothing was written.`,
      );
      return false;
    }
    return true;
  };
  let entries: Unzipped;
  try {
    entries = unzipSync(archive, { filter });
  } catch (error) {
    throw new AppError("invalid_request", "This is not a zip archive that can be read.", { cause: error });
  }
  if (tooMuch !== null) throw tooMuch as AppError;
  return entries;
}

function shown(name: string): string {
  return name.slice(0, 200).replace(/[^\x20-\x7e]/g, "?");
}
