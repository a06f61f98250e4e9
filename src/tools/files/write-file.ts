import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { changeFile, findLive, folderOf, parseFilePath } from "../../workspace/index.ts";
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
  content: contentField.describe("The whole content of the file"),
  overwrite: z
    .boolean()
    .optional()
    .describe("True to replace a file that is there. Read it first; to change a part use edit_file"),
});

function contentOf(
  { path, content, overwrite }: z.output<typeof inputSchema>,
  before: string | null,
  context: ToolContext,
  files: TeamFiles,
): string {
  if (before !== null && overwrite !== true) {
    throw new AppError(
      "exists",
      `${path} is there already. Read it and use edit_file or append_file, or set overwrite to replace it whole.`,
    );
  }
  if (!isOutside(context)) return content;
  return withSource(content, path, context, files);
}

/** Writes a whole file. */
export const writeFileTool = defineTool({
  name: "write_file",
  title: "Write a file",
  description:
    "Writes a whole file of the team's workspace (.md, .txt, .json, .csv): a new one, or with overwrite in place of the old one, whose " +
    "versions stay. Folders are made as needed. Use areas/<topic>.md for lasting knowledge, daily_notes/<YYYY-MM-DD>_<topic>.md for what " +
    "happened today, MEMORY.md only for what every conversation must know. Say in the text when and from whom something was learned.",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Writing ${path}`,
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
    const isNew = (await findLive(files.deps, path)) === null;
    const row = await changeFile(files.deps, {
      ...originOf(context),
      path,
      apply: (before) => contentOf(input, before, context, files),
    });
    return written(row, isNew ? "created" : "replaced");
  },
});
