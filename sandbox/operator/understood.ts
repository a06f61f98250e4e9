/**
 * Which words of a wish a play used. Words that carry meaning and that nothing used are said with the answer; nothing is changed or proposed
 * while there are any, since a text to all “except Maria” is another text.
 */
import type { Play, Scene } from "./engine.ts";
import { offer, WHAT_I_AM, WITH_A_KEY } from "./offers.ts";
import type { Row } from "./playbook.ts";
import { isAlike, keywords, wordsIn } from "./slots.ts";
import { upper } from "./words.ts";

/** A wish without the clauses that bind it, and these, in the person's own words. */
export interface Clauses {
  readonly core: string;
  readonly left: readonly string[];
}

const NOT = "(?:do not|don['’]?t|never|no need to)";
const LINK = "[,;.]?\\s+(?:(?:but|and|just|also|please|then)\\s+)*";
const LATE_IF =
  "(?:if|unless|in case|once|when|until|as soon as)\\s+(?:\\S+\\s+){1,2}?(?:has|have|had|did|does|do|is|are|was)(?:n['’]?t| not)\\b";
/** What is said to the writer of a text, not to its reader. */
const TO_WRITER = new RegExp(
  `${LINK}(?:${NOT} (?:mention|say|tell|includ|cc|copy|promis|sign|bother|use|text|call|e-?mail|send)\\w*|without (?:mention|say|tell|includ)\\w*|(?:but )?nothing about|only (?:if|when|after|once|to)|(?<=\\bbut )only|(?<=^(?:\\S+\\s+){4,}(?:and )?)(?:tell|ask|let|remind) (?:him|her|them)|(?:b?cc|copy(?! of\\b))\\b|in(?:to)? (?:spanish|english|french|german|chinese|portuguese)\\b|(?:by|via|on) (?:e-?mail|sms|whats ?app|slack|voicemail)\\b|leave out|leaving out|sign (?:it|this|as)\\b|(?:in an? (?:very |more )?(?=\\w+ (?:way|tone))|(?:be|make it|keep it|sound) (?:very |really |more )?)(?:nice|polite|friendl|kind|short|brief|gentle|formal|firm|warm)\\w*|${LATE_IF})[\\s\\S]*$`,
  "i",
);
/** Who of a group isn't, or is, written to: up to the message. */
const EXCEPT =
  /[,;]?\s+(?:except(?:ing| for)?|excluding|(?:but|and) not|all but|apart from|other than|besides|minus|,? not|who|whose|with|without)\s.+?(?=\s(?:that|saying|about|to)\s|[:,;]|$)/i;
const AND = "(?:,|,?\\s+and)\\s+(?:also\\s+)?";
/** Clauses that restrict a look-up or an act, such as “unless it rains”, or go on from it: “and invite Priya”, “and who is on it”. */
const BINDS = new RegExp(
  `[,;.]?\\s+(?:(?:and|so|just|or)\\s+)*(?:but|except|excluding|unless|(?<!\\b(?:know|see|ask|check|sure|say)\\s)if|without|leav(?:e|ing) out|skip|maybe|in case|as long as|apart from|other than|besides|and not|or else)\\b[\\s\\S]*$|[,;]\\s+(?:not|${NOT})\\b[\\s\\S]*$|${AND}(?:invite|b?cc|copy)\\b[\\s\\S]*$|${AND}(?:who|what|when|where|why|how|which)\\b(?=.*\\b(?:it|them|that|those|their|his|her)\\b)[\\s\\S]*$`,
  "i",
);
const FIRST_IF =
  /^(?:(?:if|once|unless|before|after|until|as soon as)|when(?!\s+(?:is|are|was|were|do|did|does|will|can|has|have|should)\b))\s[^,]{3,80},\s*(?:then )?/i;
