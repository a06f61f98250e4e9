/** Files of this device into the workspace: texts one by one, a zip as a whole. */
import { FILE_SUFFIXES, WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import {
  importResultSchema,
  workspaceAddresses,
  workspaceEndpoints,
  type ImportResult,
} from "../../../src/workspace/api/workspace.ts";
import { ApiError } from "../api/api-error.ts";
import { call, failureOf } from "../api/call.ts";
import { inFolder, isFile, sizeWords } from "./paths.ts";

/** The result for each file. */
export interface Uploaded {
  readonly written: string[];
  /** The name exists already; includes the content that would replace it. */
  readonly taken: { readonly path: string; readonly content: string }[];
  readonly refused: { readonly name: string; readonly reason: string }[];
}

/** How far it is, and whether a person wants it to end. */
export interface Course {
  /** `of` is null if unknown. */
  readonly onProgress: (done: number, of: number | null) => void;
  readonly stopped: () => boolean;
}

/** Uploads one after another. Files after a stop are not in the result. */
export async function uploadTexts(folder: string, files: readonly File[], course: Course): Promise<Uploaded> {
  const result: Uploaded = { written: [], taken: [], refused: [] };
  for (const [index, file] of files.entries()) {
    if (course.stopped()) break;
    course.onProgress(index, files.length);
    const name = file.webkitRelativePath || file.name;
    const path = inFolder(folder, name);
    const text = await textOf(file);
    if (text.kind === "refused") {
      result.refused.push({ name, reason: text.reason });
      continue;
    }
    try {
      await call(workspaceEndpoints.write, { body: { path, content: text.content } });
      result.written.push(path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "exists") result.taken.push({ path, content: text.content });
      else result.refused.push({ name, reason: error.message });
    }
  }
  return result;
}

/** Replaces existing files; previous versions stay in the history. */
export async function replaceTexts(
  taken: Uploaded["taken"],
  course: Course,
): Promise<{ readonly written: number; readonly problem: unknown }> {
  let written = 0;
  try {
    for (const { path, content } of taken) {
      if (course.stopped()) break;
      course.onProgress(written, taken.length);
      await call(workspaceEndpoints.write, { body: { path, content, overwrite: true } });
      written++;
    }
    return { written, problem: null };
  } catch (problem) {
    return { written, problem };
  }
}

type Read =
  | { readonly kind: "text"; readonly content: string }
  | { readonly kind: "refused"; readonly reason: string };

async function textOf(file: File): Promise<Read> {
  if (!isFile(file.name))
    return { kind: "refused", reason: `Only ${FILE_SUFFIXES.join(", ")}, and .zip files work.` };
  if (file.size > WORKSPACE_LIMITS.fileBytes)
    return { kind: "refused", reason: `Larger than ${sizeWords(WORKSPACE_LIMITS.fileBytes)}.` };
  try {
    return {
      kind: "text",
      content: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()),
    };
  } catch {
    return { kind: "refused", reason: "It isn’t UTF-8 text." };
  }
}

export function isZip(file: File): boolean {
  return file.name.toLowerCase().endsWith(".zip");
}

/**
 * Unpacks an archive into a folder, page by page. Existing files are kept unless `overwrite`. Throws ApiError; files already written stay, and a
 * retry resumes.
 */
export async function importZip(
  folder: string,
  file: File,
  overwrite: boolean,
  course: Course,
): Promise<ImportResult> {
  if (file.size > WORKSPACE_LIMITS.importBytes)
    throw new ApiError({
      status: 413,
      code: "too_large",
      message: `The archive is larger than ${sizeWords(WORKSPACE_LIMITS.importBytes)}.`,
    });
  let whole: ImportResult = { written: 0, unchanged: 0, skipped: [], next: 0 };
  while (whole.next !== null && !course.stopped()) {
    course.onProgress(whole.next, null);
    const query = new URLSearchParams({
      path: folder,
      from: String(whole.next),
      ...(overwrite ? { overwrite: "true" } : {}),
    });
    const page = await importPage(query, file);
    whole = {
      written: whole.written + page.written,
      unchanged: whole.unchanged + page.unchanged,
      skipped: [...whole.skipped, ...page.skipped],
      next: page.next,
    };
  }
  return whole;
}

async function importPage(query: URLSearchParams, file: File): Promise<ImportResult> {
  let response: Response;
  try {
    response = await fetch(`${workspaceAddresses.import}?${query}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/zip" },
      body: file,
    });
  } catch (cause) {
    throw new ApiError({ status: 0, code: "offline", message: "Couldn’t reach the server.", cause });
  }
  if (!response.ok) throw await failureOf(response);
  return importResultSchema.parse(await response.json());
}
