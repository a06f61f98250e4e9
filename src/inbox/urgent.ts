/** Which texts cannot wait for a draft: judged at once, by words, before any agent has read them. Pure; better once too often than once too late. */

/** Said of danger, water, heat and ways in that are already dealt with, or of somebody else's. */
const CALM =
  /\b(?:no (?:more|longer)|not? urgent|no rush|fixed|all good|resolved|stopped|was (?:fixed|repaired)|false alarm|thanks? (?:you )?for)\b/;
const ENOUGH_CHARS = 2000;

/** The urgent word or phrase a text holds; null where it may wait. A word counts from its beginning: "flood" in "flooding". */
export function urgentWord(text: string, words: readonly string[]): string | null {
  const plain = plainWords(text.slice(0, ENOUGH_CHARS));
  if (CALM.test(plain)) return null;
  return (
    words.find((word) => {
      const wanted = plainWords(word);
      return wanted !== "" && ` ${plain}`.includes(` ${wanted}`);
    }) ?? null
  );
}

function plainWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
