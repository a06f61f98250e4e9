/** A wish to send something, and the words for its reader: short, friendly, in the colleague's own words, and never a promise that was not made. */
import type { Scene } from "./engine.ts";
import { firstName } from "./people.ts";
import { first } from "./transcript.ts";

type From = Pick<Scene, "speaker" | "company">;

/** How the words are meant to reach their reader. */
type Manner = "tell" | "please" | "ask" | "remind" | "thank" | "exact" | "spanish";

/** Words and how they are meant. */
export interface Message {
  readonly words: string;
  readonly manner: Manner;
}

/** A wish to write to somebody. */
export interface Wish {
  readonly verb: string;
  /** Whom for, and the words; an exact text is left out. */
  readonly rest: string;
  readonly exact: string | undefined;
  readonly isMail: boolean;
  /** Everyone there, with what follows it. */
  readonly place: string | undefined;
  /** For many who are not named by where they live. */
  readonly isForAll: boolean;
}

const POLITE =
  /^(?:(?:hi|hey|hello|ok|okay|please|pls|plz|now|then|also|and|steward|por favor)[,!]?\s+|(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like (?:you )?to |i (?:want|need) (?:you )?to )+/i;
const THING = "(?:text message|text|message|sms|note|line|e-?mail|thank[- ]you|thanks)";
const A_THING = `an? (?:quick |short |big )*${THING}(?: note)?`;
const VERB = new RegExp(
  `^(?<verb>(?:send|shoot|write|drop|give)(?= ${A_THING} (?:to|for) | .+ ${A_THING}\\b)|text|tell|message|inform|notify|ping|update|write|e-?mail|let|ask|thank|remind|d[ií]l[ea]s?|d[ií]gale|av[ií]s[ae](?:le)?|escr[ií]bele|m[aá]ndale|cu[eé]ntale|recu[eé]rdale)(?: ${A_THING} (?:to|for)| to| al?)? (?<rest>\\S[\\s\\S]*)$`,
  "i",
);
const GROUP =
  /^(?:(?:all|every(?:one|body)?|each)(?: of)?(?: the| our)?(?: (?:tenants?|residents?|people|renters?|folks))?|the (?:tenants|residents|people|folks)|todos los(?: inquilinos)?)(?: (?:at|in|of|from|de|en))+ (?<place>.+)$/i;
const QUOTED = /["“«]([^"”»]+)["”»][\s\S]*$/;
const MANY = /^(?:all|every(?:one|body)?|each|the (?:tenants|residents|owners|vendors)|todos)\b/i;

/** Whom no message is for: "tell me", "let it be", "remind the team". */
const NOBODY = /^(?:\S+ (?:me|us|it|that|this)|remind the team)\b/i;

/** Reads a wish to write to somebody; null where words are none. */
export function wishIn(said: string): Wish | null {
  const [polite = ""] = POLITE.exec(said.trim()) ?? [];
  const wish = said
    .trim()
    .slice(polite.length)
    .replace(/\byou\b/i.test(polite) ? /\?$/ : /$/, "");
  const { verb, rest } = VERB.exec(wish)?.groups ?? {};
  if (verb === undefined || rest === undefined || NOBODY.test(`${verb} ${rest}`)) return null;
  const place = GROUP.exec(rest)?.groups?.["place"];
  return {
    verb: verb.toLowerCase(),
    rest: rest.replace(QUOTED, "").trim(),
    exact: QUOTED.exec(rest)?.[1],
    isMail: /^e-?mail|^(?:send|write|shoot|drop)\b.{0,40}\be-?mail\b/i.test(wish),
    place,
    isForAll: place === undefined && MANY.test(rest),
  };
}

const MARKS = new RegExp(
  `^(?:${A_THING}\\b\\s*)?(?:(?:[,:]|that|know(?: that| about)?|saying(?: that)?|to say(?: that)?|and (?:say|tell (?:him|her|them))(?: that)?|de que|que)(?=\\s|$)\\s*)?`,
  "i",
);

/** How words are meant by the verb and by what stands before them; the first that fits. */
const MANNERS: readonly (readonly [pattern: RegExp, manner: Manner])[] = [
  [/^(?:thank \| ?|\w+ \| ?an? (?:quick |big )*thanks?(?:[- ]you)?(?: note)? ?)(?:for )?/, "thank"],
  [/^remind \| (?:that )?(?=about |of |to )?/, "remind"],
  [/^(?:ask|tell|text|message) \| to /, "please"],
  [/^ask \| /, "ask"],
  [/^(?:d[ií]|av|esc|m[aá]n|cu|rec)\S+ \| (?:de que |que )/, "spanish"],
];

/** What a wish says, from what follows the names. */
export function messageIn({ verb, exact }: Wish, rest: string): Message {
  if (exact !== undefined) return { words: exact, manner: "exact" };
  const [pattern, manner] = MANNERS.find(([one]) => one.test(`${verb} | ${rest}`)) ?? [/^\S+ \| /, "tell"];
  const words = `${verb} | ${rest}`.replace(pattern, "").replace(MARKS, "").trim();
  return {
    words: manner === "remind" && !/^(?:about|of|to) /i.test(words) ? `that ${words}` : words,
    manner,
  };
}

/** The sentence as it is said to its reader, without greeting and signature. */
export function sentence({ words, manner }: Message): string {
  const told = toReader(words);
  const asked = `could you let us know ${told.replace(/^if /i, "whether ")}`;
  const made: Readonly<Record<Manner, string>> = {
    exact: words,
    please: finished(`please ${told}`),
    remind: finished(`a quick reminder ${told.replace(/^of\b/i, "about")}`),
    thank: words === "" ? "thank you!" : `thank you for ${told.replace(/[.!]+$/, "")}!`,
    ask: asked
      .replace(/^could you let us know whether you (can|could|will|would) /i, "$1 you ")
      .replace(/[.!?]*$/, "?"),
    tell: finished(told),
    spanish: finished(told),
  };
  return made[manner];
}

/** The text as it would be sent. Quoted words go out exactly as they were quoted. */
export function textOf(message: Message, to: string, from: string | null): string {
  if (message.manner === "exact") return message.words;
  const signature = from === null ? "" : ` - ${firstName(from)}`;
  return `${message.manner === "spanish" ? "Hola" : "Hi"} ${firstName(to)}, ${sentence(message)}${signature}`;
}

/** The e-mail as it would be sent. */
export function letterOf(message: Message, to: string, { speaker, company }: From): string {
  if (message.manner === "exact") return message.words;
  const signature = [speaker, company].filter(Boolean).join("\n");
  return `Hi ${firstName(to)},\n\n${upper(sentence(message))}\n\nKind regards,\n${signature}`;
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
    /^(?:(?:if|whether|when|that|about|to|where|how)\s+)?(?:he|she|they|his|her|their|we|i|our)\b/i.test(
      words,
    );
  const told = ofReader ? TO_YOU.reduce((text, [from, to]) => text.replace(from, to), words) : words;
  return /^(?:The|We|Your|Our|There|It|Please|This|That|A|An|My|Tomorrow|Today)\b/.test(told)
    ? told.charAt(0).toLowerCase() + told.slice(1)
    : told;
}

/** "Add that he should ring the bell". */
const ADDED = /\b(?:add|mention|include|also say)(?: also)?(?: that)?:? (?!a smile|an? emoji)(.{4,})$/i;
const DRAFT =
  /^((?:(?:Hi|Hello|Dear|Hola) [^,\n]{1,40},\s+)?)([\s\S]*?)((?: - \p{Lu}[\p{L}'’-]*|\n\n[^\n]*,\n[\s\S]*)?)$/u;
type Parts = readonly [greeting: string, body: string, ending: string];

/** Ways to change a draft that are asked for by a word. */
const CHANGES: readonly (readonly [RegExp, (...parts: Parts) => Parts])[] = [
  [/\b(?:short|brief|concise)/i, (hello, body, end) => [hello, body.replace(/(?<=[.!?])\s[\s\S]*/, ""), end]],
  [
    /\b(?:less formal|casual|relaxed|friendl|warm|nicer|kinder|softer)/i,
    (hello, body, end) =>
      /hope/i.test(body)
        ? [hello, `${body} Thank you!`, end]
        : [hello, `I hope you're doing well! ${upper(body)}`, end],
  ],
  [
    /\b(?:formal|polite|professional)/i,
    (hello, body, end) => [hello.replace(/^Hi\b/, "Hello"), body, end.replace(/^ - /, " Kind regards, ")],
  ],
  [
    /\b(?:apologi[sz]e|sorry)\b/i,
    (hello, body, end) => [hello, `I'm sorry for the trouble. ${upper(body)}`, end],
  ],
];

/** A draft changed as a colleague asks; null where no rule fits. */
export function changed(text: string, wish: string): string | null {
  const exact = QUOTED.exec(wish)?.[1];
  if (exact !== undefined) return exact;
  const [, hello = "", body = "", end = ""] = DRAFT.exec(text) ?? [];
  const swapped = swap(body, wish);
  const added = first(ADDED, wish);
  const change = CHANGES.find(([pattern]) => pattern.test(wish))?.[1] ?? ((...parts: Parts) => parts);
  const extended = added && `${finished(body)} ${upper(finished(toReader(added)))}`;
  const whole = (
    swapped === null && added === "" ? change(hello, body, end) : [hello, swapped ?? extended, end]
  ).join("");
  return whole === text ? null : whole;
}

const HOUR_OR_DAY = "(?<next>\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)";
const SWAPS = [
  "(?:\\b(?:say|use|write|put|make (?:it|that)) |^)(?<next>[^,.;]+?),? (?:instead of|rather than) (?<old>[^,.;]+?)",
  "\\bnot (?<old>[^,.;]+?),? but (?<next>[^,.;]+?)",
  "\\b(?:change|replace) (?<old>(?!it\\b|that\\b)[^,.;]+?) (?:to|with|by) (?<next>[^,.;]+?)",
  "(?:it['’]s|it is|should be|make (?:it|that)|^) ?(?<next>[^,.;]+?),? not (?<old>[^,.;]+?)",
  `\\b(?:make|change|move|set) (?:it|that) (?:at |to |for )?${HOUR_OR_DAY}`,
  `^(?:at )?${HOUR_OR_DAY} instead`,
].map((pattern) => new RegExp(`${pattern}[.!]*$`, "i"));

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

/** With a full stop. */
function finished(words: string): string {
  return /[.!?…)👍🙏]$/u.test(words) ? words : `${words}.`;
}

/** With a capital letter. */
export function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
