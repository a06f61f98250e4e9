/**
 * Whether a schedule is what a person of the team asked for. Where words from outside are in the conversation, a model may carry out what they
 * say, and the person's words in another order can say the opposite: then only whole sentences of theirs, word for word, make a schedule that runs.
 * Where it is no more than our own record of a contact, their words will do in any order. Anything else is proposed to the team. Pure.
 */
import type { Asker } from "../call.ts";

/** Words that carry no order of their own. */
const COMMON = new Set(
  (
    "about after again all also and any are ask asks before but can check could daily day days done each every for from give has have here how into its look make me " +
    "more month monthly morning new not now off once one only open our out over please remind reminder report say schedule scheduled see she should show some tell " +
    "team than that the their them then there these they thing things this those time today tomorrow week weekly were what when whenever where which who will with " +
    "would year yes you your him her his"
  ).split(" "),
);
/** What may be done to a schedule. */
export type ScheduleChange = "pause" | "resume" | "move" | "delete";

/** How people ask for each. */
const ASKS: Record<ScheduleChange, RegExp> = {
  pause: /\b(?:paus|stop|hold|suspend|halt|cancel|skip|turn\w* off)/iu,
  resume: /\b(?:resum|restart|continu|unpaus|start|reactivat|turn\w* on|again)/iu,
  move: /\b(?:mov|chang|shift|reschedul|push|switch|instead|earlier|later|make)/iu,
  delete: /\b(?:delet|remov|cancel|drop|stop|end|get\w* rid|forget|no longer)/iu,
};
const TAKES_BACK = /\b(?:not|never|no one|nobody|neither|without|unless|until)\b|n['’]t\b/iu;

const SENTENCE_END = /(?<=[.!?…])\s+|\n+/u;

/** How many of the person's newest messages are looked at for a quote: a wish, and the answer to a question about it. */
const QUOTED_MESSAGES = 2;

/** Whether what would be run, under this title, is what the person asked for. */
export function isOwnWish(asker: Asker | null, title: string, instruction: string): boolean {
  if (asker?.outsideWords === true && !isQuote(asker.said.slice(-QUOTED_MESSAGES), instruction)) return false;
  return isOwnWords(asker, title, instruction);
}

/** Whether a text is nothing but whole sentences that stand next to each other in one message; a question is no order. */
function isQuote(said: readonly string[], text: string): boolean {
  const wanted = bare(text);
  return said.some((message) => {
    const sentences = message.split(SENTENCE_END).filter((sentence) => bare(sentence) !== "");
    return sentences.some((_, from) =>
      sentences.some((__, to) => {
        const quoted = to < from ? [] : sentences.slice(from, to + 1);
        return (
          quoted.length > 0 &&
          !quoted.some((sentence) => sentence.trim().endsWith("?")) &&
          bare(quoted.join(" ")) === wanted
        );
      }),
    );
  });
}

/** Words as they are compared: spaces, quotation marks around them, the first letter's case and the end of the last sentence do not count. */
function bare(words: string): string {
  const line = words
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["“']+|["”']+$/g, "")
    .replace(/[.!…]+$/, "");
  return line.slice(0, 1).toLowerCase() + line.slice(1);
}

/** Whether nothing but the person's own words is in these texts, in any order. */
function isOwnWords(asker: Asker | null, ...texts: readonly string[]): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  if (!asker.outside) return true;
  const own = [...asker.said, asker.speaker.name].flatMap(wordsOf);
  const said = new Set(own.flatMap((word) => [word, stemOf(word)]));
  return texts.flatMap(wordsOf).every((word) => COMMON.has(word) || said.has(word) || said.has(stemOf(word)));
}

/**
 * Whether the person who speaks now asks for this change of the schedule of this title. Where words from outside are in the conversation, one sentence
 * of the newest message must ask for it, name the schedule by a word of its title, and take nothing back.
 */
export function asksForChange(asker: Asker | null, change: ScheduleChange, title: string): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  if (!asker.outside) return true;
  const newest = asker.said.at(-1) ?? "";
  if (!asker.outsideWords) return ASKS[change].test(newest);
  const named = new Set(telling(title));
  return newest
    .split(SENTENCE_END)
    .some(
      (sentence) =>
        ASKS[change].test(sentence) &&
        !TAKES_BACK.test(sentence.replace(/\bno longer\b/giu, "")) &&
        telling(sentence).some((word) => named.has(word)),
    );
}

/** The words that tell one title from another, by their stems. */
function telling(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !COMMON.has(word))
    .map(stemOf);
}

/** Letters and figures of any script; an address falls into its parts, each of which must have been said. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !/^[a-z]{1,2}$/.test(word));
}

function stemOf(word: string): string {
  return word.replace(/(?:ing|ed|es|s)$/, "");
}
