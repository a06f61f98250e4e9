import * as z from "zod";
import { AppError } from "../../../kernel/errors.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { changesContent } from "./change-content.ts";
import { contentField, pathField } from "./fields.ts";
import { isOutside, withSource } from "./provenance.ts";

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
  call: Call,
  files: FileServices,
): string {
  if (before !== null && overwrite !== true) {
    throw new AppError(
      "exists",
      `${path} is there already. Read it and use edit_file or append_file, or set overwrite to replace it whole.`,
    );
  }
  if (!isOutside(call)) return content;
  return withSource(content, path, call, files);
}

export const writeFileTool = defineTool({
  name: "write_file",
  title: "Write a file",
  done: "Wrote a file",
  description:
    "Writes a whole file of the team's workspace (.md, .txt, .json, .csv): a new one, or with overwrite in place of the old one, whose " +
    "versions stay. Folders are made as needed. Use areas/<topic>.md for lasting knowledge, daily_notes/<YYYY-MM-DD>_<topic>.md for what " +
    "happened today, MEMORY.md only for what every conversation must know. Say in the text when and from whom something was learned.",
  keywords: "save remember keep permanent memory note notes knowledge new",
  input: inputSchema,
  summarize: ({ path }) => `Writing ${path}`,
  ...changesContent(contentOf, (isNew) => (isNew ? "created" : "replaced"), { isWhole: true }),
});
