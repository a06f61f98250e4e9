/**
 * What the sentences of a written text rest on: a member's own message, records, or outsiders' words. Decided for
 * each sentence, whatever else the conversation has read. What acts, stands or runs later asks here; where it is
 * unclear, a sentence rests on outside words. Pure.
 */
import { UNSEEN_CLASS } from "../../kernel/unseen.ts";
import { plainLine, wholeWords } from "../own-marks.ts";
import {
  bare,
  INSTEAD_OF,
  isReported,
  NEVER_MIND,
  ON_CONDITION,
  ownPart,
  QUOTED_MESSAGES,
  sentencesOf,
  spokenSentences,
  takesBack,
  telling,
} from "../schedules/tools/own-words.ts";
import { LOOK_UP, OFFERED_OPTION, type Heard } from "../ports.ts";
import type { Asker } from "./call.ts";
import { inOneForm } from "./same-words.ts";
import { DAY_MS } from "../../kernel/clock.ts";

/** What a sentence rests on. `asked`: the member asked to have it remembered. */
export type Ground =
  | { readonly on: "member"; readonly asked: boolean }
  | { readonly on: "records" }
  | { readonly on: "outside"; readonly heard: { readonly source: string; readonly words: string } | null };

interface Resting {
  readonly words: string;
  readonly ground: Ground;
}

const LEAD =
  "(?:(?:ok(?:ay)?|hey|hi|hello|so|and|also|oh|yes|btw|by the way|one more thing|please|pls|steward|por favor|oye)[\\s,:]+)*";
const REMEMBER =
  "remember|keep in mind|bear in mind|don['’]?t forget|do not forget|make a note|take (?:a )?note|note down|write down|jot down|note|for the record|for next time|for the future|fyi|" +
  "recu[eé]rda(?:me)?|recuerde|acu[eé]rdate(?: de)?|ten en cuenta|no olvides|anota|apunta|toma nota(?: de)?";
/** “Remember that …”. */
const ASKS = new RegExp(
  `^${LEAD}(?:${REMEMBER})(?![\\p{L}])(?:[ ,:]+(?:this|that|que|esto|down|of|please)(?![\\p{L}]))*[ ,:–—-]+(?=\\S)`,
  "iu",
);
/** A standing order: “from now on …”, “always …”, “never …”; not a report such as “never got it”. */
const FROM_NOW =
  "(?:from now on|going forward|in (?:the )?future|de ahora en adelante|desde ahora|a partir de ahora)";
const STANDING = new RegExp(
  `^\\W*${LEAD}(?:${FROM_NOW}(?![\\p{L}])|` +
    "always (?!(?:an?|the|so|too|nice|good|great|happy|glad|late|is|was)\\b)\\p{L}|" +
    "never (?!(?:mind|again|been|was|had|got|heard|saw|came|went|did|said|told|knew|\\p{L}+ed)\\b)\\p{L}|" +
    "siempre (?=\\p{L})|nunca (?!(?:m[aá]s|\\p{L}+(?:[óí]|aron|ieron))(?![\\p{L}]))\\p{L})|" +
    `[\\s,]${FROM_NOW}\\W*$`,
  "iu",
);
const IT = "(?:that|this|it|so)";
const KEEP_IT =
  `(?:and |so |please |pls |y |por favor )*(?:(?:remember|note) ${IT}|(?:write|note|jot) ${IT} down|(?:keep|bear) ${IT} in mind|make a note(?: of ${IT})?|don['’]?t forget(?: ${IT})?|` +
  "recu[eé]rdal[oa]|an[oó]tal[oa]|ap[uú]ntal[oa]|no lo olvides|tenlo en cuenta)(?:,? (?:for (?:next time|the future|later)|please|pls|steward|por favor))*";
/** “…, remember that”. */
const ASKED = new RegExp(
  `(?:[,.;–—]\\s*|\\s-\\s|\\s(?=and |so |please |pls |y |por favor ))${KEEP_IT}\\W*$`,
  "iu",
);
const ONLY_ASKED = new RegExp(`^\\W*${KEEP_IT}\\W*$`, "iu");
/** A list below such words alone. */
const LIST_ASKED = new RegExp(
  `^${LEAD}(?:${REMEMBER})(?:[ ,]+(?:this|these|that|the following|down|please))*\\s*:\\s*\\n`,
  "iu",
);

