/** The passage that a link asks a page to highlight: its words follow the `#` of the address. Pure. */

const NAME = "passage=";
const PASSAGE_CHARS = 300;

/** Adds a passage to a page's path; external addresses stay unchanged. */
export function withPassage(path: string, words: string | undefined): string {
  // An address can't contain a lone surrogate.
  const shown = (words ?? "").trim().slice(0, PASSAGE_CHARS).toWellFormed();
  return shown === "" || !path.startsWith("/") ? path : `${path}#${NAME}${encodeURIComponent(shown)}`;
}

/** The words after an address's `#`; null if it asks for no passage. */
export function passageIn(hash: string): string | null {
  const given = hash.replace(/^#/, "");
  if (!given.startsWith(NAME)) return null;
  try {
    return decodeURIComponent(given.slice(NAME.length)).trim().slice(0, PASSAGE_CHARS) || null;
  } catch {
    return null;
  }
}

/** The letters and digits of a text without markup and spacing, with their positions. */
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

/** The range of a passage in a text; null if not found. Link addresses don't count as words. */
export function placeInText(text: string, passage: string): readonly [from: number, to: number] | null {
  const sought = bareWords(passage.replace(/\]\([^)\s]*\)/g, "]")).bare;
  if (sought === "") return null;
  const { bare, at } = bareWords(text);
  const found = bare.indexOf(sought);
  const from = at[found];
  const last = at[found + sought.length - 1];
  return found < 0 || from === undefined || last === undefined ? null : [from, last + 1];
}

/** The 1-based line where a passage begins, and the part of the passage on it. */
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
