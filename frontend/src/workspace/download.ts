/** Download addresses of files, folders and selections. Pure. */
import { WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import { workspaceAddresses } from "../../../src/workspace/api/workspace.ts";
import { isFile, nameOf } from "./paths.ts";

export function downloadAddress(path: string, etag?: string): string {
  return `${workspaceAddresses.download}?${new URLSearchParams({ path, ...(etag ? { etag } : {}) })}`;
}

/** URL length that every proxy accepts. */
const MAX_ADDRESS = 8000;

/** Several entries of one folder as a zip; null if there are too many for one address. */
export function manyAddress(folder: string, paths: readonly string[]): string | null {
  const [only] = paths;
  if (paths.length === 1 && only !== undefined)
    return isFile(only) ? downloadAddress(only) : exportAddress(only);
  const query = new URLSearchParams({ path: folder });
  for (const path of paths) query.append("only", nameOf(path));
  const address = `${workspaceAddresses.export}?${query}`;
  return paths.length > WORKSPACE_LIMITS.exportChosen || address.length > MAX_ADDRESS ? null : address;
}

/** Why entries without a `manyAddress` can't be downloaded together, and what to do instead. */
export function tooManyWords(paths: readonly string[]): string {
  const why =
    paths.length > WORKSPACE_LIMITS.exportChosen
      ? `You can download up to ${WORKSPACE_LIMITS.exportChosen} items at once.`
      : "These long names don’t fit into one download.";
  return `${why} Select fewer, or download the whole folder.`;
}

export function exportAddress(folder: string): string {
  return folder === ""
    ? workspaceAddresses.export
    : `${workspaceAddresses.export}?${new URLSearchParams({ path: folder })}`;
}
