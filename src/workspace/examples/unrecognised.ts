/** Finds words and numbers left in an anonymized example that may be personal, for a person to review. */
import { plainWords } from "../../kernel/plain-words.ts";
import { withoutPlainFigures } from "./marks.ts";
import { isCommon, PSEUDONYM_WORDS } from "./vocabulary.ts";
import { lazy } from "../../kernel/lazy.ts";

/** English words, folded, from the dictionary, plus common words of property managers and phones. */
export function englishWords(list: string): ReadonlySet<string> {
  return new Set([...list.split("\n"), ...MODERN.split(" ")]);
}
const MODERN =
  "hvac lockbox drywall keycard voicemail inbox signup login logout online offline website wifi internet smartphone app apps thx pls plz ok okay etc vs btw asap fyi eta yep yup nope hmm haha " +
  "dont isnt arent wasnt werent doesnt didnt hasnt havent hadnt wont wouldnt cant couldnt shouldnt mustnt neednt aint im ive youre youve youll youd hes shes shell weve well theyre theyve theyll theyd thats whats whos wheres theres heres lets yall gonna wanna gotta";

const wordsAndNumbers = lazy(() => /[\p{L}\p{M}\p{Nd}]+(?:['’-][\p{L}\p{M}\p{Nd}]+)*/gu);
/** Words in our placeholders, such as `ref2`. */
const OURS: ReadonlySet<string> = new Set(["example", "street", "https", "com", "someone", "ref", "x"]);
/** Positions of names: in `thanks, mark`, mark is a person although it is also a noun. */
const addressed = lazy(
  () =>
    /(?:^|[^\p{L}])(?:hi|hey|hello|dear)[ ,]+(?<to>[\p{L}\p{M}'’-]{2,})|(?:^|[^\p{L}])(?:thanks|thank you|thx|cheers|regards|best|sincerely|love)[ ,.!\n–—-]+(?<by>[\p{L}\p{M}'’-]{2,})(?=[.!]?\s*(?:\n|$))|\n[ –—-]*(?<last>[\p{L}\p{M}'’-]{2,})[ .!]*$/giu,
);

/**
 * Possibly personal or secret words, in order, without duplicates: words not in the dictionary, words in name
 * positions, unknown capitalized words, numbers.
 */
export function unrecognised(texts: readonly string[], english: ReadonlySet<string>): string[] {
  const found = texts.flatMap((text) => {
    const bare = withoutPlainFigures(text);
    const called = new Set(
      [...bare.matchAll(addressed())].flatMap(({ groups = {} }) => Object.values(groups)),
    );
    return (bare.match(wordsAndNumbers()) ?? []).filter((word) => mayBeNamed(word, called, english));
  });
  return [...new Set(found)];
}

function mayBeNamed(word: string, called: ReadonlySet<string>, english: ReadonlySet<string>): boolean {
  if (/^\p{Nd}+(?:st|nd|rd|th)?$/u.test(word)) return /\p{Nd}{3}/u.test(word);
  const own = word.replace(/['’]s$/iu, "");
  const isPlainCase = /^\p{Ll}/u.test(word) && /\p{sc=Latin}/u.test(word);
  const parts = plainWords(own).filter((part) => part.length > 1);
  const isKnown = (part: string): boolean =>
    isCommon(part) ||
    OURS.has(part.replace(/\d+$/, "")) ||
    PSEUDONYM_WORDS.has(part.replace(/\d+$/, "")) ||
    (isPlainCase && !called.has(word) && english.has(part));
  return !(parts.every(isKnown) || (isPlainCase && plainWords(word).every(isKnown)));
}
