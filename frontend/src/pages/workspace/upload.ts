/** Files of this device into the workspace: texts one by one, a zip as a whole. */
import {
  FILE_SUFFIXES,
  importResultSchema,
  workspaceAddresses,
  workspaceEndpoints,
  WORKSPACE_LIMITS,
  type ImportResult,
} from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call, failureOf } from "../../api/call.ts";
import { inFolder, isFile, sizeWords } from "./paths.ts";

/** What became of each file. */
export interface Uploaded {
  readonly written: string[];
  /** There is one of that name; with what it would be replaced. */
  readonly taken: { readonly path: string; readonly content: string }[];
  readonly refused: { readonly name: string; readonly reason: string }[];
}

export async function uploadTexts(folder: string, files: readonly File[]): Promise<Uploaded> {
  const result: Uploaded = { written: [], taken: [], refused: [] };
  for (const file of files) {
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

/** Puts them in the place of what is there; the versions that were stay in the history. */
export async function replaceTexts(
  taken: Uploaded["taken"],
): Promise<{ readonly written: number; readonly problem: unknown }> {
  let written = 0;
  try {
    for (const { path, content } of taken) {
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
    return { kind: "refused", reason: `Only ${FILE_SUFFIXES.join(", ")} and .zip are kept.` };
  if (file.size > WORKSPACE_LIMITS.fileBytes)
    return { kind: "refused", reason: `Larger than ${sizeWords(WORKSPACE_LIMITS.fileBytes)}.` };
  try {
    return {
      kind: "text",
      content: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()),
    };
  } catch {
    return { kind: "refused", reason: "It is not text in UTF-8." };
  }
}

export function isZip(file: File): boolean {
  return file.name.toLowerCase().endsWith(".zip");
}

/** Unpacks an archive into a folder. Files that are there are left alone unless `overwrite`. Throws ApiError. */
export async function importZip(folder: string, file: File, overwrite: boolean): Promise<ImportResult> {
  if (file.size > WORKSPACE_LIMITS.importBytes)
    throw new ApiError({
      status: 413,
      code: "too_large",
      message: `The archive is larger than ${sizeWords(WORKSPACE_LIMITS.importBytes)}.`,
    });
  const query = new URLSearchParams({ path: folder, ...(overwrite ? { overwrite: "true" } : {}) });
  let response: Response;
  try {
    response = await fetch(`${workspaceAddresses.import}?${query}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/zip" },
      body: file,
    });
  } catch (cause) {
    throw new ApiError({ status: 0, code: "offline", message: "The server could not be reached.", cause });
  }
  if (!response.ok) throw await failureOf(response);
  return importResultSchema.parse(await response.json());
}

export function downloadAddress(path: string, etag?: string): string {
  return `${workspaceAddresses.download}?${new URLSearchParams({ path, ...(etag ? { etag } : {}) })}`;
}

export function exportAddress(folder: string): string {
  return folder === ""
    ? workspaceAddresses.export
    : `${workspaceAddresses.export}?${new URLSearchParams({ path: folder })}`;
}
