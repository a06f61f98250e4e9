/** Words for the outside person: short, friendly, in the colleague's own words, and never a promise that was not made. */
import type { Manner } from "./message.ts";

/** What a draft is made of; `from` is the first name it is signed with. */
export interface Draft {
  readonly words: string;
  readonly manner: Manner;
  readonly to: string;
  readonly from: string | null;
}

/** The sentence as it is said to its reader, without greeting and signature. */
export function sentence({ words, manner }: Pick<Draft, "words" | "manner">): string {
  const told = toReader(words);
  if (manner === "exact") return words;
  if (manner === "please") return finished(`please ${told}`);
  if (manner === "remind") return finished(`a quick reminder ${told.replace(/^of\b/i, "about")}`);
  if (manner === "thank") return `thank you for ${told.replace(/[.!]+$/, "")}!`;
  if (manner !== "ask") return finished(told);
  const [, can = "", what = ""] =
    /^(?:if|whether) (?:he|she|they) (can|could|will|would) (.+)$/i.exec(words) ?? [];
  const question =
    can === ""
      ? `could you let us know ${told.replace(/^if /i, "whether ")}`
      : `${can.toLowerCase()} you ${what}`;
  return question.replace(/[.!?]*$/, "?");
}

/** The text as it would be sent. Quoted words go out exactly as they were quoted. */
export function textOf(draft: Draft): string {
  if (draft.manner === "exact") return draft.words;
  const hello = draft.manner === "spanish" ? "Hola" : "Hi";
  return `${hello} ${firstName(draft.to)}, ${sentence(draft)}${draft.from === null ? "" : ` - ${draft.from}`}`;
}

/** The e-mail as it would be sent. */
export function letterOf(draft: Omit<Draft, "from">, signature: string): string {
  return draft.manner === "exact"
    ? draft.words
    : `Hi ${firstName(draft.to)},\n\n${upper(sentence(draft))}\n\nKind regards,\n${signature}`;
}

/** What is said of the reader is said to them ("his sticker is ready" → "your sticker is ready"), where no one else can be meant. */
function toReader(words: string): string {
  const ofReader =
    /^(?:(?:if|whether|when|that|about|to|where|how)\s+)?(?:he|she|they|his|her|their|we|i|our)\b/i;
  const told = ofReader.test(words) ? speakTo(words) : words;
  return /^(?:The|We|Your|Our|There|It|Please|This|That|A|An|My|Tomorrow|Today)\b/.test(told)
    ? told.charAt(0).toLowerCase() + told.slice(1)
    : told;
}

