/** What file tools answer. */
import { findFolder, type FileRow } from "../../workspace/index.ts";
import type { ToolResult } from "../define-tool.ts";
import type { Call } from "../call.ts";
import type { FileServices } from "./index.ts";
import { isOutside } from "./provenance.ts";

/** A file was written. */
export function written(row: FileRow, what: string): ToolResult {
  const { path, version, sizeBytes } = row;
  return { kind: "ok", data: { path, done: what, version, sizeBytes } };
}

const KNOWN_FOLDERS = new Set(["areas", "daily_notes", "accounts"]);

/**
 * The answer to a call that would make a folder where text from outside was read: folders' names stand in every prompt. Null where none would
 * be made, or no such text was read.
 */
export async function newFolderRefused(
  folder: string,
  call: Call,
  { deps }: FileServices,
): Promise<ToolResult | null> {
  if (!isOutside(call) || folder === "" || KNOWN_FOLDERS.has(folder)) return null;
  if ((await findFolder(deps, folder)) !== null) return null;
  return {
    kind: "retry",
    message: `There is no folder ${folder}/, and this conversation has read text from outside: choose one that is there, such as areas.`,
  };
}

/** Outside text goes where its source can stand beside it. */
export const NEEDS_PROSE: ToolResult = {
  kind: "retry",
  message:
    "This conversation has read text from outside. Write what came of it into a .md or .txt file, where its source can stand beside it.",
};

/** What every prompt holds is moved and deleted by people where text from outside was read. */
export const PEOPLE_ALONE: ToolResult = {
  kind: "failed",
  message:
    "Text from outside stands in this conversation or in the file, so only a person moves or deletes what every conversation reads: MEMORY.md, skills, today's notes. Say what you would change and why.",
};