const UNSEEN = new RegExp(`[${UNSEEN_CLASS}]`, "u");
const MARKER = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s+)?/u;

interface SaidSentence {
  /** Without what asks to remember it. */
  readonly words: string;
  /** The same without what it passes on of others. */
  readonly own: string;
  readonly around: string;
  readonly asked: boolean;
  /** The name of who said it. */
  readonly by: string;
}

/** Statements of the asker's newest messages: no questions, nothing passed on or taken back, and no words of outsiders. */
function statements({ speaker, said, saidBy, heard }: Asker): SaidSentence[] {
  const names = saidBy?.slice(-QUOTED_MESSAGES) ?? [];
  const messages = said.slice(-QUOTED_MESSAGES).map((message) => {
    const list = LIST_ASKED.exec(message);
    return list === null
      ? { isList: false, sentences: spokenSentences(message) }
      : {
          isList: true,
          sentences: linesOf(ownPart(message.slice(list[0].length)))
            .map((line) => line.replace(MARKER, ""))
            .map((words) => ({ words, own: words, around: words })),
        };
  });
  const outside = plainTexts(heard?.() ?? []);
  return messages.flatMap(({ isList, sentences }, at) => {
    const all = sentences.map(({ words }) => words);
    const later = messages.slice(at + 1).flatMap((one) => one.sentences.map(({ words }) => words));
    return sentences.flatMap(({ words: sentence, own, around }, index) => {
      if (own === null) return [];
      const words = sentence.replace(ASKS, "").replace(ASKED, "");
      const next = [...(isList ? [] : all.slice(index + 1)), ...later];
      const isTheirs = !isList && isReported(all.slice(0, index).join(" "), sentence.replace(ASKS, ""));
      if (sentence.trim().endsWith("?") || isTheirs || next.some((one) => NEVER_MIND.test(one))) return [];
      if (outside.some((text) => isWithin(words, text))) return [];
      const asked = isList || words !== sentence || STANDING.test(words) || ONLY_ASKED.test(next[0] ?? "");
      return [{ words, own: own === sentence ? words : own, around, asked, by: names[at] ?? speaker.name }];
    });
  });
}

/** Fewer words stand in many texts by chance. */
const COPIED_WORDS = 4;

/** Whether a text contains a sentence, both as plain words. */
function isWithin(sentence: string, text: string): boolean {
  const words = plain(sentence);
  return words.length >= COPIED_WORDS && text.includes(` ${words.join(" ")} `);
}

/** The same texts are compared with each sentence of each line. */
const PLAIN = new WeakMap<object, readonly string[]>();

function plainTexts(heard: readonly { readonly words: string }[]): readonly string[] {
  const known = PLAIN.get(heard) ?? heard.map(({ words }) => ` ${plain(words).join(" ")} `);
  PLAIN.set(heard, known);
  return known;
}

/** Sentences of a text and what each rests on. */
export function restsOn(text: string, asker: Asker | null): Resting[] {
  const said = asker?.speaker.kind === "user" ? statements(asker) : [];
  return linesOf(text).flatMap((line) =>
    sentencesOf(line.replace(MARKER, "")).map((words) => ({ words, ground: groundOf(words, asker, said) })),
  );
}

/** Whether nothing in a text rests on outside words. `asked`: what isn't from records must have been asked to be remembered. */
export function isTeams(text: string, asker: Asker | null, { asked = false } = {}): boolean {
  return restsOn(text, asker).every(
    ({ ground }) => ground.on === "records" || (ground.on === "member" && (ground.asked || !asked)),
  );
}

/** Whether a member said all of a text. */
export function isMembers(text: string, asker: Asker | null): boolean {
  const sentences = restsOn(text, asker);
  return sentences.length > 0 && sentences.every(({ ground }) => ground.on === "member");
}

