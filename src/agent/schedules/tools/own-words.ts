/**
 * Decides whether a member asked for a schedule. If the conversation contains outside text, a model may
 * follow it, and a person's words in another order can mean the opposite; so only whole sentences of
 * theirs, verbatim, create an active schedule. If it contains only our records of a contact, their words
 * count in any order. Anything else is proposed to the team. Pure.
 */
import type { Asker } from "../../tools/call.ts";

/** Words without meaning of their own. */
const COMMON = new Set(
  (
    "about after again all also and any are ask asks before but can check could daily day days done each every for from give has have here how into its look make me " +
    "more month monthly morning new not now off once one only open our out over please remind reminder report say schedule scheduled see she should show some tell " +
    "team than that the their them then there these they thing things this those time today tomorrow week weekly were what when whenever where which who will with " +
    "would year yes you your him her his"
  ).split(" "),
);
export type ScheduleChange = "pause" | "resume" | "move" | "delete";
/** The same, withdrawing a draft or having it written otherwise, and undoing what Steward did. */
type Order = ScheduleChange | "withdraw" | "replace" | "undo";

const WITHDRAWS = String.raw`withdraw|retract|recall|cancel|discard|drop|delete|remove|scrap|undo|take(?=.*\bback)|replace|change|redo|rewrite`;

/** Imperative verbs per change; “stopped” is not an order. */
const ORDERS: Record<Order, string> = {
  pause: String.raw`(?:pause|stop|hold|suspend|halt|cancel|skip|turn(?=.*\boff))`,
  resume: String.raw`(?:resume|restart|continue|unpause|start|reactivate|turn(?=.*\bon))`,
  move: String.raw`(?:move|change|shift|reschedule|push|switch|make|(?:do|run|send)(?=.*\b(?:instead|earlier|later)))`,
  delete: String.raw`(?:delete|remove|cancel|drop|stop|end|get rid|forget)`,
  undo: String.raw`(?:undo|revert|reverse|restore|(?:take|roll|put)(?=.*\bback))`,
  withdraw: `(?:${WITHDRAWS})`,
  // “Send it, but with 5:45”, “make it shorter”.
  replace: String.raw`(?:${WITHDRAWS}|edit|fix|correct|update|shorten|(?:send|text|e-?mail|make|say|use|write|put|tell|add|leave(?=.*\bout))(?=.*(?:\d|\b(?:but|with|instead|rather|also|too|earlier|later|shorter|longer|nicer|kinder|warmer|simpler|friendlier|in (?:spanish|english))\b)))`,
};
/** Phrases that may precede an order's verb. */
const LEAD =
  "(?:ok(?:ay)?|please|pls|thanks|thank you|and|n|then|also|now|so|yes|yeah|hi|hey|steward|just|go ahead and|let['’]?s|" +
  "(?:can|could|would|will) you|(?:i(?:['’]d| would)? (?:like|want|need) )?you (?:to|can|may)|i(?:['’]d| would)? (?:like|want|need) you to)";
/** A sentence that begins with one of these verbs. */
const ordering = (verbs: string): RegExp => new RegExp(`^[\\s*•–-]*(?:${LEAD}[\\s,]+)*${verbs}\\b`, "iu");
const CLAUSE_END = /[,;()]|\s[-–—]\s|\b(?:but|because|so that)\b/iu;

