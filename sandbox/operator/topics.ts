/** What a question is about: its telling words, the person and the place it names. */
import { telling } from "./people.ts";

const ASKING = new Set(
  (
    "what whats which when where how why who whom whose do does did is are was were be been have has had can could would will shall may we you us me my i it its our ours they them their he him his she her " +
    "to know say said says tell told ask asked write wrote written mention mentioned text texted texts message messages email emails emailed mail mails mailed about complain complained any anything some something find show list search look there this that these those " +
    "please handle file files document documents note notes policy rule rules give get got much many long still ever last latest recent recently new newest open and or so if not no yes up out with by as than then here " +
    "el la los las que qu de del en un una por para con sobre es son"
  ).split(" "),
);

/** The telling words of a question, without repetition. */
export function keywords(words: string): string[] {
  return [...new Set(telling(words).filter((word) => word.length > 1 && !ASKING.has(word)))];
}

const NAME = "(?<who>[\\p{L}+][\\p{L}\\p{N}+'’. -]*?)";
/** Where a question names somebody, the surest sign first. */
const NAMED: readonly RegExp[] = [
  /\b(?<who>her|his|their) (?:phone|cell|mobile|number|e-?mail|address|lease|rent|unit|apartment)\b/iu,
  new RegExp(
    `(?<who>[\\p{L}][\\p{L}. -]*?)['’]s (?:\\w+ )?(?:phone|cell|mobile|number|e-?mail|address|lease|rent|contact|unit|apartment)\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:lease|rent|unit|apartment|number|address) (?:of|for) ${NAME}(?: (?:up|end|ends|run|due|over))*[?.!]*$`,
    "iu",
  ),
  new RegExp(
    `\\b(?:did|has|have|does|do) ${NAME} (?:ever |last |already |just )*(?:say|said|write|wrote|written|text|texted|e-?mail(?:ed)?|mention|mentioned|complain|tell|told|want|ask|asked|reply|call|come|came|pay|paid|answer)\\b`,
    "iu",
  ),
  new RegExp(
    `\\b(?:texts?|messages?|news|conversation|thread|word|new|up|going on|contact|e-?mails?|mail) (?:with|from|of|for) ${NAME}(?: (?:this|last|today|yesterday)\\b.*)?[?.!]*$`,
    "iu",
  ),
  new RegExp(
    `\\b(?:anyone|anybody|somebody|someone|contact) (?:called|named|by the name of) ${NAME}[?.!]*$`,
    "iu",
  ),
  new RegExp(
    `\\bwe (?:last |ever )*(?:write|wrote|say|said|text|texted|tell|told|e-?mail) (?:last )?(?:to )?${NAME}(?: last)?[?.!]*$`,
    "iu",
  ),
  /\b(?:lives?|living) (?:in|at) (?:the )?(?<who>.+?)[?.!]*$/iu,
  new RegExp(
    `^(?:and |so )*(?:who(?:['’]s| is| are)|look up|qui[eé]n es|find|show me) (?:the )?${NAME}[?.!]*$`,
    "iu",
  ),
  new RegExp(`\\b(?:is|does) ${NAME}['’]s\\b`, "iu"),
];
const NOT_NAMES =
  /^(?:you|we|it|i|everyone|everybody|anyone|anybody|somebody|someone|on|call|there|this|that|the|a|an|open|free)\b/i;

/** Whom a question asks about; null where it names no one. */
export function nameAsked({ words }: { readonly words: string }): string | null {
  const plain = words.replace(/[¿¡]/g, "").replace(/\b(what|who|when|where|how)['’]s\b/gi, "$1 is");
  for (const pattern of NAMED) {
    const who = pattern
      .exec(plain)
      ?.groups?.["who"]?.trim()
      .replace(
        /^(?:what(?:['’]s| is)|when(?:['’]s| is| does)|how much|how long is|is|give me|do (?:we|you) (?:have|know)) /i,
        "",
      );
    if (who !== undefined && who !== "" && who.split(/\s+/).length <= 6 && !NOT_NAMES.test(who)) return who;
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
