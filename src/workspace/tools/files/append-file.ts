import * as z from "zod";
import { appended } from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { changesContent } from "./change-content.ts";
import { contentField, pathField } from "./fields.ts";
import { withSource } from "./provenance.ts";

const inputSchema = z.strictObject({
  path: pathField,
  text: contentField.regex(/\S/, "must not be blank").describe("Such as one line that begins with -"),
});

function contentOf(
  { path, text }: z.output<typeof inputSchema>,
  before: string | null,
  call: Call,
  files: FileServices,
): string {
  return appended(before, withSource(text, path, call, files));
}

/** Appends to a file; the agent's way to remember things. */
export const appendFile = defineTool({
  name: "append_file",
  title: "Add to a file",
  done: "Added to a file",
  description:
    "Adds text at the end of a file of the workspace, which is made if there is none; date and conversation are written beside it. This is how to " +
    "remember: daily_notes/<YYYY-MM-DD>_<topic>.md for what happened, areas/<topic>.md for what holds for long, MEMORY.md only for what every " +
    "conversation must know. What a person asks you to remember, in their exact words, MEMORY.md takes at once, even after text from outside was read here.",
  input: inputSchema,
  summarize: ({ path }) => `Adding to ${path}`,
  ...changesContent(contentOf, () => "added", { adds: true }),
});
