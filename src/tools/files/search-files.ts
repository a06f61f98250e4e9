import * as z from "zod";
import { liveByPath, searchFiles } from "../../workspace/index.ts";
import { defineTool } from "../define-tool.ts";
import { folderField } from "./fields.ts";
import type { FileServices } from "./index.ts";

const HITS = 30;

/** Finds lines in files. */
export const searchFilesTool = defineTool({
  name: "search_files",
  title: "Search files",
  done: "Searched files",
  description:
    "Finds lines in the team's workspace that hold the words, whatever their case, with line numbers and the lines around them. Several words " +
    "must all stand in a file. Use it before you say that nothing is known about something; try other words too.",
  input: z.strictObject({
    query: z.string().trim().min(1).max(200).describe("Words to find, such as boiler Cedar"),
    folder: folderField.optional(),
  }),
  effect: "read",
  egress: "none",
  tellsOutside: true,
  summarize: ({ query }) => `Searching the files for ${query}`,
  looksAt: ({ query }) => ({ things: "Files", asked: query, askedIs: "words" }),
  async run({ query, folder }, { deps }: FileServices) {
    const { items, more } = await searchFiles(deps, { q: query, path: folder, limit: HITS });
    const sources = await liveByPath(deps, [...new Set(items.map(({ path }) => path))]);
    const outside = new Map(sources.flatMap(({ path, source }) => (source === null ? [] : [[path, source]])));
    return {
      kind: "list",
      items: items.map(({ path, line, text, before, after }) => ({
        path,
        line,
        text,
        before,
        after,
        ...(outside.has(path) ? { source: outside.get(path) ?? "" } : {}),
      })),
      more,
      keep: "first",
      outside: outside.size > 0,
    };
  },
});
