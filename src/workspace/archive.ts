/**
 * ZIP export and import of the workspace. Imports are bounded before unpacking, and every path is validated.
 */
import type { Unzipped, Zip } from "fflate";
import { AppError } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import { type ImportResult } from "./api/workspace.ts";
import { checkContent, commitNew } from "./commit.ts";
import { checkOwner } from "./owners.ts";
import { folderOf, isFilePath, joinPath, parseFilePath, parseFolderPath, pathKey } from "./path.ts";
import { checkPlace, takenKeys } from "./place.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { countLive, findLive, listLive } from "./store.ts";
import type { Origin } from "./types.ts";
import { writeFile } from "./write-file.ts";

/** Files listed per query. */
const PAGE = 500;
/** Unpacked bytes per page of an import, held in memory at once. */
const PAGE_BYTES = 16 * 1024 * 1024;
const PARALLEL_READS = 4;
/** New files per batch, few enough for one database call. */
const WRITES_PER_BATCH = 20;
/** Files that archive programs add on their own. */
const BESIDE = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Streams a folder, or some of its entries by name, as a ZIP: only a few files are in memory at a time.
 * Throws `too_large`, before the first byte, if it would exceed a request's storage calls.
 */
export async function exportZip(
  deps: WorkspaceDeps,
  rawFolder: string,
  only: readonly string[] = [],
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const under = parseFolderPath(rawFolder);
  const choice = { under, only: only.map((name) => joinPath(under, name)) };
  if ((await countLive(deps, choice)) > WORKSPACE_LIMITS.exportFiles)
    throw new AppError(
      "too_large",
      `An archive holds at most ${WORKSPACE_LIMITS.exportFiles} files. Export one folder at a time.`,
      { details: { maxFiles: WORKSPACE_LIMITS.exportFiles } },
    );
  const files = filesIn(deps, choice);
  const { Zip: Archive, deflatedFile } = await zipLibrary();
  let zip: Zip;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      zip = new Archive((error, bytes, isLast) => {
        if (error) return controller.error(error);
        controller.enqueue(new Uint8Array(bytes));
        if (isLast) controller.close();
      });
    },
    async pull() {
      const { value: some } = await files.next();
      if (some === undefined) return zip.end();
      for (const { path, updatedAt, content } of some) {
        const bytes = new Uint8Array(new TextEncoder().encode(content));
        const file = await deflatedFile(path, bytes);
        file.mtime = updatedAt;
        zip.add(file);
        file.push(bytes, true);
      }
    },
  });
}

async function* filesIn(
  deps: WorkspaceDeps,
  choice: { readonly under: string; readonly only: readonly string[] },
) {
  let after: string | undefined;
  for (;;) {
    const rows = await listLive(deps, { ...choice, after, limit: PAGE });
    for (let at = 0; at < rows.length; at += PARALLEL_READS)
      yield await Promise.all(
        rows.slice(at, at + PARALLEL_READS).map(async ({ path, updatedAt, sha256 }) => ({
          path,
          updatedAt,
          content: await deps.blobs.get(sha256),
        })),
      );
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.path;
  }
}

/**
 * Writes an archive's files, each as its own version; at most `WORKSPACE_LIMITS.importPage` of them starting
 * at `from`, because storage calls per request are limited: the result says where to continue. Invalid,
 * existing or binary files are skipped and listed. Throws `invalid_request` for an invalid archive,
 * `too_large` for one that unpacks to too much, without writing anything. Idempotent.
 */
