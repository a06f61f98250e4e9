/** Parses requests to write to someone, and phrases the message: short, friendly, in the colleague's own words, without added promises. */
import * as chrono from "chrono-node/en";
import * as spanish from "chrono-node/es";
import { firstName } from "./people.ts";
import { first } from "./transcript.ts";

export interface Wish {
  readonly verb: string;
  /** The recipient and the message. */
  readonly rest: string;
  readonly isMail: boolean;
  /** Everyone at a place, with the remaining words; empty if individuals are named. */
  readonly place: string;
  /** For a group that isn't named by address. */
  readonly isForAll: boolean;
}

const POLITE =
  /^(?:(?:hi|hey|hello|ok|okay|please|pls|plz|now|then|also|and|steward|por favor)[,!]?\s+|(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like (?:you )?to |i (?:want|need) (?:you )?to )+/i;
const THING = "(?:text message|text|message|sms|note|line|e-?mail|thank[- ]you|thanks)";
const A_THING = `an? (?:quick |short |big )*${THING}(?: note)?`;
const VERB = new RegExp(
  `^(?<verb>(?:send|shoot|write|drop|give|draft|compose|prepare)(?= ${A_THING} (?:to|for) | .+ ${A_THING}\\b)|te?xt|tell|message|inform|notify|ping|update|write|e-?mail|let|ask|thank|remind|d[ií]l[ea]s?|d[ií]gale|av[ií]s[ae](?:le)?|escr[ií]bele|m[aá]ndale|cu[eé]ntale|recu[eé]rdale|env[ií]ale)(?: ${A_THING} (?:to|for)| un (?:mensaje|texto|sms|correo(?: electr[oó]nico)?|e-?mail) al?| to|(?<=[aeé]s?) al?(?<!^write al?))? (?<rest>\\S[\\s\\S]*)$`,
  "i",
);
const GROUP =
  /^(?:(?:all|every(?:one|body)?|each)(?: of)?(?: the| our)?(?: (?:tenants?|residents?|people|renters?|folks))?|the (?:tenants|residents|people|folks)|todos los(?: inquilinos)?)(?: (?:at|in|of|from|de|en))+ (.+)$/i;
/** Everyone of a role, and the rest: “every owner that statements go out”. */
const OF_ROLE =
  /^(?:all|every|each)(?: of)?(?: the| our)? ((?:owner|vendor|applicant|plumber|electrician)s?\b.*)$/i;
const MANY = /^(?:all|every(?:one|body)?|each|the (?:tenants|residents|owners|vendors)|todos)\b/i;
const QUOTED = /["“«]([^"”»]+)["”»][\s\S]*$/;
const MARK =
  "(?:(?:[,:]|that|know(?: that| about)?|saying(?: that)?|to say(?: that)?|and (?:say|tell (?:him|her|them))(?: that)?|de que|que)(?=\\s|$)\\s*)";

/** Phrases without a recipient: "tell me", "let it be", "remind the team". */
const NO_ONE = /^(?:\S+ (?:me|us|it|that|this|que|un \S+ que)|remind (?:the team|everyone|everybody))\b/i;
const MAIL =
  /^e-?mail|^(?:send|write|shoot|drop|draft|compose|prepare)\b.{0,40}\be-?mail\b|^\p{L}+le un (?:correo|e-?mail)/iu;
const FOLLOW_UP =
  /^(?:follow up|check in|check back|get in touch|touch base) with (.+?) (?:and|to) (ask|tell)(?: (?:him|her|them))? /i;

/** Null if it isn't a request to write to someone. */
export function wishIn(said: string): Wish | null {
  const polite = POLITE.exec(said.trim())?.[0] ?? "";
  const wish = said
    .trim()
    .slice(polite.length)
    .replace(/\byou\b/i.test(polite) ? /\?$/ : /$/, "")
    .replace(FOLLOW_UP, "$2 $1 ");
  const { verb = "", rest = "" } = VERB.exec(wish)?.groups ?? {};
  if (rest === "" || NO_ONE.test(`${verb} ${rest}`)) return null;
  const place = first(OF_ROLE, rest) || first(GROUP, rest);
  return {
    verb: verb.toLowerCase(),
    rest,
    isMail: MAIL.test(wish),
    place,
    isForAll: place === "" && MANY.test(rest),
  };
}

/** What follows a verb and is no name: "message from Walt", "write a poem". */
const NOT_WHOM =
  /^(?:an?|some|from|of|about|in|on|back|what|who|when|where|how|which|people|anyone|anybody|others)\s|^#|\b(?:slack|jira|github)\b/i;

/** Whether the wish is to write to somebody, about anything. */
export function isToSomeone({ rest, isForAll }: Wish): boolean {
  return isForAll || !NOT_WHOM.test(rest);
}

/** The message by the request's verb and what follows the names; the first match applies. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/^(?:thank \| ?|\w+ \| ?an? (?:quick |big )*thanks?(?:[- ]you)?(?: note)? ?)(.*?)[.!]*$/, "thank you $1!"],
  [/^remind \| (?=about |that )/, "a quick reminder "],
  [/^remind \| of /, "a quick reminder about "],
  [
    /^remind \| ((?:(?:on|at|by|today|tonight|tomorrow|next|this|[a-z]+day) )+\S+(?: ?[ap]m)?) to (.+?)[.!]*$/i,
    "please remember to $2 $1",
  ],
  [/^remind \| (?:to )?/, "please remember to "],
  [/^(?:ask|tell|text|message) \| (?:also )?to /, "please "],
  [/^(?!ask)\S+ \| (?:know )?about |^(?:update|inform|notify) \| on /, "a quick note about "],
  [/^ask \| (?:if|whether) (?:he|she|they) (can|could|will|would) (.+?)[.!?]*$/, "$1 you $2?"],
  [/^ask \| (?:if|whether) (.+?)[.!?]*$/, "could you let us know whether $1?"],
  [/^(?:ask \| |\w+ \| asking )for (.+?)[.!?]*$/, "could you send us $1?"],
  [/^\w+ \| thanking (?:him|her|them) (.+)$/, "thank you $1"],
  [/^ask \| (.+?)[.!?]*$/, "could you let us know $1?"],
  [new RegExp(`^\\S+ \\| (?:${A_THING}\\b\\s*)?${MARK}?`, "i"), ""],
];

/** The sentence addressed to its reader, without greeting and signature; literal if quoted. */
export function sentenceIn(
  { verb }: Wish,
  rest: string,
): { readonly text: string; readonly isExact: boolean } {
  const exact = QUOTED.exec(rest)?.[1];
  const said = rest
    .replace(new RegExp(`^${A_THING} (?=\\w+ing )`, "i"), "")
    .replace(/,? (?:and|but) apologi[sz]e(?: for (?:it|that))?[.!]*$/i, ". I'm sorry about that")
    .replace(/ and that (?=we|you|the|your|our)/i, " and ")
    .replace(/,? and (?:tell(?:ing)?|let(?:ting)?) (?:him|her|them)(?: know)?(?: that)? /i, ", and ");
  const [pattern, words] = SAID.find(([one]) => one.test(`${verb} | ${said}`)) ?? [/^\S+ \| /, ""];
  const text = toReader(`${verb} | ${said}`.replace(pattern, words).replace(" !", "!").trim());
  return exact === undefined
    ? { text: text && finished(text), isExact: false }
    : { text: exact, isExact: true };
}

export function textOf(sentence: string, to: string, from: string | null, hello = "Hi"): string {
  return `${hello} ${firstName(to)}, ${sentence}${from === null ? "" : ` - ${firstName(from)}`}`;
}

export function letterOf(sentence: string, to: string, from: string, hello = "Hi"): string {
  const regards = hello === "Hola" ? "Saludos" : "Kind regards";
  return `${hello} ${firstName(to)},\n\n${upper(sentence)}\n\n${regards},\n${from}`;
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

/** Changes third person to second ("his sticker is ready" → "your sticker is ready") if nobody else can be meant. */
function toReader(words: string): string {
  const ofReader =
    /^could you (?:let us know|send us)|^(?:yes|no),? |^(?:(?:a quick (?:reminder|note)|thank you for|please|if|whether|when|that|about|to|where|how)\s+)*(?:he|she|they|his|her|their|we|i|our)\b/i.test(
      words,
    );
  // In “his dog … keep him quiet”, “him” is the dog.
  const [, theirs = "", rest = ""] =
    /^((?:his|her|their) [^,.;]+)([,.;].*\b(?:him|it|them)\b.*)$/i.exec(words) ?? [];
  if (theirs !== "") return toReader(theirs) + rest;
  const told = ofReader ? TO_YOU.reduce((text, [from, to]) => text.replace(from, to), words) : words;
  return /^(?:The|We|Your|Our|There|It|Please|This|That|A|An|My|Tomorrow|Today)\b/.test(told)
    ? told.charAt(0).toLowerCase() + told.slice(1)
    : told;
}

/** Matches the start of a draft's first sentence, and its signature. */
const BODY = /(?<=^(?:Hi|Hello|Dear|Hola) [^,\n]{1,40},\s+|^)(?!(?:Hi|Hello|Dear|Hola) )\S/u;
const ENDING = /(?: - \p{Lu}[\p{L}'’-]*|\n\n[^\n]*,\n[\s\S]*)?$/u;
/** "Add that he should ring the bell". */
const ADDED = /\b(?:add|mention|include|also say)(?: also)?(?: that)?:? (?!a smile|an? emoji)(.{4,})$/i;

const opened = (text: string, words: string): string =>
  text.replace(BODY, (letter) => `${words} ${letter.toUpperCase()}`);

/** “Change it to: …”, “make it say that …”. */
const REWORDED =
  /^(?:please )?(?:(?:change|rewrite|replace|make|set) (?:it|that|the (?:text|words|message))(?: to say| to| with| say)?:|(?:make it|it should|have it) say(?: that)?|say instead:?) ((?:\S+ ){2,}\S+)$/i;

/** Draft changes requested by a keyword. */
const CHANGES: readonly (readonly [RegExp, (text: string, wish: string) => string])[] = [
  [
    REWORDED,
    (text, wish) => {
      const [body = ""] = text.split(ENDING);
      const opening = /^(?:Hi|Hello|Dear|Hola) [^,\n]{1,40},\s+/u.exec(text)?.[0] ?? "";
      return opening + upper(finished(toReader(first(REWORDED, wish)))) + text.slice(body.length);
    },
  ],
  [
    ADDED,
    (text, wish) => text.replace(ENDING, (end) => ` ${upper(finished(toReader(first(ADDED, wish))))}${end}`),
  ],
  [
    /\b(?:short|brief|concise|trim|tighter)/i,
    (text) => text.replace(/(?<=[.!?]) (?!- )[\s\S]*?(?= - \p{Lu}|\n\n|$)/u, ""),
  ],
  [
    /\b(?:less formal|casual|relaxed|friendl|warm|nicer|kinder|softer|human|stiff|harsh|cold)/i,
    (text) =>
      /hope/i.test(text) ? text.replace(ENDING, " Thank you!$&") : opened(text, "I hope you're doing well!"),
  ],
  [
    /\b(?:formal|polite|professional)/i,
    (text) => text.replace(/^Hi\b/, "Hello").replace(/ - (?=\p{Lu}[\p{L}'’-]*$)/u, " Kind regards, "),
  ],
  [/\b(?:apologi[sz]e|sorry)\b/i, (text) => opened(text, "I'm sorry for the trouble.")],
];

/** A draft changed as requested; null if no rule applies. */
export function changed(text: string, wish: string): string | null {
  const exact = QUOTED.exec(wish)?.[1];
  if (exact !== undefined) return exact;
  const change = CHANGES.find(([pattern]) => pattern.test(wish))?.[1];
  const next = swap(text, wish) ?? change?.(text, wish) ?? text;
  return next === text ? null : next;
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

/** "10 instead of 9", "not 9 but 10", "change 9 to 10"; and "make that 4" if the text has one time or weekday. Null if none applies. */
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
  return atAnotherTime(body, plain);
}

const LEAD =
  /^(?:(?:no|nope|not|oh|ok(?:ay)?|actually|sorry|wait|oops|please|rather|better|but|make (?:it|that)|change (?:it|that) to|move (?:it|that) to|say|mejor)\b[,.!:]* )+|[\s,]*(?:(?:please|pls|instead|then|thanks|sorry|mejor|por favor)[\s,]*)*[.!?]*$/gi;
const AROUND =
  /\b(?:at|by|on|from|after|before|around|about|until|next|this|the|or so|el|la|las|a)\b|[\s,.]/gi;
const NOW = new Date("2026-01-07T12:00:00Z");
const DAY =
  /\b(?:on )?(?:today|tonight|tomorrow|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)\b/i;

/** Days and times, in English or else Spanish. */
function timesIn(words: string) {
  const found = chrono.parse(words, NOW);
  return found.length > 0 ? found : spanish.parse(words, NOW);
}

/** Whether words are a day or time and nothing else: "no, today after 2". */
export function isMoment(words: string): boolean {
  const said = words.trim().replace(LEAD, "");
  const found = timesIn(said).reduce((left, { text }) => left.replace(text, ""), said);
  return said !== "" && found !== said && found.replace(AROUND, "").replace(/^\d{1,2}$/, "") === "";
}

/** A text whose only day or time is replaced; what isn't said again stays: "Wednesday at 4" becomes "Thursday at 4". */
function atAnotherTime(body: string, wish: string): string | null {
  const next = wish.trim().replace(LEAD, "");
  const [old, ...others] = timesIn(body);
  if (old === undefined || others.length > 0 || !isMoment(wish)) return null;
  const { index, text } = old;
  const [day, nextDay] = [DAY.exec(text)?.[0] ?? "", DAY.exec(next)?.[0] ?? ""];
  const keepsTime = nextDay !== "" && !/\d|noon/.test(next) && day !== "";
  const keepsDay = nextDay === "" && day !== "";
  const changed = keepsTime
    ? text.replace(day, () => next)
    : keepsDay
      ? `${day} ${/^\d/.test(next) ? "at " : ""}${next}`
      : /^\d/.test(next) && /^at\b/i.test(text)
        ? `at ${next}`
        : next;
  const lead = /^(?:today|tonight|tomorrow)/i.test(changed)
    ? /\bon $/
    : /^el /i.test(changed)
      ? /\bel $/
      : /$/;
  const before = body.slice(0, index).replace(lead, "");
  return before + changed + body.slice(index + text.length);
}

/** Adds a period. */
function finished(words: string): string {
  return /[.!?…)👍🙏]$/u.test(words) ? words : `${words}.`;
}

/** Capitalizes. */
export function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
