/** What words found, and what lies near in meaning, as one page. Pure. */
import { WEAK_ANSWER, type FoundPassage } from "../api/search-items.ts";
import type { SearchPage, SearchResult } from "../api/search.ts";

/** Characters of a passage. */
const SNIPPET = 300;
/** What falls this far behind the nearest is near by chance. */
const NEAR_SHARE = 0.6;

/** What lies near in meaning before what holds some of the words; where something holds all of them, or likely nothing near is meant, words stand alone. */
export function withNear(page: SearchPage, near: readonly FoundPassage[]): SearchPage {
  const [nearest] = near;
  const isFound = page.matched === "all" && page.items.length > 0;
  if (isFound || nearest === undefined || nearest.answered < WEAK_ANSWER) return page;
  const found = near.filter(({ score }) => score >= NEAR_SHARE * nearest.score).map(resultOf);
  const all = [...found, ...page.items];
  return { ...page, items: [...new Map(all.map((one) => [`${one.source} ${one.id}`, one])).values()] };
}

function resultOf({ source, id, title, text, at, url, thread }: FoundPassage): SearchResult {
  const snippet = text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text;
  return { source, id, title, titleRanges: [], snippet, snippetRanges: [], at, url, thread, meta: {} };
}