const FIRST_NOT = new RegExp(
  `^(?:please |no,? )*${NOT} (?!ever\\b|forget\\b|(?:send|do) (?:it|that)\\b|worry\\b)[^,;.]+[,;.]?\\s*`,
  "i",
);
/** Nothing is sent before it's approved anyway. */
const UNSENT = /,?\s+(?:but |and )*(?:do not|don['’]?t) send (?:it|this|that|anything)(?: yet| out)*\W*$/i;

/** Takes a wish apart for a row. In a text for others, only what isn't meant for them binds; a row's own examples may hold a clause. */
export function clausesOf(wish: string, { when, takes }: Pick<Row, "when" | "takes">): Clauses {
  if (/["“«]/.test(wish) || takes === "all") return { core: wish, left: [] };
  const left: string[] = [];
  const without = (words: string, pattern: RegExp): string => {
    const [clause = ""] = pattern.exec(words) ?? [];
    if (clause !== "") left.push(clause.replace(/^[\s,;.]+|[\s,;.?!]+$/g, ""));
    return words.replace(pattern, "");
  };
  const patterns =
    takes === "text" ? [FIRST_IF, EXCEPT_OF_ALL(wish), TO_WRITER] : [FIRST_IF, FIRST_NOT, BINDS];
  const core = patterns.reduce(without, wish.replace(UNSENT, ""));
  const isKnown =
    left.length > 0 && left.every((clause) => when.toLowerCase().includes(clause.toLowerCase()));
  return isKnown ? { core: wish, left: [] } : { core: core.trim(), left };
}

/** A message may say “except”; before it, only a group has exceptions. */
const EXCEPT_OF_ALL = (wish: string): RegExp =>
  /\b(?:all|every(?:one|body)?|each|tenants|residents|owners|vendors|team)\b/i.test(wish) ? EXCEPT : /$^/;

/** Words that change what a question asks: an answer to “who sent it” doesn't answer “who hasn't”. */
const TURNS = /\bwhy\b|\bhow (?:many|often|long)\b|n['’]t\b|\b(?:not|never|or)\b/gi;

/** Words that carry meaning. */
export function contentOf(words: string): string[] {
  const plain = keywords(words.replace(/\b\w+n['’]t\b/gi, " ")).filter((word) => !IDLE.has(word));
  return [...plain, ...turnsOf(words)];
}

export const TIMES =
  "today tonight tomorrow yesterday day days week weeks month morning noon afternoon evening night early late since this last next hour minute am pm monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december mon tue wed thu fri sat sun 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 1st 2nd 3rd";

const IDLE = new Set(
  "check came come people need rundown overview summary brief quick quickly short yet already just really actually thing everything else bit lot back going far".split(
    " ",
  ),
);

function turnsOf(words: string): string[] {
  return [...new Set(words.toLowerCase().replaceAll("’", "'").match(TURNS))];
}

/** Those of the words that none of the texts has in any form. */
export function unusedIn(content: readonly string[], ...texts: readonly string[]): string[] {
  const known = texts.flatMap(wordsIn);
  const turns = turnsOf(texts[0] ?? "");
  return content.filter((word) =>
    turnsOf(word).length > 0 ? !turns.includes(word) : !known.some((one) => isAlike(word, one)),
  );
}

const said = (parts: readonly string[]): string => parts.map((part) => `“${part}”`).join(", ");

/**
 * Plays what is understood: a proposal or change only if nothing is left, an answer with what it left. Null if the play has none, or one
 * that leaves most of the words, or one that turns the question.
 */
export function* held(
  scene: Scene,
  { core, left }: Clauses,
  content: readonly string[],
  play: Play<string | null>,
  isLookUp = false,
): Play<string | null> {
  let turn = play.next();
  let isSettled = false;
  while (turn.done !== true) {
    const { acts = false, calls } = turn.value;
    if (acts && left.length > 0) return yield* unsure(scene, core, left);
    isSettled ||= acts || calls.some(([tool]) => tool === "ask_user");
    turn = play.next(yield turn.value);
  }
  const answer = turn.value;
  if (answer === null || isSettled) return answer;
  const unused = unusedIn(content, "", answer);
  const used = content.filter((word) => !unused.includes(word));
  if (isLookUp && unused.length > 0 && used.every((word) => isNameIn(answer, word))) return null;
  // Of what is looked up, times are no topic.
  const all = isLookUp ? content.length : contentOf(core).length;
  const isMost = unused.length * 2 >= all && (isLookUp ? unused.length > 0 : all > 1);
  if (isMost || unused.some((word) => turnsOf(word).length > 0)) return null;
  const rest = [...unused, ...left];
  return rest.length === 0 ? answer : `${answer}\n\nI left out ${said(rest)}. ${WHAT_I_AM} ${WITH_A_KEY}`;
}

const OF_LAST = /^(?:please )?\S+ (?:him|her|them|it|that|this)\b/i;

/** Whether a word appears in an answer only as part of a name: such an answer names the person asked about, and says nothing else. */
function isNameIn(answer: string, word: string): boolean {
  const own = answer.match(/\p{L}[\p{L}\p{N}]*/gu)?.filter((one) => isAlike(one.toLowerCase(), word)) ?? [];
  return own.every((one) => /^\p{Lu}/u.test(one));
}

/** Says what was understood and what wasn't, and offers the first without the second. */
export function* unsure(scene: Scene, core: string, left: readonly string[]): Play {
  if (contentOf(core).length === 0 || OF_LAST.test(core)) return yield* notUnderstood(scene);
  return yield* offer(
    scene,
    `I understood “${core}”, but not ${said(left)}, and I don't guess, so I've done nothing. ${WHAT_I_AM} ${WITH_A_KEY}`,
    [upper(core)],
  );
}

/** Says that nothing was understood, or found, and offers what is nearest. */
export function* notUnderstood(scene: Scene, hasLooked = false): Play {
  const wish = scene.words.length > 160 ? `${scene.words.slice(0, 160)}…` : scene.words;
  if (scene.isPart === true) return `I left “${wish}”: I'm the demo's script, and didn't understand it.`;
  const due = scene.trigger === null ? "" : "This is due. ";
  const why = hasLooked
    ? `I found no answer to “${wish}” on record, but I only look for the words as they stand. [Search](/search?q=${encodeURIComponent(keywords(scene.words).join(" "))}) shows what is near.`
    : `I didn't understand “${wish}”, so I've done nothing.`;
  return yield* offer(scene, `${due}${why} ${WHAT_I_AM} ${WITH_A_KEY}`);
}
