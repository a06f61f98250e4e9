import * as z from "zod";
import { appended, changeFile, folderOf, parseFilePath } from "../../workspace/index.ts";
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
import { NEEDS_PROSE, newFolderRefused, written } from "./results.ts";

const inputSchema = z.strictObject({
  path: pathField,
  text: contentField
    .regex(/\S/, "must not be blank")
    .describe("What to add at the end, such as one line that begins with -"),
});

function contentOf(
  { path, text }: z.output<typeof inputSchema>,
  before: string | null,
  context: ToolContext,
  files: TeamFiles,
): string {
  return appended(before, withSource(text, path, context, files));
}

/** Adds to the end of a file; how things are remembered. */
export const appendFile = defineTool({
  name: "append_file",
  title: "Add to a file",
  description:
    "Adds text at the end of a file of the workspace and makes the file if there is none. Today's date and this conversation are written " +
    "beside it by themselves. This is how to remember something: daily_notes/<YYYY-MM-DD>_<topic>.md for what happened, areas/<topic>.md for " +
    "what holds for long, MEMORY.md only for what every conversation must know.",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Adding to ${path}`,
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
    const refused = await newFolderRefused(folderOf(path), context, files);
    if (refused !== null) return refused;
    const row = await changeFile(files.deps, {
      ...originOf(context),
      path,
      apply: (before) => contentOf(input, before, context, files),
    });
    return written(row, "added");
  },
});
