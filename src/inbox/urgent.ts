/** Which texts cannot wait for a draft: judged at once, by words, before any agent has read them. Pure; better once too often than once too late. */

/** Said of the whole text. */
const CALM = /\b(?:not? urgent|no rush|false alarm)\b/;
/** Said of danger, water, heat and ways in that are already dealt with, in the same thought; of another it says nothing. */
const SETTLED =
  /\b(?:all good|resolved|(?:is|was|are|were|been|got|all|now|already) (?:fixed|repaired)|(?:leak|leaking|flood|flooding|smoke|smell|alarm|it)(?: has)? stopped)\b/;
/** What somebody is thanked for is done; what they wrote before it may not be. */
const THANKED = /\bthanks? (?:you )?for\b.*/;
/** Where one thought ends and the next begins. */
const THOUGHTS = /[.,!?;\n]+|\b(?:but|however|although|except|and|now|again|still|yet)\b/i;
const ENOUGH_CHARS = 2000;

/** The urgent word or phrase a text holds; null where it may wait. A word counts from its beginning: "flood" in "flooding". */
export function urgentWord(text: string, words: readonly string[]): string | null {
  const cut = text.slice(0, ENOUGH_CHARS);
  const plain = plainWords(cut);
  if (CALM.test(plain)) return null;
  const thoughts =
    SETTLED.test(plain) || THANKED.test(plain)
      ? cut
          .split(THOUGHTS)
          .map((thought) => plainWords(thought).replace(THANKED, ""))
          .filter((thought) => !SETTLED.test(thought))
      : [plain];
  return words.find((word) => thoughts.some((thought) => holds(thought, plainWords(word)))) ?? null;
}

/** Whether a thought speaks of something, and not only of its being no more. */
function holds(thought: string, wanted: string): boolean {
  return wanted !== "" && ` ${thought}`.replaceAll(` no more ${wanted}`, "").includes(` ${wanted}`);
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