function groundOf(words: string, asker: Asker | null, said: readonly SaidSentence[]): Ground {
  const own = asker === null ? undefined : said.find((one) => isSame(words, one, asker));
  if (own !== undefined) return { on: "member", asked: own.asked };
  if (asker !== null && !asker.outsideWords) return { on: "records" };
  return { on: "outside", heard: asker === null ? null : sourceOf(words, asker) };
}

/** What may be left out or added between two ways to write one sentence. */
const SLACK = new Set("a an the that also please now".split(" "));
const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:can['’]t|cannot)\b/giu, "can not"],
  [/\bwon['’]t\b/giu, "will not"],
  [/n['’]t\b/giu, " not"],
  [/\b(I)['’]m\b/gu, "$1 am"],
  [/['’]re\b/giu, " are"],
  [/['’]ve\b/giu, " have"],
  [/['’]ll\b/giu, " will"],
  [/\b(it|that|there|he|she)['’]s\b/giu, "$1 is"],
];

/** Whether two sentences are the same but for articles, contractions, who “I” and “we” are, and names written in full. */
function isSame(written: string, { words: said, by: name }: SaidSentence, asker: Asker): boolean {
  if (UNSEEN.test(written) || written.trim().endsWith("?")) return false;
  const unattributed = withoutAttribution(written, name);
  // In a quote, “I” means the person quoted.
  if (/:\s|["“”«»]/u.test(said)) {
    const [theirs = [], ...ours] = [said, written, unattributed].map((one) =>
      bare(inOneForm(one)).split(" "),
    );
    return ours.some((one) => isSameLine(theirs, one));
  }
  const fitting = withNamesAsSaid(unattributed, said, asker);
  const [ours, theirs] = [said, fitting].map((words) =>
    [words, ...reordered(words)].map((one) => peopleIn(tokensOf(one), name)),
  );
  return (ours ?? []).some((one) => (theirs ?? []).some((other) => isSameLine(one, other)));
}

function isSameLine(said: readonly string[], written: readonly string[]): boolean {
  const isPerson = said.some((token) => token.startsWith("@"));
  return (
    said.length > 0 &&
    said.length === written.length &&
    said.every((token, at) => isSameWord(token, written[at] ?? "", isPerson))
  );
}

const PLAIN_PART = String.raw`(?:[^,;:.“”"«»]|(?<=\d):(?=\d))`;
/** A time or condition that a comma sets off at the start. */
const FRONTED = new RegExp(
  String.raw`^\s*((?:if|when|whenever|unless|until|after|before|during|on|at) ${PLAIN_PART}{2,60}), (${PLAIN_PART}{2,})[.!]*$`,
  "iu",
);
/** A label and its value. */
const LABEL = new RegExp(String.raw`^\s*(${PLAIN_PART}{2,60}): ([^,;:“”"«»]{1,60}?)[.!]*$`, "u");

/** Variants of a sentence: its leading clause moved to the end, and a label (“Late fee: $75”) as a statement. */
function reordered(words: string): string[] {
  const line = inOneForm(words.normalize("NFC"));
  const [, front, rest] = FRONTED.exec(line) ?? [];
  const [, label, value] = LABEL.exec(line) ?? [];
  return [
    ...(front === undefined || rest === undefined
      ? []
      : [`${rest} ${front.charAt(0).toLowerCase()}${front.slice(1)}`]),
    ...(label === undefined || value === undefined ? [] : [`${label} is ${value}`, `${label} are ${value}`]),
  ];
}

/** Words with their case, but for the first letter. */
function tokensOf(sentence: string): string[] {
  const whole = inOneForm(sentence.normalize("NFC"));
  const written = CONTRACTED.reduce((text, [from, to]) => text.replace(from, to), whole);
  const words = written
    .split(/\s+/)
    .map((word) =>
      word
        .replace(/^[^\p{L}\p{M}\p{N}$€£#+@-]+|[^\p{L}\p{M}\p{N}%$€£]+$/gu, "")
        .replace(/^-+(?!\d)/u, "")
        .replaceAll("’", "'"),
    )
    .filter((word) => word !== "");
  const [first = "", ...rest] = words;
  return [first.slice(0, 1).toLowerCase() + first.slice(1), ...rest].filter(
    (word) => word !== "" && !SLACK.has(word),
  );
}

/** Whom the speaker means by “I” and “we”, however a note names them. */
function personOf(token: string, at: number, speaker: string): string {
  const parts = speaker.split(" ");
  const isName = (word: string): boolean =>
    parts.includes(word) || (at === 0 && parts.includes(word.slice(0, 1).toUpperCase() + word.slice(1)));
  const low = token.toLowerCase();
  if (low === "i" || low === "me" || isName(token)) return "@me";
  if (low === "my" || low === "mine" || (low.endsWith("'s") && isName(token.slice(0, -2)))) return "@my";
  if (low === "we" || low === "us" || low === "team") return "@we";
  if (low === "our" || low === "ours" || low === "team's") return "@our";
  return token;
}

/** Tokens with people in the place of words for them; a first and a last name are one person. */
function peopleIn(tokens: readonly string[], speaker: string): string[] {
  const people = tokens.map((token, at) => personOf(token, at, speaker));
  return people.filter((token, at) => token !== "@me" || !/^@m[ey]$/.test(people[at + 1] ?? ""));
}

const FORMS: readonly ReadonlySet<string>[] = [
  new Set(["am", "is", "are"]),
  new Set(["have", "has"]),
  new Set(["do", "does"]),
  new Set(["was", "were"]),
];

function isSameWord(one: string, other: string, isPerson: boolean): boolean {
  // A note capitalizes what a person typed in small letters (“cora”, “1b”), never the other way round.
  if (one === other || one === other.toLowerCase()) return true;
  if (!isPerson || !/^[a-z]+$/.test(one) || !/^[a-z]+$/.test(other)) return false;
  return (
    FORMS.some((forms) => forms.has(one) && forms.has(other)) || `${one}s` === other || `${one}es` === other
  );
}

const WHEN = String.raw`(?:on )?(?:\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.? \d{1,2}(?:, \d{4})?)(?:,? \d{1,2}:\d{2})?`;

/** A sentence without the date and the speaker that a note names as its source. */
function withoutAttribution(written: string, speaker: string): string {
  const names = [speaker, speaker.split(" ")[0] ?? speaker]
    .filter((name) => name !== "")
    .map((name) => name.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`))
    .join("|");
  const date = new RegExp(String.raw`^${WHEN}\s*[:,–—-]\s*`, "iu");
  const before = new RegExp(
    String.raw`^(?:(?:per|from|according to|told by|by) )?(?:${names})(?: \(${WHEN}\))?(?:,? ${WHEN})?(?:\s*[:–—]\s+|,? (?:says?|said|told us|decided|confirmed)(?: ${WHEN})?(?: that)?[:,]? )`,
    "iu",
  );
  const after = new RegExp(
    String.raw`\s*(?:[(\[]|\s[–—-]\s)(?:(?:per|from|by|said by|told by|says|said|source:?) )?(?:${names})(?:[,;]? ${WHEN})?[)\]]?[.]?$`,
    "iu",
  );
  return written.trim().replace(date, "").replace(before, "").replace(after, "");
}

/** Names that a contact's card writes in full, as the member said them; and numbers in brackets that the card holds. */
function withNamesAsSaid(written: string, said: string, { records }: Asker): string {
  const { names, values } = records?.() ?? { names: [], values: [] };
  const known = new Set(values);
  const bracketed = written.replace(/\s\(([^()]*)\)/gu, (all, inner: string) =>
    inner.split(/,\s*/).every((value) => known.has(value.trim())) ? "" : all,
  );
  return names.reduce((text, name) => {
    if (said.includes(name) || !text.includes(name)) return text;
    const parts = name
      .split(" ")
      .filter((part) =>
        new RegExp(String.raw`(?<!\p{L})${part.replace(/[^\p{L}]/gu, String.raw`\$&`)}(?!\p{L})`, "u").test(
          said,
        ),
      );
    const [part] = parts;
    const isOnly =
      part !== undefined &&
      parts.length === 1 &&
      names.filter((one) => one.split(" ").includes(part)).length === 1;
    return isOnly ? text.replaceAll(name, part) : text;
  }, bracketed);
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** Lowercase words and figures. */
function plain(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

const RUN = 3;
const QUOTE_CHARS = 160;

/** The outside words that share the longest run of words, or else a figure, with a sentence. */
function sourceOf(sentence: string, { heard }: Asker): { source: string; words: string } | null {
  const wanted = plain(sentence);
  const figures = wanted.filter((word) => /\d/.test(word));
  let best: { source: string; words: string; score: number } | null = null;
  for (const { source, words, theirs = words } of heard?.() ?? [])
    for (const one of linesOf(theirs).flatMap(sentencesOf)) {
      const line = ` ${plain(one).join(" ")} `;
      const score =
        longestRun(wanted, line) + (figures.some((figure) => line.includes(` ${figure} `)) ? RUN : 0);
      if (score >= RUN && score > (best?.score ?? 0))
        best = { source, words: plainLine(one, QUOTE_CHARS), score };
    }
  return best === null ? null : { source: best.source, words: best.words };
}

function longestRun(words: readonly string[], line: string): number {
  let best = 0;
  for (let from = 0; from + best < words.length; from++)
    while (from + best < words.length && line.includes(` ${words.slice(from, from + best + 1).join(" ")} `))
      best++;
  return best;
}

/** Words in a row that no text repeats by chance. */
const REPEATED_WORDS = 4;
/**
 * Phone numbers, and amounts, times and dates. House and unit numbers don't count: a name follows it, or letters
 * belong to it.
 */
const FIGURES =
  /\+?\p{Nd}(?:[\s().\-–/]{0,2}\p{Nd}){6,}|(?<![\p{L}\p{N}#])\p{Nd}+(?:[.,:/-]\p{Nd}+)*(?![\p{L}\p{N}])(?!\s+\p{Lu})/gu;
/** Shorter ones stand in many texts by chance. */
const FIGURE_DIGITS = 3;

/**
 * Whose words a text repeats most although the team's own words don't have them: some in a row, or a figure. Null where it
 * repeats none.
 */
export function repeatedBy(
  text: string,
  heard: Heard["words"],
  own: readonly string[],
): { readonly source: string; readonly words: string } | null {
  const ours = own.map((words) => ` ${plain(words).join(" ")} `).join("\n");
  // Options are the agent's own words.
  const outside = heard
    .filter(({ source }) => source !== OFFERED_OPTION)
    .map(({ source, words, theirs = words }) => ({ source, words: theirs }));
  const pieces = linesOf(text)
    .flatMap(sentencesOf)
    .flatMap(piecesOf)
    .filter((piece) => !ours.includes(piece));
  const repeated = plainTexts(outside).map((words) => pieces.filter((piece) => words.includes(piece)));
  // A message's words belong to its sender, even if a look-up found them too.
  const isFound = outside.map(({ source }) => source.startsWith(LOOK_UP));
  const written = new Set(repeated.filter((_, at) => isFound[at] === false).flat());
  const [most] = repeated
    .map((all, at) => ({
      at,
      repeated: isFound[at] === true ? all.filter((piece) => !written.has(piece)) : all,
    }))
    .filter((one) => one.repeated.length > 0)
    .toSorted((one, other) => other.repeated.length - one.repeated.length);
  const { source, words } = outside[most?.at ?? -1] ?? {};
  const [piece] = most?.repeated ?? [];
  if (source === undefined || words === undefined || piece === undefined) return null;
  const line = linesOf(words)
    .flatMap(sentencesOf)
    .find((one) => ` ${plain(one).join(" ")} `.includes(piece));
  return { source, words: wholeWords(line ?? piece, QUOTE_CHARS) };
}

/** What of a sentence shows where it comes from: words in a row, and figures. */
function piecesOf(sentence: string): string[] {
  const words = plain(sentence);
  const runs = words
    .map((_, at) => words.slice(at, at + REPEATED_WORDS))
    .filter((run) => run.length === REPEATED_WORDS && telling(run.join(" ")).length > 1)
    .map((run) => run.join(" "));
  const figures = figuresIn(sentence).filter(
    (figure) => figure.replaceAll(/\P{Nd}/gu, "").length >= FIGURE_DIGITS,
  );
  return [...runs, ...figures].map((one) => ` ${one} `);
}

function figuresIn(text: string): string[] {
  return (text.normalize("NFKC").match(FIGURES) ?? []).map((figure) => plain(figure).join(" "));
}

/** Maximum words of a line that a person's own words may change. */
const CHANGED_WORDS = 12;
const CHANGE =
  /^\W*(?:please |ok(?:ay)?,? |and |also )*(?:change|update|correct|fix|set|make|edit|replace)\b/iu;

/** Of two things said in one sentence, either could be meant. */
const JOINS = /[,;]|\b(?:and|or|but|y|o)\b/iu;

/**
 * Whether a member asks for this change of a line: a statement of theirs, which says one thing, has the new words,
 * whole and in order, and names the line by words that stay.
 */
export function isOwnEdit(before: string, after: string, asker: Asker | null): boolean {
  if (asker?.speaker.kind !== "user" || UNSEEN.test(after)) return false;
  const written = withoutCredit(after, before, asker.speaker.name);
  const [old, now] = [before, written].map((line) => tokensOf(line.replace(MARKER, "")));
  if (old === undefined || now === undefined) return false;
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const added = now.slice(start, now.length - end);
  if (added.length === 0 || added.length > CHANGED_WORDS) return false;
  const kept = new Set(telling([...now.slice(0, start), ...now.slice(now.length - end)].join(" ")));
  if (isOwnCorrection(added, kept, asker)) return true;
  const gone = new Set(plain(old.slice(start, old.length - end).join(" ")));
  const statement = (words: string): string =>
    words.replace(INSTEAD_OF, (all, value: string) =>
      plain(value).every((one) => gone.has(one)) ? "" : all,
    );
  return plainStatements(asker, statement).some((sentence) => {
    const named = new Set(telling(sentence).filter((word) => kept.has(word))).size;
    const holds = ` ${tokensOf(sentence).join(" ")} `.includes(` ${added.join(" ")} `);
    return holds && !JOINS.test(sentence) && (named >= 2 || (named === 1 && CHANGE.test(sentence)));
  });
}

/** “Please fix it wherever it is written.” */
const CORRECTS = new RegExp(
  String.raw`^\W*${LEAD}(?:(?:can|could|would|will) you )?${LEAD}(?:change|update|correct|fix|replace|amend|adjust|(?:put|set) (?:that|this|it|them) (?:right|straight))\b`,
  "iu",
);
const CORRECTED_WORDS = 3;
const FIGURE =
  /\p{Nd}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred)\b/u;

/**
 * Whether a member's newest message orders a correction, names something of the line, and the new figure is theirs alone:
 * no outsider has named it in a sentence about the same. `kept`: what stays of the line.
 */
function isOwnCorrection(added: readonly string[], kept: ReadonlySet<string>, asker: Asker): boolean {
  const figure = ` ${plain(added.join(" ")).join(" ")} `;
  if (added.length > CORRECTED_WORDS || !FIGURE.test(figure)) return false;
  const isOrdered = spokenSentences(asker.said.at(-1) ?? "").some(
    ({ own, around }) =>
      own !== null && CORRECTS.test(own) && !takesBack(around) && !ON_CONDITION.test(around),
  );
  // “Twelve” and “12” are one figure.
  const has = (words: string): boolean => ` ${plain(inOneForm(words)).join(" ")} `.includes(figure);
  const numbers = figuresIn(added.join(" "));
  const isNamed = (words: string): boolean =>
    numbers.length === 0
      ? has(words)
      : figuresIn(inOneForm(words)).some((number) => numbers.includes(number));
  return (
    isOrdered &&
    plainStatements(asker).some((sentence) => has(sentence)) &&
    telling(ownPart(asker.said.at(-1) ?? "")).some((word) => kept.has(word)) &&
    !(asker.heard?.() ?? []).some(({ words, theirs = words }) =>
      linesOf(theirs)
        .flatMap(sentencesOf)
        .some((one) => isNamed(one) && telling(one).some((word) => kept.has(word))),
    )
  );
}

/** “was $45”, “$45 before”: what a line said. */
const SAID_BEFORE =
  /^(?:(?:was|were|formerly|previously|before|until now|old|instead of):? (.+)|(.+) (?:before|until now|previously))$/iu;

/** A changed line without brackets that only name the speaker, the day and what it said before. */
function withoutCredit(after: string, before: string, speaker: string): string {
  const names = [speaker, speaker.split(" ")[0] ?? speaker].map((name) => name.toLowerCase());
  const old = new Set(plain(before));
  const isCredit = (part: string): boolean => {
    const [, was, until] = SAID_BEFORE.exec(part) ?? [];
    const said = plain(was ?? until ?? "");
    if (said.length > 0) return said.every((word) => old.has(word));
    const rest = part.replace(new RegExp(`(?:^|\\s)(?:as of )?(?:${WHEN}|\\d{4})$`, "iu"), "");
    return rest === "" || names.includes(rest.replace(/^(?:per|from|by|said by) /iu, "").toLowerCase());
  };
  return after.replace(/\s\(([^()]{1,120})\)/gu, (all, inner: string) =>
    before.includes(all) || !inner.split(/[,;]\s*/u).every(isCredit) ? all : "",
  );
}

/** Statements that neither negate nor depend on something: words taken from them keep their meaning. */
function plainStatements(asker: Asker, as = (words: string): string => words): string[] {
  return statements(asker)
    .map(({ own, around }) => ({ own: as(own), around: as(around) }))
    .filter(({ around }) => !takesBack(around) && !ON_CONDITION.test(around))
    .map(({ own }) => own);
}

/** Whether a member said these words next to each other, in one statement: a title or a value, without what fills a sentence. */
export function isSaid(value: string, asker: Asker | null): boolean {
  if (asker?.speaker.kind !== "user" || UNSEEN.test(value)) return false;
  const wanted = telling(value).join(" ");
  return (
    wanted !== "" &&
    plainStatements(asker).some((sentence) => ` ${telling(sentence).join(" ")} `.includes(` ${wanted} `))
  );
}

/** Whether a member said one of these words or phrases, such as what people call a state. */
export function saysOneOf(phrases: readonly string[], asker: Asker | null): boolean {
  return (
    asker?.speaker.kind === "user" &&
    plainStatements(asker).some((sentence) => {
      const line = ` ${plain(sentence).join(" ")} `;
      return phrases.some((phrase) => line.includes(` ${phrase} `));
    })
  );
}

/** Whether a member said at least one word of a name. */
export function isNamed(name: string, asker: Asker | null): boolean {
  if (asker?.speaker.kind !== "user") return false;
  const words = new Set(telling(name));
  return plainStatements(asker).some((sentence) => telling(sentence).some((word) => words.has(word)));
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** How far ahead a day is that is named by its weekday, or without its year. */
const WEEKDAY_DAYS = 14;
const YEAR_DAYS = 366;

/** Whether a member named this day (`2026-12-15`): by its number and month, or one soon by its weekday. */
export function isDaySaid(day: string, asker: Asker | null, nowMs: number): boolean {
  const date = new Date(`${day}T12:00:00Z`);
  const ahead = (date.getTime() - nowMs) / DAY_MS;
  if (asker?.speaker.kind !== "user" || Number.isNaN(ahead)) return false;
  const [month = "", weekday = ""] = [MONTHS[date.getUTCMonth()], DAYS[date.getUTCDay()]];
  const number = date.getUTCDate();
  const unclear = [
    String.raw`${month}\p{L}*\.? (?:the )?${number}(?:st|nd|rd|th)?`,
    String.raw`${number}(?:st|nd|rd|th|\.)? (?:of )?${month}\p{L}*`,
    String.raw`0?${date.getUTCMonth() + 1}/0?${number}(?:/\d{2,4})?`,
  ];
  const written = [
    day,
    ...(Math.abs(ahead) <= YEAR_DAYS ? unclear : []),
    ...(ahead >= -1 && ahead <= WEEKDAY_DAYS ? [`${weekday}(?:day|sday|nesday|rsday|urday)?`] : []),
  ].join("|");
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}/])(?:${written})(?![\p{L}\p{N}/])`, "iu");
  return plainStatements(asker).some((sentence) => pattern.test(sentence));
}
