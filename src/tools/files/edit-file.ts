import * as z from "zod";
import { changeFile, existing, parseFilePath, replaceOnce } from "../../workspace/index.ts";
import { defineTool } from "../define-tool.ts";
import type { TeamFiles, ToolContext } from "../ports.ts";
import { contentField, pathField } from "./fields.ts";
import { proposeWrite } from "./propose-write.ts";
import {
  holdsProse,
  isOutside,
  originOf,
  OUTSIDE_TEXT_RULE,
  waitsForPerson,
  withSource,
} from "./provenance.ts";
import { NEEDS_PROSE, written } from "./results.ts";

const inputSchema = z.strictObject({
  path: pathField,
  oldText: contentField.min(1).describe("The exact text to replace, as it stands in the file, once"),
  newText: contentField.describe("The text to put in its place; empty to take it out"),
});

function contentOf(
  { path, oldText, newText }: z.output<typeof inputSchema>,
  before: string | null,
  context: ToolContext,
  files: TeamFiles,
): string {
  const isMarked = isOutside(context) && newText.trim() !== "";
  const text = isMarked ? withSource(newText, path, context, files) : newText;
  return replaceOnce(existing(before, path), oldText, text, path);
}

/** Replaces an exact piece of a file. */
export const editFile = defineTool({
  name: "edit_file",
  title: "Edit a file",
  description:
    "Replaces one exact piece of a file of the workspace. oldText must stand in the file exactly once, with its spaces and line breaks: read " +
    "the file first. Somebody else's changes elsewhere in the file stay.",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Editing ${path}`,
  guard: {
    effects: ["file.write"],
    async rule({ path }, context) {
      return waitsForPerson(parseFilePath(path), context, await context.files()) ? OUTSIDE_TEXT_RULE : null;
    },
    async resolve(input, context) {
      const files = await context.files();
      return proposeWrite(files, context, {
        path: input.path,
        apply: (before) => contentOf(input, before, context, files),
      });
    },
  },
  async run(input, context) {
    const files = await context.files();
    const path = parseFilePath(input.path);
    if (isOutside(context) && !holdsProse(path)) return NEEDS_PROSE;
    const row = await changeFile(files.deps, {
      ...originOf(context),
      path,
      apply: (before) => contentOf(input, before, context, files),
    });
    return written(row, "edited");
  },
});
