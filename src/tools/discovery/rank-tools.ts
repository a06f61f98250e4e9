/** Which tools fit a wish, by their words. Pure: the same tools and words give the same answer. */
import type { AnyTool } from "../define-tool.ts";

/** Where a word stands says how much it tells. */
const WEIGHTS = { name: 4, title: 3, keywords: 2, description: 1 } as const;
/** Words that say nothing about what is wanted. */
const FILLER = new Set(
  "a an and are as at by can do does for from get how i in is it its let me my of on or please some something that the their them there to tool tools use want what with you".split(
    " ",
  ),
);

/** The tools a query names, where it names any; else those that share a telling word with it, best first: rare words count more than common ones. */
export function rankTools(tools: readonly AnyTool[], query: string): AnyTool[] {
  const named = tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(query));
  if (named.length > 0) return named;
  const wanted = [...new Set(wordsOf(query))].filter((word) => !FILLER.has(word));
  const indexed = tools.map((tool) => ({ tool, fields: fieldsOf(tool) }));
  const rarity = new Map(
    wanted.map((word) => {
      const holders = indexed.filter(({ fields }) => weightOf(fields, word) > 0).length;
      return [word, holders === 0 ? 0 : Math.log(1 + tools.length / holders)];
    }),
  );
  return indexed
    .map(({ tool, fields }) => ({
      tool,
      score: wanted.reduce((sum, word) => sum + weightOf(fields, word) * (rarity.get(word) ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || (left.tool.name < right.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

type Fields = readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];

function fieldsOf({ name, title, keywords = "", description }: AnyTool): Fields {
  const field = (text: string, weight: number) => ({ words: new Set(wordsOf(text)), weight });
  return [
    field(name, WEIGHTS.name),
    field(title, WEIGHTS.title),
    field(keywords, WEIGHTS.keywords),
    field(description, WEIGHTS.description),
  ];
}

function weightOf(fields: Fields, word: string): number {
  return fields.reduce((sum, { words, weight }) => sum + (words.has(word) ? weight : 0), 0);
}

/** Lower-case stems: "events" and "event" are one word, and so are "scheduling" and "schedule". */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);
}

function stemOf(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, "");
  return word.replace(/(?:ings?|ed|es|s|e)$/, "");
}
