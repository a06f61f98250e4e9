/**
 * Accounts that match words by meaning, from the search index. The index lags slightly behind the files, so
 * it only adds to results from rows.
 */
import { FAINT_ANSWER, type FoundPassage, type RetrieveQuery } from "../platform/api/search-items.ts";

/** Numbers of accounts the words may describe, best match first; empty if probably none is meant. */
export type NearAccounts = (words: string) => Promise<readonly string[]>;

const MOST = 5;
/** Results this far behind the best match are considered random. */
const SHARE = 0.6;

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
