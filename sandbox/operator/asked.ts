/** What a question is about: its telling words, the person and the place it names. */
import { telling } from "./people.ts";

const ASKING = new Set(
  (
    "what whats which when where how why who whom whose do does did is are was were be been have has had can could would will shall may we you us me my i it its our ours they them their he him his she her " +
    "to know say said says tell told ask asked write wrote written mention mentioned text texted texts message messages email emails mail mails mailed about complain complained any anything some something find show list search look there this that these those " +
    "please handle file files document documents note notes policy rule rules give get got much many long still ever last latest recent recently new newest open and or so if not no yes up out with by as than then here " +
    "el la los las que qu de del en un una por para con sobre es son"
  ).split(" "),
);

/** The telling words of a question, without repetition. */
export function keywords(words: string): string[] {
  return [...new Set(telling(words).filter((word) => word.length > 1 && !ASKING.has(word)))];
}

const NAME = "(?<who>[\\p{L}+][\\p{L}\\p{N}+'’. -]*?)";
const THINGS = "(?:phone|cell|mobile|number|e-?mail|address|lease|rent|contact|unit|apartment)";
const SAYING =
  "(?:say|said|write|wrote|written|text|texted|e-?mail(?:ed)?|mention(?:ed)?|complain|tell|told|want|ask|asked|reply|call|come|came|pay|paid|answer|owe)";
/** Where a question names somebody, the surest sign first. */
const NAMED = [
  `\\b(?<who>her|his|their) ${THINGS}\\b`,
  `(?<who>[\\p{L}][\\p{L}. -]*?)['’]s (?:\\w+ )?${THINGS}\\b`,
  `\\b(?:lease|rent|unit|apartment|number|address) (?:of|for) ${NAME}(?: (?:up|end|ends|run|due|over))*[?.!]*$`,
  `\\b(?:did|has|have|does|do) ${NAME} (?:ever |last |already |just )*${SAYING}\\b`,
  `\\b(?:texts?|messages?|news|conversation|thread|word|new|up|contact|e-?mails?|mail) (?:with|from|of|for) ${NAME}(?: (?:this|last|today|yesterday)\\b.*)?[?.!]*$`,
  `\\b(?:anyone|anybody|somebody|someone|contact) (?:called|named) ${NAME}[?.!]*$`,
  `\\bwe (?:last |ever )*(?:write|wrote|say|said|text|texted|tell|told|e-?mail) (?:last )?(?:to )?${NAME}(?: last)?[?.!]*$`,
  `\\b(?:lives?|living) (?:in|at) (?:the )?(?<who>.+?)[?.!]*$`,
  `^(?:and |so )*(?:who(?:['’]s| is| are)|look up|qui[eé]n es|find|show me) (?:the )?${NAME}(?:, and .*)?[?.!]*$`,
].map((pattern) => new RegExp(pattern, "iu"));
const NOT_NAMES =
  /^(?:you|we|it|i|every(?:one|body)|any(?:one|body)|some(?:one|body)|no ?(?:one|body)|on|call|there|this|that|the|a|an|all|open|free|president|king|ceo)\b/i;

/** Whom a question asks about; null where it names no one. */
export function nameAsked(words: string): string | null {
  const plain = words.replace(/[¿¡]/g, "").replace(/\b(what|who|when|where|how)['’]s\b/gi, "$1 is");
  for (const pattern of NAMED) {
    const who = (pattern.exec(plain)?.groups?.["who"] ?? "")
      .trim()
      .replace(
        /^(?:(?:what|when|how (?:much|long)) (?:is|does) |is |give me |do (?:we|you) (?:have|know) )/i,
        "",
      );
    if (who !== "" && who.split(/\s+/).length <= 5 && !NOT_NAMES.test(who)) return who;
  }
  return null;
}

/** Whether a text speaks of any of the words, in whatever form: "clogs" of "clogged". */
export function speaksOf(text: string, words: readonly string[]): boolean {
  const stems = words.map((word) => (word.length > 5 ? word.slice(0, -2) : word.replace(/s$/, "")));
  const own = telling(text);
  return stems.some((stem) => own.some((word) => word.startsWith(stem)));
}

/** A place in the words: what stands behind "at" or "in", and before nothing else. Empty where none is named. */
export function placeIn(words: string): string {
  return /\b(?:at|in|on) ((?:\d+ )?\p{Lu}?[\p{L}\d ]+?)[?.!]*$/u.exec(words)?.[1]?.trim() ?? "";
}
