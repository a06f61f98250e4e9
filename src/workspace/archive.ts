/** The workspace as a zip, out and in. What comes in is bounded before it is unpacked, and every path goes the way of all paths. */
import { unzipSync, zipSync, type Unzipped } from "fflate";
import { AppError } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { WORKSPACE_LIMITS, type ImportResult } from "../protocol/workspace.ts";
import { isFilePath, joinPath, parseFilePath, parseFolderPath } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { findLive, listLive } from "./store.ts";
import type { Origin } from "./types.ts";
import { writeFile } from "./write-file.ts";

const PAGE = 500;
const READ_AT_ONCE = 4;
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
  for (const [name, bytes] of Object.entries(unpack(input.archive, skipped))) {
    try {
      const path = parseFilePath(joinPath(into, name));
      const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
      const before = await findLive(deps, path);
      if (before?.sha256 === (await sha256Hex(content))) {
        unchanged++;
        continue;
      }
      await writeFile(deps, { ...input, path, content, overwrite: input.overwrite });
      written++;
    } catch (error) {
      skipped.push({ path: shown(name), reason: reasonOf(error), taken: isTaken(error) });
    }
  }
  return { written, unchanged, skipped: skipped.slice(0, 200) };
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
