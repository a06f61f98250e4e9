/**
 * Whether a schedule is what a person of the team asked for. Where text from outside is in the conversation, a model may carry out what that
 * text says: then only words the person said themselves make a schedule that runs; anything else is proposed to the team. Pure.
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

/** Whether nothing but the person's own words is in what would be run. */
export function isOwnWords(asker: Asker | null, ...texts: readonly string[]): boolean {
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
