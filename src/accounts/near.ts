/** Accounts near some words in meaning, as the search index knows them. It lags a moment behind the files, so it adds to what the rows say and never takes from it. */
import { FAINT_ANSWER, type FoundPassage, type RetrieveQuery } from "../knowledge/api/search-items.ts";

/** Numbers of accounts that some words may describe, the nearest first; empty where likely none is meant. */
export type NearAccounts = (words: string) => Promise<readonly string[]>;

const MOST = 5;
/** What falls this far behind the nearest is near by chance. */
const SHARE = 0.6;

/** Asks the index. */
export function nearAccounts(
  retrieve: (query: RetrieveQuery) => Promise<readonly FoundPassage[]>,
): NearAccounts {
  return async (words) => {
    const found = await retrieve({ question: words, sources: ["account"], limit: MOST });
    const [nearest] = found;
    if (nearest === undefined || nearest.answered < FAINT_ANSWER) return [];
    return found.filter(({ score }) => score >= SHARE * nearest.score).map(({ id }) => id);
  };
}
