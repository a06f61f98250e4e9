import * as z from "zod";
import type { SearchHit } from "../../api/workspace.ts";
import { foldWords } from "../../../kernel/fold-words.ts";
import { filePagePath, findOutsideLines, liveByPath, searchFiles } from "../../index.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { waitingChanges } from "../../../agent/waiting-changes.ts";
import { folderField } from "./fields.ts";
import type { FileServices } from "./index.ts";

const HITS = 30;
/** Search by single words: maximum number, minimum length, and hits of each. */
const WORDS = 4;
const WORD_CHARS = 4;
const HITS_A_WORD = 8;
/** What may follow a word that is still the same word. */
const ENDINGS = ["", "s", "es", "ed", "ing"];

export const searchFilesTool = defineTool({
  name: "search_files",
  title: "Search files",
  done: "Searched files",
  description:
    "Finds lines in the team's workspace that hold the words, whatever their case, with line numbers and the lines around them: passages with all " +
    "words alone, else those with most. Use it before you say that nothing is known about something; try other words too.",
  input: z.strictObject({
    query: z.string().trim().min(1).max(200).describe("Words to find, such as boiler Cedar"),
    folder: folderField.optional(),
  }),
  effect: "read",
  lists: true,
  whenEmpty:
    "No file of the workspace holds these words. Try one of them, or another word for it; connected services have searches of their own.",
  egress: "none",
  tellsOutside: true,
  summarize: ({ query }) => `Searching the files for ${query}`,
  looksAt: ({ query }) => ({ things: "Files", asked: query, askedIs: "words" }),
  async run({ query, folder }, { deps }: FileServices) {
    const whole = await searchFiles(deps, { q: query, path: folder, limit: HITS });
    const { items, more } = whole.items.length > 0 ? whole : await withSomeWords(deps, query, folder);
    const best = bestPassages(items, query);
    const sources = await liveByPath(deps, [...new Set(best.map(({ path }) => path))]);
    const tainted = sources.filter(({ source }) => source !== null);
    const traced = new Map(
      await Promise.all(tainted.map(async (row) => [row.path, await findOutsideLines(deps, row)] as const)),
    );
    const outside = new Map(
      best.flatMap((hit) => {
        const { path, line, before, after } = hit;
        const isOutside = traced.get(path)?.(line - before.length, line + after.length) ?? false;
        return isOutside ? [[hit, tainted.find((row) => row.path === path)?.source ?? ""] as const] : [];
      }),
    );
    const waits = await waitingChanges(
      deps.db,
      best.map(({ path }) => path),
    );
    return {
      kind: "list",
      items: best.map((hit) => {
        const { path, line, text, before, after } = hit;
        const source = outside.get(hit);
        return {
          path,
          line,
          text: passage(text, { link: filePagePath(path), title: path, in: "files", at: "" }),
          ...(before.length === 0 ? {} : { before }),
          ...(after.length === 0 ? {} : { after }),
          ...(source === undefined ? {} : { source }),
        };
      }),
      more,
      keep: "first",
      outside: outside.size > 0,
      ...(waits.size === 0 ? {} : { beside: { waits: Object.fromEntries(waits) } }),
    };
  },
});

/** If no file contains all the words: files with some of the longest ones. */
async function withSomeWords(
  deps: FileServices["deps"],
  query: string,
  folder: string | undefined,
): Promise<{ items: SearchHit[]; more: boolean }> {
  const words = wordsOf(query)
    .filter((word) => word.length >= WORD_CHARS)
    .sort((left, right) => right.length - left.length)
    .slice(0, WORDS);
  const found = await Promise.all(
    words.map((q) => searchFiles(deps, { q, path: folder, limit: HITS_A_WORD })),
  );
  const hits = new Map(found.flatMap(({ items }) => items).map((hit) => [`${hit.line} ${hit.path}`, hit]));
  const inOrder = [...hits.values()].sort((left, right) =>
    left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1,
  );
  return { items: inOrder, more: found.some(({ more }) => more) };
}

function wordsOf(query: string): string[] {
  return foldWords(query)
    .split(/\s+/)
    .filter((word) => word !== "");
}

/**
 * Hits whose passage contains the most words, and of these the most as words of their own (“room”, not “roommates”);
 * of hits with the same lines, only the first. Pure.
 */
export function bestPassages(items: readonly SearchHit[], query: string): SearchHit[] {
  const words = wordsOf(query);
  const held = items.map(({ text, before, after }) => {
    const passage = foldWords([...before, text, ...after].join("\n"));
    const own = new Set(passage.split(/[^\p{L}\p{M}\p{N}]+/u));
    const parts = words.filter((word) => passage.includes(word)).length;
    return (
      parts * (words.length + 1) + words.filter((word) => ENDINGS.some((end) => own.has(word + end))).length
    );
  });
  const most = Math.max(0, ...held);
  const best = items.filter((_, index) => held[index] === most);
  const kept: SearchHit[] = [];
  for (const hit of best) {
    const last = kept.at(-1);
    const isShown = last?.path === hit.path && hit.line <= last.line + last.after.length;
    if (!isShown) kept.push(hit);
  }
  return kept;
}
