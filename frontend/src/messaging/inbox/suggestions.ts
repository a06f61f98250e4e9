/** Suggestions while typing after a trigger character. Pure. */

export interface Suggestion {
  readonly id: string;
  readonly title: string;
  /** Secondary text. */
  readonly detail?: string;
  /** The text that replaces the sign and the typed word. */
  readonly words: string;
}

interface Sought {
  /** Position of the trigger character. */
  readonly from: number;
  readonly query: string;
}

/** The search term at the caret. The sign must begin a word; a line break or too many words end the search. */
export function soughtAt(text: string, caret: number, sign: "@" | "/"): Sought | null {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf(sign);
  if (from < 0 || (from > 0 && !/\s/.test(before.charAt(from - 1)))) return null;
  const query = before.slice(from + 1);
  return /^[^\n@/]{0,40}$/.test(query) && query.split(" ").length <= 3 ? { from, query } : null;
}

/** Items with words that start with the query's words. */
export function suggestionsFor(all: readonly Suggestion[], query: string, most: number): Suggestion[] {
  const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const asked = plain(query).split(/\s+/).filter(Boolean);
  return all
    .filter(({ title }) => {
      const words = plain(title).split(/\s+/);
      return asked.every((word) => words.some((one) => one.startsWith(word)));
    })
    .slice(0, most);
}
