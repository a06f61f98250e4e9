/** Words for the outside person: short, friendly, in the colleague's own words, and never a promise that was not made. */
import type { Manner } from "./wishes.ts";

/** What a draft is made of; `from` is whom it is signed with, null for nobody. */
export interface Draft {
  readonly words: string;
  readonly manner: Manner;
  readonly to: string;
  readonly from: string | null;
}

/** The sentence as it is said to its reader, without greeting and signature. */
export function sentence({ words, manner }: Pick<Draft, "words" | "manner">): string {
  const told = toReader(words);
  const [, can, what = ""] =
    /^(?:if|whether) (?:he|she|they) (can|could|will|would) (.+)$/i.exec(words) ?? [];
  switch (manner) {
    case "exact":
      return words;
    case "please":
      return finished(`please ${told}`);
    case "remind":
      return finished(`a quick reminder ${told.replace(/^of\b/i, "about")}`);
    case "thank":
      return `thank you for ${told.replace(/[.!]+$/, "")}!`;
    case "ask":
      return `${can === undefined ? `could you let us know ${told.replace(/^if /i, "whether ")}` : `${can.toLowerCase()} you ${what}`}`.replace(
        /[.!?]*$/,
        "?",
      );
    case "tell":
    case "spanish":
      return finished(told);
  }
}

/** The text as it would be sent. Quoted words go out exactly as they were quoted. */
export function textOf(draft: Draft): string {
  const hello = draft.manner === "spanish" ? "Hola" : "Hi";
  const signature = draft.from === null ? "" : ` - ${firstName(draft.from)}`;
  return draft.manner === "exact"
    ? draft.words
    : `${hello} ${firstName(draft.to)}, ${sentence(draft)}${signature}`;
}

/** The e-mail as it would be sent. */
export function letterOf(draft: Omit<Draft, "from">, signature: string): string {
  if (draft.manner === "exact") return draft.words;
  return `Hi ${firstName(draft.to)},\n\n${upper(sentence(draft))}\n\nKind regards,\n${signature}`;
}

const TO_YOU: readonly (readonly [RegExp, string])[] = [
  [/\b(?:he|she|they)(?: is|['’]s| are|['’]re)\b/gi, "you are"],
  [/\b(?:he|she|they) (?:has|have)\b/gi, "you have"],
  [/\b(?:he|she|they) (?:was|were)\b/gi, "you were"],
  [/\b(?:he|she) does(n['’]t)?\b/gi, "you do$1"],
  [/\b(?:he|she) (\w+?)(?:(?<=[sxz]|ch|sh)es|(?<![su])s)\b/gi, "you $1"],
  [/\b(?:he|she|they)\b/gi, "you"],
  [/\b(?:his|their)\b/gi, "your"],
  [/\bher(?= (?!to|at|on|in|by|back|that|if|when|and|or|for|with|tomorrow|today)\p{L})/giu, "your"],
  [/\b(?:her|him|them)\b/gi, "you"],
];

/** What is said of the reader is said to them ("his sticker is ready" → "your sticker is ready"), where no one else can be meant. */
function toReader(words: string): string {
  const ofReader =
    /^(?:(?:if|whether|when|that|about|to|where|how)\s+)?(?:he|she|they|his|her|their|we|i|our)\b/i;
  const told = ofReader.test(words)
    ? TO_YOU.reduce((text, [from, to]) => text.replace(from, to), words)
    : words;
  return /^(?:The|We|Your|Our|There|It|Please|This|That|A|An|My|Tomorrow|Today)\b/.test(told)
    ? told.charAt(0).toLowerCase() + told.slice(1)
    : told;
}

interface Parts {
  readonly greeting: string;
  readonly body: string;
  readonly ending: string;
}

/** Ways to change a draft that are asked for by a word. */
const CHANGES: readonly (readonly [RegExp, (parts: Parts) => Partial<Parts>])[] = [
  [/\b(?:short|brief|concise)/i, ({ body }) => ({ body: /^.+?[.!?](?=\s|$)/.exec(body)?.[0] ?? body })],
  [
    /\b(?:less formal|casual|relaxed|friendl|warm|nicer|kinder|softer)/i,
    ({ greeting, body }) => ({
      greeting: greeting.replace(/^(?:Hello|Dear)\b/, "Hi"),
      body: /hope/i.test(body) ? `${body} Thank you!` : `I hope you're doing well! ${upper(body)}`,
    }),
  ],
  [
    /\b(?:formal|polite|professional)/i,
    ({ greeting, ending }) => ({
      greeting: greeting.replace(/^Hi\b/, "Hello"),
      ending: ending.replace(/^ - /, " Kind regards, "),
    }),
  ],
  [/\b(?:apologi[sz]e|sorry)\b/i, ({ body }) => ({ body: `I'm sorry for the trouble. ${upper(body)}` })],
];

/** A draft changed as a colleague asks; null where no rule fits. */
export function changed(text: string, wish: string): string | null {
  const exact = /["“]([^"”]+)["”]/.exec(wish)?.[1];
  if (exact !== undefined) return exact;
  const [greeting = ""] = /^(?:Hi|Hello|Dear|Hola) [^,\n]{1,40},\s+/.exec(text) ?? [];
  const [ending = ""] = /(?: - \p{Lu}[\p{L}'’-]*|\n\n[^\n]*,\n[\s\S]*)$/u.exec(text) ?? [];
  const body = text.slice(greeting.length, text.length - ending.length);
  const next = swap(body, wish) ?? extended(body, wish);
  const change = CHANGES.find(([pattern]) => pattern.test(wish));
  const made = {
    greeting,
    ending,
    body,
    ...(next === null ? change?.[1]({ greeting, ending, body }) : { body: next }),
  };
  const whole = made.greeting + made.body + made.ending;
  return whole === text ? null : whole;
}

/** "Add that he should ring the bell". */
function extended(body: string, wish: string): string | null {
  const more = /\b(?:add|mention|include|also say)(?: also)?(?: that)?:? (?!a smile|an? emoji)(.{4,})$/i.exec(
    wish,
  )?.[1];
  return more === undefined ? null : `${finished(body)} ${upper(finished(toReader(more)))}`;
}

const SWAPS = [
  /(?:\b(?:say|use|write|put|make (?:it|that)) |^)(?<next>[^,.;]+?),? (?:instead of|rather than) (?<old>[^,.;]+?)[.!]*$/i,
  /\bnot (?<old>[^,.;]+?),? but (?<next>[^,.;]+?)[.!]*$/i,
  /\b(?:change|replace) (?<old>(?!it\b|that\b)[^,.;]+?) (?:to|with|by) (?<next>[^,.;]+?)[.!]*$/i,
  /(?:it['’]s|it is|should be|make (?:it|that)|^) ?(?<next>[^,.;]+?),? not (?<old>[^,.;]+?)[.!]*$/i,
  /\b(?:make|change|move|set) (?:it|that) (?:at |to |for )?(?<next>\d{1,2}(?::\d\d)?(?: ?[ap]m)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[.!]*$/i,
  /^(?:at )?(?<next>\d{1,2}(?::\d\d)?(?: ?[ap]m)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day) instead[.!]*$/i,
];

/** "10 instead of 9", "not 9 but 10", "change 9 to 10"; and "make that 4", where the words have one time or weekday. Null where none fits. */
export function swap(body: string, wish: string): string | null {
  const plain = wish.replace(/(?<!\p{L})['‘"“]([^'’"”]+)['’"”](?!\p{L})/gu, "$1");
  for (const pattern of SWAPS) {
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
