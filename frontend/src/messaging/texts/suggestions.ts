/** Suggestions while typing after a trigger character. Pure. */

/** Something to take. */
export interface Suggestion {
  readonly id: string;
  readonly title: string;
  /** What more is shown of it. */
  readonly detail?: string;
  /** What it puts in place of the sign and what was typed after it. */
  readonly words: string;
}

interface Sought {
  /** Position of the trigger character. */
  readonly from: number;
  readonly query: string;
}

/** What is sought at the caret: the sign must begin a word, and there is nothing sought once a line or too many words follow. */
export function soughtAt(text: string, caret: number, sign: "@" | "/"): Sought | null {
  const before = text.slice(0, caret);
  const from = before.lastIndexOf(sign);
  if (from < 0 || (from > 0 && !/\s/.test(before.charAt(from - 1)))) return null;
  const query = before.slice(from + 1);
  return /^[^\n@/]{0,40}$/.test(query) && query.split(" ").length <= 3 ? { from, query } : null;
}

/** Those whose words begin as the query's do. */
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
