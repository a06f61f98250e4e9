/** What a colleague wants of the team's files, read from their words by plain patterns. */
import { POLITE } from "./intents.ts";

/** Something to keep, or something to find. */
export type MemoryWish =
  | { readonly kind: "remember"; readonly fact: string }
  | { readonly kind: "known"; readonly topic: string };

const REMEMBER =
  /^(?:(?:please )?(?:remember|keep in mind|don['’]?t forget|make a note|take a note|note down|write down|note|for the record)(?: (?:that|this|down|of))?(?:[:,]\s*|\s+))(?=\S)/i;
const KNOWN =
  /^what (?:do|does|did|have) (?:you|we|the team|steward) (?:know|have|note|noted|learn(?:ed)?|write down|written down|have on file|remember)(?: on file| written| down| noted)? (?:about|on|of|for|regarding)\s+(.+?)[?.!]*$/i;
const NOTED =
  /^(?:what(?:['’]s| is| stands)|show me what(?:['’]s| is)|is there anything|anything) (?:noted |written |known |in (?:the |our |my )?(?:files|memory|notes|workspace) )?(?:about|on|regarding)\s+(.+?)(?: in (?:the |our )?(?:files|memory|notes|workspace))?[?.!]*$/i;
const SEARCH =
  /^(?:search|look (?:in|through)|find in|check) (?:the |our |my )?(?:files|workspace|notes|memory)(?: for| about)?:?\s+(.+?)[?.!]*$/i;

/** Reads a wish about what the team keeps; null for any other. */
export function readMemoryWish(said: string): MemoryWish | null {
  const words = said.trim().replace(POLITE, "");
  const kept = REMEMBER.exec(words);
  if (kept !== null && !/\?\s*$/.test(words)) {
    const fact = words.slice(kept[0].length).trim();
    return /^(?:me|us)\b|^to\b/i.test(fact) ? null : { kind: "remember", fact };
  }
  const topic = (KNOWN.exec(words) ?? NOTED.exec(words) ?? SEARCH.exec(words))?.[1];
  return topic === undefined ? null : { kind: "known", topic };
}

/** Words that say nothing of what a sentence is about. */
const COMMON = new Set(
  (
    "a about after all also an and any are as at be been but by can could did do does for from had has have he her his how i if in is it its know let me my no not of on " +
    "or our out she should so some tell than that the their them then there these they this to up us was we were what when where which who why will with would you your " +
    "always never again now please team every everybody everyone anybody one today"
  ).split(" "),
);

/** The telling words of a sentence, lower case, in order. */
export function tellingWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/['’]s$/, "")))].filter(
    (word) => word.length > 1 && !COMMON.has(word),
  );
}
