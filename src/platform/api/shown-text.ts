/**
 * Makes outside text safe to show on cards, lists and titles: nothing in it is invisible, and different
 * texts look different. Pure.
 */
import {
  DRAWN_JOINERS,
  ODD_SPACE,
  OVERLAY_CLASS,
  SPELLED_JOINERS,
  TURNING_LETTERS,
  UNSEEN_CLASS,
} from "../../kernel/unseen.ts";
import { lazy } from "../../kernel/lazy.ts";

/** Invisible characters, marks that strike out others, and our own signs. */
const unseen = lazy(() => new RegExp(`(?![\\n\\t])[${UNSEEN_CLASS}${OVERLAY_CLASS}⟦╎╏]`, "u"));
const hides = lazy(() => new RegExp(`${unseen().source}|${ODD_SPACE}`, "u"));
/** Joiners used in spelling; the group matches those that are drawn. */
const joiners = lazy(() => new RegExp(`(${DRAWN_JOINERS})|${SPELLED_JOINERS}`, "gu"));
/** Signs for a non-joiner and a joiner between letters that would look alike without them. All have the same width. */
const JOINER_SIGNS: Readonly<Record<string, string>> = { "\u200C": "╎", "\u200D": "╏" };
const spelled = lazy(() => new RegExp(SPELLED_JOINERS, "gu"));
/** A character with its marks, or the parts of a Korean syllable. */
const clusters = lazy(() => /[\u1100-\u11FF]+|\P{M}\p{M}*|\p{M}+/gu);

function escape(char: string): string {
  return `⟦U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}

/** A cluster that isn't in composed form (NFC) looks like one that is, so its parts are shown one by one. */
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

/** Replaces parts of a text; the rest stays as it is. */
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

/**
 * Makes everything invisible visible. Joiners and selectors that form an emoji or a letter stay; those used
 * in spelling become thin signs.
 */
export function showText(text: string): string {
  return outside(joiners(), text, escapeUnseen, ([all, drawn]) => drawn ?? JOINER_SIGNS[all] ?? escape(all));
}

/** Shows every byte that is sent, including tabs and spaces at the ends of lines and of the text. */
export function showExactly(text: string): string {
  return showText(text).replace(/\t|^ +| +(?=\n|$)|\n+$/g, (spaces) => Array.from(spaces, escape).join(""));
}

/** Whether a text hides anything. Unusual white space and joiners used in spelling don't count. */
export function hidesSomething(text: string): boolean {
  return outside(spelled(), text, (part) => (unseen().test(part) ? "" : part)) !== text;
}

const turns = lazy(() => new RegExp(`[${TURNING_LETTERS}]`, "u"));
/** Words of one writing direction with the spaces between them, without digits and other characters. */
const wordsOfOneDirection = lazy(
  () =>
    new RegExp(
      `([${TURNING_LETTERS}](?:[ \\p{M}\u200C\u200D╎╏]*[${TURNING_LETTERS}])*|(?![${TURNING_LETTERS}])\\p{L}(?:[ \\p{M}]*(?![${TURNING_LETTERS}])\\p{L})*)`,
      "u",
    ),
);

/**
 * Splits a text so that every odd piece has one writing direction and can be laid out separately. Otherwise
 * right-to-left letters move digits and words to their other side, and different texts look the same. One
 * piece if there are no such letters.
 */
export function directionPieces(text: string): string[] {
  return turns().test(text) ? text.split(wordsOfOneDirection()) : [text];
}
