import * as z from "zod";
import { existing, replaceOnce } from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { changesContent } from "./change-content.ts";
import { contentField, pathField } from "./fields.ts";
import { isOutside, withMarksRenewed, withSource } from "./provenance.ts";

const inputSchema = z.strictObject({
  path: pathField,
  oldText: contentField.min(1).describe("The exact text to replace, as it stands in the file, once"),
  newText: contentField.describe("The text to put in its place; empty to take it out"),
});

function contentOf(
  { path, oldText, newText }: z.output<typeof inputSchema>,
  before: string | null,
  call: Call,
  files: FileServices,
): string {
  const found = existing(before, path);
  const after = replaceOnce(found, oldText, newText, path);
  if (newText.trim() === "") return after;
  const renewed = withMarksRenewed({ before: found, after, newText }, path, call, files);
  if (renewed !== null || !isOutside(call)) return renewed ?? after;
  return replaceOnce(found, oldText, withSource(newText, path, call, files), path);
}

/** Replaces exact text in a file. */
export const editFile = defineTool({
  name: "edit_file",
  title: "Edit a file",
  done: "Edited a file",
  description:
    "Replaces one exact piece of a file of the workspace. oldText must stand in the file exactly once, with its spaces and line breaks: read " +
    "the file first. Somebody else's changes elsewhere in the file stay.",
  keywords: "change correct update fix remember memory note notes knowledge line",
  input: inputSchema,
  summarize: ({ path }) => `Editing ${path}`,
  ...changesContent(contentOf, () => "edited"),
});
