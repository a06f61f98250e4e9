/** Text from outside as a person is shown it, on a card, in a list or in a title: with nothing in it that cannot be seen, and no two that look the same. Pure. */
import {
  DRAWN_JOINERS,
  ODD_SPACE,
  OVERLAY_CLASS,
  SPELLED_JOINERS,
  TURNING_LETTERS,
  UNSEEN_CLASS,
} from "../../kernel/unseen.ts";
import { lazy } from "../../kernel/lazy.ts";

/** Characters that can't be seen, marks that strike others out, and our own signs. */
const unseen = lazy(() => new RegExp(`(?![\\n\\t])[${UNSEEN_CLASS}${OVERLAY_CLASS}⟦╎╏]`, "u"));
const hides = lazy(() => new RegExp(`${unseen().source}|${ODD_SPACE}`, "u"));
/** Joiners that spell a word; the group holds those that are drawn. */
const joiners = lazy(() => new RegExp(`(${DRAWN_JOINERS})|${SPELLED_JOINERS}`, "gu"));
/** Of the same width everywhere: a non-joiner and a joiner between letters that look alike without them. */
const JOINER_SIGNS: Readonly<Record<string, string>> = { "\u200C": "╎", "\u200D": "╏" };
const spelled = lazy(() => new RegExp(SPELLED_JOINERS, "gu"));
/** A character with the marks on it, or the parts of a Korean syllable. */
const clusters = lazy(() => /[\u1100-\u11FF]+|\P{M}\p{M}*|\p{M}+/gu);

function escape(char: string): string {
  return `⟦U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}

/** What is put together otherwise than it should be (NFC) looks like what is not: its parts are told one by one. */
function shownCluster(cluster: string): string {
  const isComposed = cluster === cluster.normalize("NFC");
  const [first = "", ...rest] = cluster;
  const isLoose = rest.length === 0 || /[\u1100-\u11FF\p{M}]/u.test(first);
  return Array.from(cluster, (char, at) =>
    hides().test(char) || (!isComposed && (at > 0 || isLoose)) ? escape(char) : char,
  ).join("");
}

function escapeUnseen(text: string): string {
  return hides().test(text) || text !== text.normalize("NFC") ? text.replace(clusters(), shownCluster) : text;
}

/** What a text is with some of it shown in another way, or as it is. */
function outside(
  kept: RegExp,
  text: string,
  shownPart: (part: string) => string,
  shownKept = ([all]: RegExpExecArray): string => all,
): string {
  let shown = "";
  let from = 0;
  for (const found of text.matchAll(kept)) {
    shown += shownPart(text.slice(from, found.index)) + shownKept(found);
    from = found.index + found[0].length;
  }
  return shown + shownPart(text.slice(from));
}

/** Text with everything invisible made visible; joiners and selectors that draw an emoji or a letter are what they look like, others that spell a word are thin signs. */
export function showText(text: string): string {
  return outside(joiners(), text, escapeUnseen, ([all, drawn]) => drawn ?? JOINER_SIGNS[all] ?? escape(all));
}

/** Text of which every byte leaves as it is shown: with tabs, and spaces where nobody sees them, at the ends of lines and of the whole, told too. */
export function showExactly(text: string): string {
  return showText(text).replace(/\t|^ +| +(?=\n|$)|\n+$/g, (spaces) => Array.from(spaces, escape).join(""));
}

/** Whether a text holds anything invisible; white space that is only of another kind is none, nor are joiners that spell a word. */
export function hidesSomething(text: string): boolean {
  return outside(spelled(), text, (part) => (unseen().test(part) ? "" : part)) !== text;
}

const turns = lazy(() => new RegExp(`[${TURNING_LETTERS}]`, "u"));
/** Words of one direction, with the spaces between them; figures and all else stand outside. */
const wordsOfOneDirection = lazy(
  () =>
    new RegExp(
      `([${TURNING_LETTERS}](?:[ \\p{M}\u200C\u200D╎╏]*[${TURNING_LETTERS}])*|(?![${TURNING_LETTERS}])\\p{L}(?:[ \\p{M}]*(?![${TURNING_LETTERS}])\\p{L})*)`,
      "u",
    ),
);

/**
 * A text cut so that each odd piece is words of one direction, to be laid out by itself: else letters written from right to left draw figures and other words
 * to their other side, and two texts look the same. One piece where no letter turns anything.
 */
export function directionPieces(text: string): string[] {
  return turns().test(text) ? text.split(wordsOfOneDirection()) : [text];
}
