/** The passage that a link asks a page to show: its words stand after the `#` of the address, and nothing else of the page depends on them. Pure. */

const NAME = "passage=";
const PASSAGE_CHARS = 300;

/** A page's path with the passage to be shown in it; an address outside stays as it is. */
export function withPassage(path: string, words: string | undefined): string {
  // Half a character can't stand in an address.
  const shown = (words ?? "").trim().slice(0, PASSAGE_CHARS).toWellFormed();
  return shown === "" || !path.startsWith("/") ? path : `${path}#${NAME}${encodeURIComponent(shown)}`;
}

/** The words after an address's `#`; null where it asks for no passage. */
export function passageIn(hash: string): string | null {
  const given = hash.replace(/^#/, "");
  if (!given.startsWith(NAME)) return null;
  try {
    return decodeURIComponent(given.slice(NAME.length)).trim().slice(0, PASSAGE_CHARS) || null;
  } catch {
    return null;
  }
}

/** Letters and figures of a text alone, however it is marked up and spaced, and where in it each stands. */
export function bareWords(text: string): { readonly bare: string; readonly at: readonly number[] } {
  const at: number[] = [];
  let bare = "";
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (!/[\p{L}\p{N}]/u.test(char)) continue;
    const small = char.toLowerCase();
    bare += small;
    for (let part = 0; part < small.length; part++) at.push(index);
  }
  return { bare, at };
}

/** Where a passage stands in a text, from its first letter to behind its last; null where it doesn't. A link's address is no word of it. */
export function placeInText(text: string, passage: string): readonly [from: number, to: number] | null {
  const sought = bareWords(passage.replace(/\]\([^)\s]*\)/g, "]")).bare;
  if (sought === "") return null;
  const { bare, at } = bareWords(text);
  const found = bare.indexOf(sought);
  const from = at[found];
  const last = at[found + sought.length - 1];
  return found < 0 || from === undefined || last === undefined ? null : [from, last + 1];
}

/** The line of a text on which a passage begins, counted from 1, with what of it stands there. */
export function lineOfPassage(
  text: string,
  passage: string,
): { readonly line: number; readonly words: string } | null {
  const direct = text.indexOf(passage);
  const place = direct >= 0 ? ([direct, direct + passage.length] as const) : placeInText(text, passage);
  if (place === null) return null;
  const [words = ""] = text.slice(...place).split("\n");
  return { line: text.slice(0, place[0]).split("\n").length, words };
}
