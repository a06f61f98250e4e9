/** Merges text and semantic matches into one page. Pure. */
import { WEAK_ANSWER, type FoundPassage } from "../../platform/api/search-items.ts";
import type { SearchPage, SearchResult } from "../../platform/api/search.ts";

/** Characters per passage. */
const SNIPPET = 300;
/** Matches below this share of the best similarity are chance. */
const NEAR_SHARE = 0.6;

/** Puts semantic matches before partial text matches. Full text matches, or a low confidence, leave text matches alone. */
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