const TAKES_BACK = /\b(?:not|never|no one|nobody|neither|nor|without|none|rather than)\b|n['’]t\b/iu;
/** Phrases that make an order conditional or postpone it. */
export const ON_CONDITION =
  /\b(?:if|unless|until|till|before|after|(?<!\bat )once|when|whenever|whether|in case|as soon as|wait|should)\b/iu;
/** “Don't forget to” and the like revoke nothing. */
const REMINDS = /\b(?:do not|don['’]?t) (?:let (?:me|us) )?forget\b/giu;
/** How people revoke what they just said. */
export const NEVER_MIND =
  /^\W*(?:no\b|nope|not\b|wait|hold on|scratch|never ?mind|forget|cancel|stop|leave|(?:just )?kidding|joking|actually|rather|or rather|on second thought|skip|i take that back|(?:please )?do(?:n['’]?t| not)(?: do| schedule)? (?:that|this|it)\b|nobody|nothing)/iu;

/**
 * A sentence ends at a mark followed by a start of another, and at a question mark; a line break alone doesn't end one, so
 * text without marks is quoted as a whole.
 */
const SENTENCE_END = /(?<=[.!?…])\s+(?=[^\p{Ll}])|(?<=\?)\s+/u;
/** The same in a message without capitals at the start of its sentences, as people type on phones. */
const SMALL_END = /(?<=[.!?…])\s+/u;
const IS_SMALL = /^\P{L}*\p{Ll}(?!.*[.!?…]\s+\p{Lu})/su;
/** Abbreviations whose period doesn't end a sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{L}(?:\.\p{L})*|mr|mrs|ms|dr|st|rd|blvd|no|nr|ave|apt|bldg|vs|etc|approx|jr|sr|inc|co|mt|ft|ph|tel|ext|dept)\.$/iu;

/** What ends a message and says nothing. */
const CLOSING = /^(?:thanks|thank you|thx|cheers|gracias)(?: so much| a lot| again)?[.!\s]*$/iu;

/** Number of the person's newest messages searched for a quote: a request, and the answer to a question about it. */
export const QUOTED_MESSAGES = 2;
/** Phrases for a repeated task. */
const AGAIN =
  /\b(?:every|each|daily|nightly|hourly|weekly|monthly|yearly|annually|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|mornings|evenings|always|regularly|per (?:day|week|month))\b|\b(?:once|twice|times) an? (?:hour|day|week|month|year)\b/iu;

/** Whether the instruction and title are what the person asked for. `again`: it would run more than once. */
export function isOwnWish(asker: Asker | null, title: string, instruction: string, again = false): boolean {
  if (!isOwnWords(asker, title, instruction)) return false;
  if (asker?.outside !== true) return true;
  const said = asker.said.slice(-QUOTED_MESSAGES);
  if (asker.outsideWords)
    return (
      (isQuote(said, instruction) || isOrderInSentence(said, forSpeaker(instruction, asker.speaker.name))) &&
      (!again || AGAIN.test(instruction))
    );
  // Reordered words must not drop a negation.
  return takesBack(instruction) || !said.some(takesBack);
}

/**
 * Whether a text consists of whole sentences of one of the person's newest messages, or of a whole question
 * of theirs.
 */
export function isWholeOwnWords(asker: Asker | null, text: string): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  const said = asker.said.slice(-QUOTED_MESSAGES);
  return (
    isQuote(said, text) ||
    said.some((message) =>
      spokenSentences(message).some(({ words, own }) => own !== null && bare(words) === bare(text)),
    )
  );
}

export function takesBack(words: string): boolean {
  return TAKES_BACK.test(words.replace(REMINDS, ""));
}

export function sentencesOf(message: string): string[] {
  const sentences: string[] = [];
  for (const part of message.split(IS_SMALL.test(message) ? SMALL_END : SENTENCE_END)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATED.test(last) && !CLOSING.test(part))
      sentences[sentences.length - 1] = `${last} ${part}`;
    else sentences.push(part);
  }
  return sentences.filter((sentence) => bare(sentence) !== "");
}

/**
 * Whether a text consists of adjacent whole sentences of one message, said by the person and not revoked
 * since. A question is not an order.
 */
function isQuote(said: readonly string[], text: string): boolean {
  const wanted = bare(text);
  return said.some((message, at) => {
    const later = said.slice(at + 1).flatMap(sentencesOf);
    const all = spokenSentences(message);
    const sentences = all.map(({ words }) => words);
    return sentences.some((_, from) =>
      sentences.some((__, to) => {
        const quoted = to < from ? [] : sentences.slice(from, to + 1);
        return (
          quoted.length > 0 &&
          all.slice(from, to + 1).every(({ own }) => own !== null) &&
          bare(quoted.join(" ")) === wanted &&
          isNoQuestion(quoted) &&
          !isReported(sentences.slice(0, from).join(" "), quoted.join(" ")) &&
          ![...sentences.slice(to + 1), ...later].some((sentence) => NEVER_MIND.test(sentence))
        );
      }),
    );
  });
}

const HOUR = String.raw`(?:noon|midnight|\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\b\.?)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`;
const DAY = String.raw`(?:today|tonight|tomorrow|tmrw|(?:(?:on|this|next) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|month)|(?:this|in the) (?:morning|afternoon|evening)|in (?:an?|\d+|one|two|three|half an) (?:minute|hour|day|week)s?)`;
const WHEN = String.raw`(?:(?:,? ?(?:first thing )?(?:${DAY}(?: (?:morning|afternoon|evening|night))?|(?:at|by) ${HOUR}|\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?))+)`;

/** “Remind me”, “I need a reminder”. */
const REMIND_ME = String.raw`(?:(?:remind|nudge|ping) me\b|(?:i (?:need|want)|i(?:['’]d| would) like|(?:set|make|give)(?: me)?) a reminder\b)`;
/** What a member orders for themselves or the team, perhaps after its time. */
const FOR_ME = String.raw`(?:(?:${WHEN},? )?(?:${REMIND_ME}|(?:remind|nudge|send|tell|give|show|text|e-?mail|call|ping|wake) (?:me|us)\b|let (?:me|us) know\b|(?:do not|don['’]?t) let (?:me|us) forget\b)|(?:every|each) \S)`;
const ORDER_FOR_ME = new RegExp(`^${FOR_ME}`, "iu");
const ASKS_FACT =
  /^(?:(?:and|uh|um|also) )*(?:what|when|where|which|who|whom|whose|why|how|did|does|do|is|are|was|were|has|have|had)\b/iu;

/** Whether sentences ask nothing but for facts, before an order. */
function isNoQuestion(sentences: readonly string[]): boolean {
  const isQuestion = (sentence: string): boolean => sentence.trim().endsWith("?");
  return (
    !sentences.some(isQuestion) ||
    (ORDER_FOR_ME.test(sentences.at(-1) ?? "") &&
      sentences.every((sentence, at) =>
        at === sentences.length - 1 ? !isQuestion(sentence) : ASKS_FACT.test(sentence),
      ))
  );
}

const BETWEEN = /[,;.!?]\s+(?:and\s+)?|\s[-–—]\s+|\s+and\s+/giu;
const FILLED = new RegExp(String.raw`^(?:${LEAD}[\s,]+)+(?=${FOR_ME})`, "iu");
/** A clause that those after it depend on, or that turns them around. */
const GOVERNS = new RegExp(
  String.raw`^(?:${LEAD}[\s,]+)*(?:(?:or|but|only|even|just)\s+)*(?:(?:or|nor|otherwise|else|except|assuming|provided|suppose|maybe|perhaps|in that case|rather)\b|${ON_CONDITION.source})`,
  "iu",
);
const OTHERS_SAY =
  /\b(?:says|said|asks|asked|tells|told|writes|wrote|wants?|wanted|goes|went|texted|replied|answered|claims|claimed|demand(?:s|ed)|reads|means|quotes?)\b/iu;
/** “Wednesday not Tuesday” */
const CONTRAST = /\bnot (?:(?:on|at|to|by) )?(?:\p{Lu}|\d)\S*(?: \S+)?$/u;
/** Verbs that “and” may continue: “I want Tom to call and remind me”. */
const CONTINUED = /\b(?:to|will|can|could|would|may|might|must|shall|lets?|makes?|helps?|has|have)\b/iu;

const REMINDER = new RegExp(String.raw`^(?:(${WHEN}),? )?${REMIND_ME}`, "iu");
const WHEN_OF_REMINDER = new RegExp(String.raw`(?<=^remind me)${WHEN}\b|${WHEN}$`, "giu");

/** “Tomorrow at 4 I need a reminder to call” as “remind me to call”: the schedule has its time. */
function untimed(order: string): string {
  return REMINDER.test(order) ? order.replace(REMINDER, "remind me").replace(WHEN_OF_REMINDER, "") : order;
}

/** “Remind Priya Raman to call” as Priya Raman says it. */
function forSpeaker(instruction: string, speaker: string): string {
  const [, who = "", rest = ""] =
    /^remind ([\p{L}\p{M}.'’ -]{1,60}?):?( (?:to|about|that|of) .+)$/isu.exec(instruction) ?? [];
  const names = [speaker, speaker.split(" ")[0]].map((name) => name?.toLowerCase());
  return who !== "" && names.includes(who.toLowerCase()) ? `remind me${rest}` : instruction;
}

/**
 * Whether a text is an order for the speaker themselves that stands as a whole between commas or “and” in a sentence of
 * one of the messages, where nothing beside it negates, conditions, reports or revokes it.
 */
function isOrderInSentence(said: readonly string[], text: string): boolean {
  const wanted = bare(text).replace(FILLED, "");
  if (!ORDER_FOR_ME.test(wanted)) return false;
  return said.some((message, index) => {
    const all = spokenSentences(message);
    const later = said.slice(index + 1).flatMap(sentencesOf);
    return all.some(({ words, own }, at) => {
      const before = all
        .slice(0, at)
        .map((one) => one.words)
        .join(" ");
      const after = [...all.slice(at + 1).map((one) => one.words), ...later];
      return (
        own !== null &&
        own.trim() === words.trim() &&
        !after.some((sentence) => NEVER_MIND.test(sentence)) &&
        clausesIn(own).some(
          ([prior, clause, rest]) =>
            untimed(bare(clause)) === untimed(wanted) &&
            !isReported(`${before} ${prior.join(", ")}`, clause) &&
            standsAlone(prior, rest),
        )
      );
    });
  });
}

/** “I’ll call you back”: what a colleague promises on the telephone. */
const PROMISES = new RegExp(
  String.raw`^(?:${LEAD}[\s,]+)*(?:i(?:['’]ll| will| shall|['’]m going to| am going to)|let me)\b`,
  "iu",
);
/** Words that a wish and the person’s own words for it share at least. */
const SHARED_WORDS = 2;

/**
 * Finds the person's own words for a wish that the model paraphrased: the order for themselves (or, in a phone call, the
 * promise) that shares the most words with it. Null if there is none.
 */
export function ownWordsFor(
  { speaker, said: all }: Asker,
  wish: string,
  { again = false, isSpoken = false }: { readonly again?: boolean; readonly isSpoken?: boolean } = {},
): string | null {
  if (speaker.kind !== "user") return null;
  const said = all.slice(-QUOTED_MESSAGES);
  const wanted = new Set(telling(wish));
  const [best] = said
    .flatMap(spokenSentences)
    .flatMap(({ own }) => {
      const sentence = own?.trim() ?? "";
      if (isSpoken) return PROMISES.test(sentence) && isQuote(said, sentence) ? [sentence] : [];
      return clausesIn(sentence).flatMap(([, clause]) => (isOrderInSentence(said, clause) ? [clause] : []));
    })
    .filter((words) => !again || AGAIN.test(words))
    .map((words) => {
      const own = telling(words);
      const shared = new Set(own.filter((word) => wanted.has(word))).size;
      return { words, shared, others: own.length - shared };
    })
    .filter(({ shared }) => shared >= SHARED_WORDS)
    .toSorted((one, other) => other.shared - one.shared || one.others - other.others);
  return best?.words ?? null;
}

/** Every stretch of whole clauses of a sentence, with the clauses before and after it. */
function clausesIn(sentence: string): [prior: string[], clause: string, rest: string[]][] {
  const cuts = [
    { end: 0, start: 0 },
    ...[...sentence.matchAll(BETWEEN)].map(({ 0: mark, index }) => ({
      end: index,
      start: index + mark.length,
    })),
    { end: sentence.length, start: sentence.length },
  ];
  const parts = cuts.slice(0, -1).map(({ start }, at) => sentence.slice(start, cuts[at + 1]?.end));
  const isAnd = ({ end, start }: { end: number; start: number }): boolean =>
    /^\s+and\s+$/iu.test(sentence.slice(end, start));
  const mayStart = cuts.map((cut, at) => !isAnd(cut) || !CONTINUED.test(parts[at - 1] ?? ""));
  const mayEnd = cuts.map((cut, at) => !isAnd(cut) || startsAnew(parts[at] ?? ""));
  return parts.flatMap((_, from) =>
    parts.flatMap((__, last): [string[], string, string[]][] =>
      last < from || mayStart[from] !== true || mayEnd[last + 1] !== true
        ? []
        : [
            [
              parts.slice(0, from),
              sentence.slice(cuts[from]?.start, cuts[last + 1]?.end).replace(FILLED, ""),
              parts.slice(last + 1),
            ],
          ],
    ),
  );
}

function startsAnew(clause: string): boolean {
  return ORDER_FOR_ME.test(clause.replace(FILLED, "")) || ASKS_FACT.test(clause);
}

function standsAlone(prior: readonly string[], [next = "", ...rest]: readonly string[]): boolean {
  const isFree = (clause: string): boolean =>
    !GOVERNS.test(clause) && !NEVER_MIND.test(clause) && !takesBack(clause.replace(CONTRAST, ""));
  return (
    prior.every((clause) => isFree(clause) && !OTHERS_SAY.test(clause)) &&
    (next === "" || isFree(next)) &&
    // A question as a whole orders nothing.
    !(next === "" && prior.some((clause) => ASKS_FACT.test(clause))) &&
    !rest.some((clause) => NEVER_MIND.test(clause) || GOVERNS.test(clause)) &&
    (![next, ...rest].join(" ").trim().endsWith("?") || ASKS_FACT.test(rest.at(-1) ?? next))
  );
}

/** A colon after these introduces the speaker's own words. */
const OWN_LEAD =
  /(?:remember|notes?|rules?|reminder|fyi|record|also|todo|things?|please|recuerda|nota)\b[^:.!?\n]{0,20}:(?=\s|$)/giu;
/** A colon that may introduce a quote. Everything after it counts as quoted, even later sentences. */
const SPEECH = /:(?=\s|$)/u;

/** Whether words are reported speech: somewhere after a colon, in quotation marks, or marked as a quote. */
export function isReported(before: string, words: string): boolean {
  if (SPEECH.test(before.replace(OWN_LEAD, "")) || /^\s*(?:["“”„«‹»>|]|['‘](?=\S))/u.test(words)) return true;
  const open = (before.match(/[“„«]/gu) ?? []).length - (before.match(/[”»]/gu) ?? []).length;
  return open > 0 || (before.match(/"/g) ?? []).length % 2 === 1;
}

/** Verbs of what someone else said; “I said” introduces the speaker's own words. */
const SAYS = String.raw`(?<!\b(?:i|we|yo)(?:['’]ve| have)? (?:just |already |also )?)\b(?:says|said|asks|asked|tells|told|writes|wrote|texted|e-?mailed|messaged|replied|answered|claims|claimed|stated|demanded|dice|dijo|escribi[oó]|pide|pidi[oó])`;
const TO_WHOM = String.raw`(?: (?:me|us|him|her|them|this|that|it|these|today|yesterday|again|back|now))*`;
const MAIL = "(?:message|text|mail|e-?mail|note|reply|answer|letter|voicemail|words|request)";
/** What someone else says, in quotation marks. */
const THEIR_QUOTE = new RegExp(`(${SAYS}${TO_WHOM})[:,]?\\s*(?:“[^”]*”|„[^”“]*[”“]|«[^»]*»|"[^"]*")`, "giu");
/** From here on a message passes on what others wrote. */
const PASSES_ON = new RegExp(
  [
    String.raw`${SAYS}${TO_WHOM}(?:,?\s*[:“„«"\n]|\s(?:the following|as follows)\b|(?<= this)\.\s)`,
    // “If she asks, …” passes on nothing.
    String.raw`(?<!\b(?:if|when|whenever|until|unless|before|after|once|as|what|whatever)\b[^.,;:!?\n]{0,60})${SAYS}${TO_WHOM}(?:,\s|\s[-–—]\s)`,
    String.raw`(?:${SAYS}|\b(?:reads|goes|wants|sent|forwarded|pasted|copied)\b|\b${MAIL} (?:from|by|of)\b|['’]s (?:\p{L}+ )?${MAIL}\b)[^:.!?\n]{0,60}:(?=\s|$)`,
    String.raw`^[ \t]*(?:-{2,} ?)?(?:begin )?(?:forwarded|original) message\b`,
    String.raw`^[ \t]*(?:from|sent|subject): \S`,
  ].join("|"),
  "imu",
);

/** A member's message without what it quotes or passes on of others: the part that can order something. */
export function ownPart(message: string): string {
  const own = message.replace(/^[ \t]*[>|].*$/gmu, "").replace(THEIR_QUOTE, "$1");
  const from = own.search(PASSES_ON);
  return from < 0 ? own : own.slice(0, from);
}

/**
 * A sentence of a message, and what of it is the writer's own: null for one that is passed on as a whole. `around` goes on
 * to the end of the line, which may negate it or set a condition.
 */
interface Spoken {
  readonly words: string;
  readonly own: string | null;
  readonly around: string;
}

/** A message's sentences, in order. */
export function spokenSentences(message: string): Spoken[] {
  const own = sentencesOf(ownPart(message));
  let next = 0;
  return sentencesOf(message).map((words) => {
    const part = own[next];
    const at =
      part !== undefined && words.startsWith(part.replace(/[\s.!?…]+$/u, ""))
        ? next
        : own.indexOf(words, next);
    if (at < 0) return { words, own: null, around: words };
    next = at + 1;
    const lineEnd = words.indexOf("\n", part?.trimEnd().length ?? 0);
    return { words, own: own[at] ?? null, around: lineEnd < 0 ? words : words.slice(0, lineEnd) };
  });
}

/**
 * Normalizes words for comparison: spaces, surrounding quotation marks, the case of the first letter, and
 * the final mark.
 */
export function bare(words: string): string {
  const line = words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["“']+|["”']+$/g, "")
    .replace(/[.!…]+$/, "");
  return line.slice(0, 1).toLowerCase() + line.slice(1);
}

/** Whether these texts contain only the person's own words, in any order. */
function isOwnWords(asker: Asker | null, ...texts: readonly string[]): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  if (!asker.outside) return true;
  const own = [...asker.said.map(ownPart), asker.speaker.name].flatMap(wordsOf);
  const said = new Set(own.flatMap((word) => [word, stemOf(word)]));
  return texts.flatMap(wordsOf).every((word) => COMMON.has(word) || said.has(word) || said.has(stemOf(word)));
}

/**
 * Whether the work belongs to this conversation, to this person though it is elsewhere (a draft in a conversation that they
 * began, a schedule that they asked for), or to someone else.
 */
type Whose = "own" | "mine" | "theirs";

/**
 * Whether the current speaker asks for this change of a schedule or draft. For other people's work, or with
 * outside text in the conversation, a sentence of the newest message must order it, now and
 * unconditionally; for other people's work, or outside text beyond names and facts, it must also name it by
 * a word of its title. Mere presence of a person is not enough. Of their own work it is enough that they speak of it, and
 * of anyone's that they answer a question that named it. `by`: who began the work.
 */
export function asksForChange(
  asker: Asker | null,
  change: Order,
  title: string,
  whose: Whose = "own",
  by = "",
): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  if (!asker.outside && whose === "own") return true;
  if (consents(asker, change, title) || (whose === "mine" && speaksOf(asker, change, title))) return true;
  const order = ordering(ORDERS[change]);
  const mustName = asker.outsideWords || whose !== "own";
  const named = new Set(naming(`${title} ${by}`));
  const before = ownPart(asker.said.at(-2) ?? "");
  const all = spokenSentences(asker.said.at(-1) ?? "");
  const sentences = all.map(({ own }) => own ?? "");
  return sentences.some((sentence, at) => {
    const later = all.slice(at + 1).filter(({ own }, index) => index === 0 || own === null);
    if (later.some(({ words }) => NEVER_MIND.test(words))) return false;
    const around = all[at]?.around ?? "";
    const kept = around.replace(/\bno longer\b/giu, "");
    if (takesBack(change === "replace" ? kept.replace(INSTEAD_OF, "") : kept) || ON_CONDITION.test(around))
      return false;
    return sentence.split("\n").some((line, row, lines) => {
      if (isReported([...sentences.slice(0, at), ...lines.slice(0, row)].join(" "), line)) return false;
      const told = beforeColon(line);
      const consent = change === "replace" ? wordOnDraft(line) : null;
      if (consent?.changes === true)
        return !mustName || telling(consent.whom ?? before).some((word) => named.has(word));
      const clauses = change === "replace" ? [told] : told.split(CLAUSE_END);
      if (!clauses.some((clause) => order.test(clause))) return false;
      const last = wordOnDraft(lines[row - 1] ?? sentences[at - 1] ?? "")?.whom ?? before;
      const names = change === "replace" && IT.test(line) ? `${last} ${line}` : line;
      return !mustName || telling(names).some((word) => named.has(word));
    });
  });
}

/** “Leave it”, “don’t touch Jada’s text”, “it stays”: words that change nothing. */
const LEAVES = new RegExp(
  [
    String.raw`^[\s*•–-]*(?:${LEAD}[\s,]+|no,? )*(?:leave|keep)\b(?!.*\bout\b)`,
    String.raw`(?:\bnot|n['’]?t|\bnever|\bno need to) (?:touch|edit|fix|correct|pause|stop|skip|move|${WITHDRAWS})\b`,
    String.raw`\b(?:it|that|list|reminder|schedule|\p{L}+['’]s|(?:text|draft|message|e-?mail|one)(?: (?:to|for) [^,.;!?]{1,40})?) (?:stays|remains|can wait)\b`,
    String.raw`\bhands off\b|\blet\b[^,.;!?]{1,40}\b(?:be|stay|stand)\W*$`,
  ].join("|"),
  "iu",
);
const CLAUSES = /[,;.!?]\s+|\s[-–—]\s+|\bbut\b/iu;
/** What takes a message back at its end. */
const TAKEN_BACK =
  /(?:^|[.!?,;–—-]\s*)(?:(?:actually|better|rather|or|please|oh|just) )*(?:no|nope|not|do(?:n['’]?t| not)|wait|hold on|never ?mind|kidding|joking|i take that back)\W*$/iu;

function leaves(message: string): boolean {
  return TAKEN_BACK.test(message) || message.split(CLAUSES).some((clause) => LEAVES.test(clause.trim()));
}

/** “Monthly” and “every month” name one rhythm. */
const RHYTHM = /\b(hour|da[iy]|week|month|year)(?:ly|s)?\b/giu;

/** Words by which a person names a thing; of a schedule, also how often it runs. */
function namesIn(words: string): string[] {
  return [
    ...telling(words),
    ...[...words.matchAll(RHYTHM)].map(([, one = ""]) => `@${one.slice(0, 2)}`.toLowerCase()),
  ];
}

/** Orders that keep a draft or schedule: “make it come at eight”, “send it at six”. */
const KEEPS = ordering(`(?:${ORDERS.move}|${ORDERS.resume}|send|run|show)`);

/**
 * Whether the newest message speaks of the speaker's own work and doesn't say to leave it; where it is to go, neither
 * praises nor changes it. Little is lost by a misunderstanding: a draft in place of another waits for a decision as well,
 * and what is gone can be made again.
 */
function speaksOf({ said }: Asker, change: Order, title: string): boolean {
  const newest = said.at(-1) ?? "";
  const named = new Set([...naming(title), ...namesIn(title).filter((name) => name.startsWith("@"))]);
  const own = spokenSentences(newest).flatMap(({ own: words }) => words ?? []);
  const before = IT.test(newest) ? ownPart(said.at(-2) ?? "") : "";
  const goes = change === "withdraw" || change === "delete";
  return (
    !leaves(ownPart(newest)) &&
    own.some(
      (sentence, at) =>
        !isReported(own.slice(0, at).join(" "), sentence) &&
        !(sentence.trim().endsWith("?") && ASKS_FACT.test(sentence)) &&
        !(goes && (KEEPS.test(sentence) || wordOnDraft(sentence) !== null)) &&
        namesIn(IT.test(sentence) ? `${before} ${sentence}` : sentence).some((word) => named.has(word)),
    )
  );
}

const THEIRS = String.raw`not (?:his|hers|theirs|\p{L}+['’]s)`;
/** “Mine counts.”, “Not his. Mine.”, “Do it my way.” */
const MINE = new RegExp(
  String.raw`^\W*(?:(?:${LEAD}|no|take|use|send|go with|do (?:it|that)|only|${THEIRS})[\s,.;:!–—-]+)*(?:mine|my (?:way|one|text|draft|message))(?:[\s,.;:!–—-]+(?:counts|stands|instead|please|now|thanks|${THEIRS}))*\W*$`,
  "iu",
);
const YES = new RegExp(
  String.raw`^\W*(?:${LEAD}[\s,.!]+)*(?:yes|yep|yeah|sure|ok(?:ay)?|do (?:it|so|that)|go ahead)(?: please)?\W*$`,
  "iu",
);
/** A question to which yes means the change. */
const ASKS_CHANGE =
  /^(?!.*\b(?:stays?|keep|leave|or)\b).*\b(?:replac|chang|withdraw|cancel|delet|stop|instead|tak\w+ .*\b(?:place|back)\b)/isu;
/** “Drop it” may mean the question. */
const DROPS_IT = /^(?:drop|cancel|scrap|stop) (?:it|that)\W*$/iu;

/** Whether the newest message answers a question of Steward's about this draft or schedule by choosing the change. */
function consents({ said, answers }: Asker, change: Order, title: string): boolean {
  const newest = ownPart(said.at(-1) ?? "").trim();
  if (answers === undefined || newest === "") return false;
  const { question, options } = answers;
  const about = telling([question, ...options].join(" "));
  const named = new Set(naming(title));
  if (!about.some((word) => KINDS.has(word)) || !about.some((word) => named.has(word))) return false;
  const choice = options[Number(newest.replace(/\W/gu, "")) - 1] ?? newest;
  if (leaves(choice) || /\?\W*$|\bnothing\b/iu.test(choice)) return false;
  if (MINE.test(choice) || (YES.test(choice) && ASKS_CHANGE.test(question))) return true;
  const told = choice.replace(/^\W*no\W+/iu, "");
  return ordering(ORDERS[change]).test(told) && !DROPS_IT.test(told) && !ON_CONDITION.test(told);
}

const DRAFT = "(?:one|draft|text|message|e-?mail|mail|reply|answer)";
const WAITS = String.raw`(?:(?:(?:that|which)(?:['’]s| is)?|is)? ?(?:still )?(?:waits|waiting|pending|unsent|ready)(?: here| there| now)*)`;
const NAME = String.raw`[^:;,.!?"“”„«»‹›<>]{1,60}?`;
/** What a person calls a draft: “the one to Maria”, “Maria’s text”, “what I have waiting for Maria”. */
const WHICH_DRAFT = String.raw`(?:(?:as for|about|on|for|re) )?(?:(?:the|my|our|your|that|this) (?:(?<the>(?!to |for )[\p{L}’']+(?: [\p{L}’']+)?) )?${DRAFT}(?:(?: that goes)? (?:to|for|about) (?<to>${NAME}))?(?: ${WAITS})?|(?<of>(?!to )${NAME})['’]s ${DRAFT}(?: ${WAITS})?|what(?: (?:i|we|you)(?:['’]ve| have)?(?: still)?(?: got| drafted)?(?: ${WAITS}| there)?|(?: is|['’]s)?(?: still)? (?:waits|waiting|pending)) (?:for|to) (?<for>${NAME}))`;
const APPROVES = String.raw`(?:(?:i(?:['’]m| am) )?(?:fine|ok(?:ay)?|happy|good) (?:with|for)|i (?:approve|like)|approve|yes to|go ahead with|(?:you (?:can|may) )?send(?: out| off)?)`;
/** A sentence about a draft, and what it says of it. */
const OF_DRAFT = new RegExp(
  String.raw`^[\s*•–-]*(?:${LEAD}[\s,]+)*(?<approves>${APPROVES} )?${WHICH_DRAFT}(?<rest>(?::|,|(?=['’]s )| (?=(?:is|looks|reads|sounds|can|may|has|goes|with|at|but|just|only|and|then)\b)) ?.+)$`,
  "iu",
);
const NAMES_DRAFT = new RegExp(String.raw`\b(?:draft|${WAITS})\b`, "iu");
const SAYS_YES = new RegExp(
  String.raw`^(?:(?:it|that|this)(?:['’]s)? ?)?(?:(?:is|looks|reads|sounds)? ?(?:all |quite |otherwise |almost |really |very )*(?:fine|ok(?:ay)?|good|great|perfect|al ?right|right|ready)|(?:i(?:['’]m| am) )?(?:fine|ok(?:ay)?|happy|good) with (?:it|that|this)|(?:you |we |i )?(?:can |may )?(?:goes|go|be sent|send (?:it|that))|go ahead|has my (?:ok(?:ay)?|yes)|i (?:approve|like)(?: it| that)?)(?: to go| to send| out| off| by me| with me| to me| now| then| otherwise| as it is| like that| that way)*$`,
  "iu",
);
const OTHERWISE = new RegExp(
  String.raw`^(?:you (?:can|may) )?(?:(?:send it |with|at|for|in) ?|(?:say|use|write|put|mention|include|make|change|switch|swap|correct|fix|edit|set|update|replace|leave out|take out|shorten) |add (?!(?:her|him|them|me|us)\b)|(?:leave|take) (?=.* out$)|tell (?:her|him|them) )(?!.*\b${DRAFT} (?:to|for|from)\b)[^\s:].*$`,
  "iu",
);
const JOINED =
  /\s*(?:[,;]|\s[-–—](?=\s)|(?<![\p{L}])(?:but|and|then|just|only|so|please|thanks|thank you)(?![\p{L}]))\s*/giu;

/** A person's yes to a draft, or their order for one that waits, and whether it says what to change; null for any other sentence. */
function wordOnDraft(line: string): { readonly whom: string | null; readonly changes: boolean } | null {
  const { approves, rest = "", ...names } = OF_DRAFT.exec(line.replace(/[\s.!…]+$/u, ""))?.groups ?? {};
  const isTold = rest.startsWith(":");
  const said = rest.replace(/^:/u, "").trim();
  // What follows a colon is dictated, but where the words before it say that the draft waits.
  if (said === "" || /:\s|["“”„«»]/u.test(said) || /\?\W*$/u.test(line)) return null;
  if (isTold && !NAMES_DRAFT.test(line.slice(0, line.length - rest.length))) return null;
  const parts = said.split(JOINED).filter((part) => part.trim() !== "");
  const changing = parts.filter((part) => !SAYS_YES.test(part));
  const isYes = isTold || approves !== undefined || changing.length < parts.length;
  if (!isYes || !changing.every((part) => OTHERWISE.test(part))) return null;
  const whom = Object.values(names)
    .filter((name) => name !== undefined)
    .join(" ");
  return PASSED_ON.test(whom) ? null : { whom: whom === "" ? null : whom, changes: changing.length > 0 };
}

/** “…, not 6”: what a correction puts something else in place of. */
export const INSTEAD_OF = /,?\s(?:and |but )?not ([^,.;!?]{1,40})[.!]*$/iu;
/** What the message before named. */
const IT = /\b(?:it|that|this|that one|this one|the draft|the text|the message)\b/iu;

/** Words for kinds of things, which don't identify one. */
const KINDS = new Set(
  "text texts message messages mail email emails reply draft drafts event task comment issue schedule report sms slack"
    .split(" ")
    .map(stemOf),
);

/** The words that can identify a title. */
function naming(title: string): string[] {
  const words = telling(title);
  const own = words.filter((word) => !KINDS.has(word));
  return own.length === 0 ? words : own;
}

/** Words of a topic that is someone else's words. */
const PASSED_ON =
  /\b(?:from|by|sa(?:y|id|ys|ying)|ask(?:s|ed|ing)?|t(?:ell|ells|old)|reads?|writ(?:e|es|ing|ten)|wrote|goes|went|answer(?:s|ed)?|repl(?:ies|ied)|wants?|text(?:s|ed) (?:me|us|you)|words?|quotes?|copy|means?)\b/iu;
/** Which draft is meant: one that waits, in no one's words. */
const TOPIC = new RegExp(
  String.raw`^\s*(?:(?:about|on|for|re) )?(?:the|my|our|your|that|this) (?=[^:]*\b(?:draft|waits|waiting|pending|unsent)\b)(?![^:]*${PASSED_ON.source})[^:;.!?\n"“”„«»‹›<>]{1,100}: `,
  "iu",
);
const ORDERED_OF_IT = new RegExp(String.raw`^\s*(?:${LEAD}[\s,]+)*[\p{L}-]+ (?:it|that|this)\b`, "iu");

/** Text after a colon may be someone else's words, but for an order that follows its topic: “The draft to Maria: send it at 6”. */
function beforeColon(line: string): string {
  const [topic = ""] = TOPIC.exec(line) ?? [];
  const ordered = topic === "" ? "" : line.slice(topic.length);
  return (ORDERED_OF_IT.test(ordered) ? ordered : line).replace(/:\s.*$/u, "");
}

/** The stems of words that distinguish titles. */
export function telling(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !COMMON.has(word))
    .map(stemOf);
}

/** Letters and digits of any script. An address is split into parts, all of which must have been said. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => !/^[a-z]{1,2}$/.test(word));
}

function stemOf(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, "");
}
