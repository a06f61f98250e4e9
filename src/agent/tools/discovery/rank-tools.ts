/** Ranks tools and other short texts by a query's words. Pure and deterministic. */
import type { AnyTool } from "../define-tool.ts";

/** Weight of a word by where it occurs. */
const WEIGHTS = { name: 4, title: 3, keywords: 2, description: 1 } as const;
/** Words without meaning for the query. */
const FILLER = new Set(
  "a an and are as at by can do does for from get how i in is it its let me my of on or please some something that the their them there to tool tools use want what with you".split(
    " ",
  ),
);

/** Separates several requests in one query, which are searched one by one. */
const BETWEEN_WISHES = /[;,]|\band\b/i;
/** Results below this share of the best score are dropped, because every added tool is read in all later steps. */
const WORTH = 0.3;

/**
 * For each request the tools it names, or else those that share a distinctive word, best first; rare words
 * count more.
 */
export function rankTools(tools: readonly AnyTool[], query: string): AnyTool[] {
  const wishes = wishesIn(query);
  const ranked = (wishes.length > 1 ? wishes : [query]).map((wish) => rankFor(tools, wish));
  const longest = Math.max(...ranked.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, place) => ranked.flatMap((one) => one[place] ?? []));
  return [...new Set(inTurn.flat())];
}

/** A single word before “and” belongs to what follows, as in “list and read calls”. */
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

/** For one request, best first. */
function rankFor(tools: readonly AnyTool[], query: string): AnyTool[] {
  const named = tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(query));
  if (named.length > 0) return named;
  const wanted = tellingWords(query);
  const scored = scoredByWords(tools, partsOf, wanted).sort(
    (left, right) => right.score - left.score || byUse(left.item, right.item),
  );
  const looking = scored.filter(({ item }) => item.effect === "read");
  return worthwhile(isLook(wanted) && looking.length > 0 ? looking : scored);
}

/** A part of a text, and how much a word in it counts. */
type Part = readonly [words: string, weight: number];

/** Items whose parts share a distinctive word with a query, best first. */
export function rankByWords<Item>(
  items: readonly Item[],
  partsOfItem: (item: Item) => readonly Part[],
  query: string,
): Item[] {
  const scored = scoredByWords(items, partsOfItem, tellingWords(query));
  return worthwhile(scored.toSorted((left, right) => right.score - left.score));
}

interface Scored<Item> {
  readonly item: Item;
  readonly score: number;
}

function scoredByWords<Item>(
  items: readonly Item[],
  partsOfItem: (item: Item) => readonly Part[],
  wanted: readonly string[],
): Scored<Item>[] {
  const indexed = items.map((item) => ({ item, fields: partsOfItem(item).map(fieldOf) }));
  const rarity = new Map(
    wanted.map((word) => {
      const holders = indexed.filter(({ fields }) => weightOf(fields, word) > 0).length;
      return [word, holders === 0 ? 0 : Math.log(1 + items.length / holders)];
    }),
  );
  return indexed
    .map(({ item, fields }) => ({
      item,
      score:
        wanted.reduce((sum, word) => sum + weightOf(fields, word) * (rarity.get(word) ?? 0), 0) *
        coverageOf(fields, wanted),
    }))
    .filter(({ score }) => score > 0);
}

/** `scored` is sorted. */
function worthwhile<Item>(scored: readonly Scored<Item>[]): Item[] {
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= best * WORTH).map(({ item }) => item);
}

/** A request to look something up gets no tools that act. */
function isLook(wanted: readonly string[]): boolean {
  return wanted.some((word) => LOOKS.has(word)) && !wanted.some((word) => ACTS.has(word));
}

/** With equal scores, reading tools come before acting ones. */
function byUse(left: AnyTool, right: AnyTool): number {
  return (
    Number(right.effect === "read") - Number(left.effect === "read") || (left.name < right.name ? -1 : 1)
  );
}

/** A word in the name counts less than all words occurring somewhere. */
function coverageOf(fields: Fields, wanted: readonly string[]): number {
  const held = wanted.filter((word) => weightOf(fields, word) > 0).length;
  return wanted.length === 0 ? 0 : held / wanted.length;
}

type Fields = readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];

function fieldOf([words, weight]: Part): Fields[number] {
  return { words: new Set(wordsOf(words)), weight };
}

function partsOf({ name, title, keywords = "", description }: AnyTool): readonly Part[] {
  return [
    [name, WEIGHTS.name],
    [title, WEIGHTS.title],
    [keywords, WEIGHTS.keywords],
    [description, WEIGHTS.description],
  ];
}

function weightOf(fields: Fields, word: string): number {
  return fields.reduce((sum, { words, weight }) => sum + (words.has(word) ? weight : 0), 0);
}

/** Lower-case stems: “events” and “event” are one word, and so are “scheduling” and “schedule”. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("to-do", "todo")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).map(stemOf);
}

/** Verbs that ask for a search. */
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