export async function importZip(
  deps: WorkspaceDeps,
  input: Origin & {
    readonly archive: Uint8Array<ArrayBuffer>;
    /** The target folder. */
    readonly into?: string | undefined;
    readonly overwrite?: boolean | undefined;
    readonly from?: number | undefined;
  },
): Promise<ImportResult> {
  const into = parseFolderPath(input.into ?? "");
  const { entries, skipped, next } = await unpack(input.archive, input.from ?? 0);
  let [written, unchanged] = [0, 0];
  const files = Object.entries(entries);
  for (let at = 0; at < files.length; at += WRITES_PER_BATCH) {
    const some = readable(deps, into, files.slice(at, at + WRITES_PER_BATCH), skipped);
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
  return { written, unchanged, skipped: skipped.slice(0, 200), next };
}

interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** Selects the entries that can be workspace files; the rest is listed as skipped. */
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
      checkOwner(deps, path);
      checkContent(content);
      deps.rules?.check(path, content);
      return [{ path, content }];
    } catch (error) {
      skipped.push({ path: printableName(name), reason: reasonOf(error), taken: isTaken(error) });
      return [];
    }
  });
}

/**
 * Creates the files whose path is free in one batch, and returns the others, which are written one by one.
 */
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
    // A folder's validity applies to all new names in it.
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
  if (error instanceof TypeError) return "It isn’t text (UTF-8).";
  throw error;
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === "exists";
}

type Skipped = ImportResult["skipped"][number];

/** Imported lazily: building its tables takes 3% of the Worker's start-up, and archives are rare. */
function zipLibrary(): Promise<typeof import("./zip-library.ts")> {
  return import("./zip-library.ts");
}

/** A page of unpacked files, and where the next one starts. */
interface Unpacked {
  readonly entries: Unzipped;
  readonly skipped: Skipped[];
  readonly next: number | null;
}

/**
 * The next page of an archive's candidate files. Declared sizes are checked first, and unpacking stops at the
 * declared size.
 */
async function unpack(archive: Uint8Array, from: number): Promise<Unpacked> {
  const skipped: { readonly at: number; readonly what: Skipped }[] = [];
  let [files, sizeBytes, pageBytes] = [0, 0, 0];
  let until = Number.MAX_SAFE_INTEGER;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (name.endsWith("/") || BESIDE.test(name)) return false;
    const reason = whyNot(name, originalSize);
    if (reason !== null) {
      skipped.push({ at: files, what: { path: printableName(name), reason, taken: false } });
      return false;
    }
    const place = files++;
    sizeBytes += originalSize;
    if (place < from || place >= until) return false;
    pageBytes += originalSize;
    const isFull = place >= from + WORKSPACE_LIMITS.importPage || pageBytes > PAGE_BYTES;
    if (isFull) until = place;
    return !isFull && !isTooMuch(files, sizeBytes);
  };
  const { unzipSync } = await zipLibrary();
  let entries: Unzipped;
  try {
    entries = unzipSync(archive, { filter });
  } catch (error) {
    throw new AppError("invalid_request", "This isn’t a ZIP archive Steward can read.", { cause: error });
  }
  if (isTooMuch(files, sizeBytes))
    throw new AppError(
      "too_large",
      `An archive may hold ${WORKSPACE_LIMITS.importFiles} files and ${WORKSPACE_LIMITS.importUnpackedBytes / 1024 / 1024} MB unpacked. Nothing was written.`,
    );
  const isLast = files <= until;
  const mine = skipped.filter(({ at }) => at >= from && (at < until || isLast));
  return { entries, skipped: mine.map(({ what }) => what), next: isLast ? null : until };
}

function isTooMuch(files: number, sizeBytes: number): boolean {
  return files > WORKSPACE_LIMITS.importFiles || sizeBytes > WORKSPACE_LIMITS.importUnpackedBytes;
}

function whyNot(name: string, sizeBytes: number): string | null {
  if (!isFilePath(name)) return "Files of this type can’t be stored in the workspace.";
  if (sizeBytes <= WORKSPACE_LIMITS.fileBytes) return null;
  return `It is larger than ${WORKSPACE_LIMITS.fileBytes / 1024} KB.`;
}

function printableName(name: string): string {
  return name.slice(0, 200).replace(/[^\x20-\x7e]/g, "?");
}
