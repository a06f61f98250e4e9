/** What file tools answer. */
import type { FileRow } from "../../workspace/index.ts";
import type { ToolResult } from "../define-tool.ts";

/** A file was written. */
export function written(row: FileRow, what: string): ToolResult {
  const { path, version, sizeBytes } = row;
  return { kind: "ok", items: [{ path, done: what, version, sizeBytes }], total: 1, keep: "first" };
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
    "Text from outside stands in this conversation or in the file, so only a person moves or deletes what every conversation is told: MEMORY.md, skills, today's notes. Say what you would change and why.",
};
