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

/** Several wishes in one query are looked for one by one, and answered in turn. */
const BETWEEN_WISHES = /[;,]|\band\b/i;
/** What fits less than this share of what fits best is left out: every tool that is brought in is read in each step that follows. */
const WORTH = 0.3;

/** For each wish the tools it names; where it names none, those that share a telling word with it, best first: rare words count more than common ones. */
export function rankTools(tools: readonly AnyTool[], query: string): AnyTool[] {
  const wishes = wishesIn(query);
  const ranked = (wishes.length > 1 ? wishes : [query]).map((wish) => rankFor(tools, wish));
  const longest = Math.max(...ranked.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, place) => ranked.flatMap((one) => one[place] ?? []));
  return [...new Set(inTurn.flat())];
}

/** A single word before an "and" is part of what follows it, as in "list and read calls". */
function wishesIn(query: string): string[] {
  const wishes: string[] = [];
  let before = "";
  for (const part of query.split(BETWEEN_WISHES)) {
    const words = tellingWords(part).length;
    const wish = `${before} ${part}`;
    before = words === 1 && !part.includes("_") ? wish : "";
    if (words > 0 && before === "") wishes.push(wish);
  }
  return before === "" ? wishes : [...wishes, before];
}

function tellingWords(query: string): string[] {
  return [...new Set(wordsOf(query))].filter((word) => !FILLER.has(word));
}

/** For one wish alone, best first. */
function rankFor(tools: readonly AnyTool[], query: string): AnyTool[] {
  const named = tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(query));
  if (named.length > 0) return named;
  const wanted = tellingWords(query);
  const indexed = tools.map((tool) => ({ tool, fields: fieldsOf(tool) }));
  const rarity = new Map(
    wanted.map((word) => {
      const holders = indexed.filter(({ fields }) => weightOf(fields, word) > 0).length;
      return [word, holders === 0 ? 0 : Math.log(1 + tools.length / holders)];
    }),
  );
  const scored = indexed
    .map(({ tool, fields }) => ({
      tool,
      score:
        wanted.reduce((sum, word) => sum + weightOf(fields, word) * (rarity.get(word) ?? 0), 0) *
        coverageOf(fields, wanted),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || byUse(left.tool, right.tool));
  const looking = scored.filter(({ tool }) => tool.effect === "read");
  const fitting = isLook(wanted) && looking.length > 0 ? looking : scored;
  const best = fitting[0]?.score ?? 0;
  return fitting.filter(({ score }) => score >= best * WORTH).map(({ tool }) => tool);
}

/** Whoever wants to look something up is given nothing that acts. */
function isLook(wanted: readonly string[]): boolean {
  return wanted.some((word) => LOOKS.has(word)) && !wanted.some((word) => ACTS.has(word));
}

/** Of what fits alike what looks goes before what acts. */
function byUse(left: AnyTool, right: AnyTool): number {
  return (
    Number(right.effect === "read") - Number(left.effect === "read") || (left.name < right.name ? -1 : 1)
  );
}

/** One word in a tool's name says less than all that is wanted said somewhere of it. */
function coverageOf(fields: Fields, wanted: readonly string[]): number {
  const held = wanted.filter((word) => weightOf(fields, word) > 0).length;
  return wanted.length === 0 ? 0 : held / wanted.length;
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
  return (
    text
      .toLowerCase()
      .replaceAll("to-do", "todo")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).map(stemOf);
}

/** Verbs by which a search is asked for. */
const SEARCHES = new Set(["query", "find", "look"]);
const stems = (words: string): Set<string> => new Set(words.split(" ").map(stemOf));
const LOOKS = stems("search list read show view see check");
const ACTS = stems(
  "send create make add update change edit set delete remove cancel reply forward move draft text write post comment schedule book assign close merge approve withdraw archive label import save",
);

function stemOf(word: string): string {
  if (SEARCHES.has(word)) return "search";
  if (word.length <= 4) return word.replace(/s$/, "");
  return word.replace(/(?:ings?|ed|es|s|e)$/, "");
}
