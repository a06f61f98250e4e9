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
const SPEAKS_OF_SCHEDULES =
  /\b(?:schedul\w*|remind\w*|paus\w*|resum\w*|stop\w*|cancel\w*|delet\w*|remov\w*|every|daily|weekly)\b/i;

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
    const sentences = message.split(/(?<=[.!?…])\s+|\n+/).filter((sentence) => bare(sentence) !== "");
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

/** Whether the person who speaks now asks for something about schedules. */
export function asksAboutSchedules(asker: Asker | null): boolean {
  if (asker === null || asker.speaker.kind !== "user") return false;
  return !asker.outside || SPEAKS_OF_SCHEDULES.test(asker.said.at(-1) ?? "");
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