function speakTo(words: string): string {
  return words
    .replace(/\b(?:he|she|they)(?: is|['’]s| are|['’]re)\b/gi, "you are")
    .replace(/\b(?:he|she|they) (?:has|have)\b/gi, "you have")
    .replace(/\b(?:he|she|they) (?:was|were)\b/gi, "you were")
    .replace(/\b(?:he|she) does(n['’]t)?\b/gi, "you do$1")
    .replace(
      /\b(?:he|she) (\w+?)(ies|(?<=[sxz]|ch|sh)es|s)\b/gi,
      (_, verb: string, end: string) => `you ${verb}${end === "ies" ? "y" : ""}`,
    )
    .replace(/\b(?:he|she|they)\b/gi, "you")
    .replace(/\b(?:his|their)\b/gi, "your")
    .replace(/\bher(?= (?!to|at|on|in|by|back|that|if|when|and|or|for|with|tomorrow|today)\p{L})/giu, "your")
    .replace(/\b(?:her|him|them)\b/gi, "you");
}

/** A draft changed as a colleague asks; null where no rule fits. */
export function changed(text: string, wish: string): string | null {
  const { greeting, body, ending } = takenApart(text);
  const exact = /["“]([^"”]+)["”]/.exec(wish)?.[1];
  if (exact !== undefined) return exact;
  const swapped = swap(body, wish);
  if (swapped !== null) return greeting + swapped + ending;
  const added = /\b(?:add|mention|include|also say)(?: also)?(?: that)?:? (.+)$/i.exec(wish)?.[1];
  if (added !== undefined) return `${greeting}${finished(body)} ${upper(finished(toReader(added)))}${ending}`;
  const rules: readonly [RegExp, () => string][] = [
    [
      /\b(?:short|brief|concise)/i,
      () =>
        `${greeting}${/^.+?[.!?](?=\s|$)/.exec(body)?.[0] ?? body}${ending.startsWith(" - ") ? "" : ending}`,
    ],
    [
      /\b(?:less formal|casual|relaxed|friendl|warm|nicer|kinder|softer)/i,
      () => `${greeting.replace(/^(?:Hello|Dear)\b/, "Hi")}${friendly(body)}${ending}`,
    ],
    [
      /\b(?:formal|polite|professional)/i,
      () => `${greeting.replace(/^Hi\b/, "Hello")}${body}${ending.replace(/^ - /, " Kind regards, ")}`,
    ],
    [/\b(?:apologi[sz]e|sorry)\b/i, () => `${greeting}I'm sorry for the trouble. ${upper(body)}${ending}`],
  ];
  const made = rules.find(([pattern]) => pattern.test(wish))?.[1]() ?? null;
  return made === text ? null : made;
}

/** Greeting, words, and signature of a draft; together they are the draft. */
function takenApart(text: string): { greeting: string; body: string; ending: string } {
  const greeting = /^(?:Hi|Hello|Dear|Hola) [^,\n]{1,40},\s+/.exec(text)?.[0] ?? "";
  const ending = /(?: - \p{Lu}[\p{L}'’-]*|\n\n[^\n]*,\n[\s\S]*)$/u.exec(text)?.[0] ?? "";
  return { greeting, body: text.slice(greeting.length, text.length - ending.length), ending };
}

function friendly(body: string): string {
  const hope = "I hope you're doing well";
  const kind = body.startsWith(hope) ? body : `${hope}! ${upper(body)}`;
  return /thank|gracias/i.test(kind) ? kind : `${finished(kind)} Thank you!`;
}

/** "10 instead of 9", "not 9 but 10", "change 9 to 10", "10, not 9"; and "make that 4", where the draft has one time or number. */
export function swap(body: string, wish: string): string | null {
  const patterns = [
    /(?:\b(?:say|use|write|put|make (?:it|that)) |^)(?<next>[^,.;]+?),? (?:instead of|rather than) (?<old>[^,.;]+?)[.!]*$/i,
    /\bnot (?<old>[^,.;]+?),? but (?<next>[^,.;]+?)[.!]*$/i,
    /\b(?:change|replace) (?<old>[^,.;]+?) (?:to|with|by) (?<next>[^,.;]+?)[.!]*$/i,
    /(?:it['’]s|it is|should be|make (?:it|that)|^) ?(?<next>[^,.;]+?),? not (?<old>[^,.;]+?)[.!]*$/i,
    /\b(?:make|change) (?:it|that) (?:at |to )?(?<next>\d{1,2}(?::\d\d)?(?: ?[ap]m)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[.!]*$/i,
  ];
  const plain = wish.replace(/(?<!\p{L})['‘"“]([^'’"”]+)['’"”](?!\p{L})/gu, "$1");
  for (const pattern of patterns) {
    const { next = "", old } = pattern.exec(plain)?.groups ?? {};
    const same = /\d/.test(next)
      ? /\b\d{1,2}(?::\d\d)?(?: ?[ap]m)?\b/gi
      : /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi;
    const only = body.match(same);
    const before = (old ?? (next !== "" && only?.length === 1 ? only[0] : "")).trim();
    const at = before === "" ? -1 : body.toLowerCase().indexOf(before.toLowerCase());
    if (at >= 0) return body.slice(0, at) + next.trim() + body.slice(at + before.length);
  }
  return null;
}

/** First name of a person. */
export function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}

/** With a full stop. */
function finished(words: string): string {
  return /[.!?…)👍🙏]$/u.test(words) ? words : `${words}.`;
}

/** With a capital letter. */
export function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
