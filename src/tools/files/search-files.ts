import * as z from "zod";
import type { SearchHit } from "../../protocol/workspace.ts";
import { foldWords, liveByPath, searchFiles } from "../../workspace/index.ts";
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
    "must all stand in a file; passages that hold them all come alone. Use it before you say that nothing is known about something; try other words too.",
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
    const best = bestPassages(items, query);
    const sources = await liveByPath(deps, [...new Set(best.map(({ path }) => path))]);
    const outside = new Map(sources.flatMap(({ path, source }) => (source === null ? [] : [[path, source]])));
    return {
      kind: "list",
      items: best.map(({ path, line, text, before, after }) => ({
        path,
        line,
        text,
        ...(before.length === 0 ? {} : { before }),
        ...(after.length === 0 ? {} : { after }),
        ...(outside.has(path) ? { source: outside.get(path) ?? "" } : {}),
      })),
      more,
      keep: "first",
      outside: outside.size > 0,
    };
  },
});

/** Hits whose passage holds all the words, where there are any; of hits that show the same lines the first alone. Pure. */
export function bestPassages(items: readonly SearchHit[], query: string): SearchHit[] {
  const words = foldWords(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  const whole = items.filter(({ text, before, after }) => {
    const passage = foldWords([...before, text, ...after].join("\n"));
    return words.every((word) => passage.includes(word));
  });
  const best = whole.length > 0 ? whole : items;
  const kept: SearchHit[] = [];
  for (const hit of best) {
    const last = kept.at(-1);
    const isShown = last?.path === hit.path && hit.line <= last.line + last.after.length;
    if (!isShown) kept.push(hit);
  }
  return kept;
}
