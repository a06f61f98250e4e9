/**
 * Shared by the readers of Word, Excel and PowerPoint: tables, marks that change meaning, and notes on
 * omitted content.
 */

import { OFFICE_LIMITS } from "./types.ts";

/** Text of a cell that is merged into the one to its left. */
export const AS_LEFT = "(as left)";
export const AS_ABOVE = "(as above)";

/** Maximum columns, as in Word's tables; a few bytes could claim enough to fill the memory. */
export const TABLE_COLUMNS = 63;

export function tableOf(all: readonly (readonly string[])[]): string {
  const rows = all.slice(0, OFFICE_LIMITS.rows);
  // Spreading one argument per row could exceed the limit of a call.
  const wanted = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const width = Math.min(wanted, TABLE_COLUMNS);
  if (width === 0) return "";
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? "").replace(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  const [head = [], ...below] = rows;
  const table = [line(head), line(Array.from({ length: width }, () => "---")), ...below.map(line)].join("\n");
  const cuts = [
    ...(all.length > rows.length ? [`(Only the first ${rows.length} rows)`] : []),
    ...(wanted > width ? [`(Only the first ${width} columns)`] : []),
  ];
  return [table, ...cuts].join("\n\n");
}

/** Strikes out each line; spaces stay outside. */
export function struck(text: string): string {
  return text.replace(/[^\s](?:[^\n]*[^\s])?/g, (words) => `~~${words}~~`);
}

/** Joins adjacent struck texts. */
export function united(text: string): string {
  return text.replace(/~~( *)~~/g, "$1");
}

/** Marks superscripts, so that 10² doesn't become 102. */
export function raised(text: string): string {
  return /^[\d+\-−]/.test(text) ? `^${text}` : text;
}

/** Names content without text. */
export function leftOut(what: string, alt = ""): string {
  const words = alt.replace(/\s+/g, " ").trim().slice(0, 200);
  return `(left out: ${what}${words === "" ? "" : ` “${words}”`})`;
}

/** Names of related parts that are not read. */
const UNREAD: Readonly<Record<string, string>> = {
  notesSlide: "speaker notes",
  comments: "comments",
  threadedComment: "comments",
  header: "headers",
  footer: "footers",
  chartsheet: "a tab that is a chart",
  chart: "charts",
  drawing: "drawings",
};

export function unreadOf(types: readonly string[]): string | null {
  const names = new Set(types.flatMap((type) => UNREAD[type] ?? []));
  return names.size === 0 ? null : leftOut([...names].join(", "));
}

/** Symbol fonts that draw signs in place of letters (Wingdings, Wingdings 2, Symbol). */
const SIGNS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  wingdings: {
    0x6f: "☐",
    0x70: "☐",
    0x71: "☐",
    0x72: "☐",
    0x78: "☒",
    0xa8: "☐",
    0xfb: "✗",
    0xfc: "✓",
    0xfd: "☒",
    0xfe: "☑",
    0x6c: "●",
    0x6e: "■",
    0xa1: "○",
    0xa7: "▪",
    0xd8: "➢",
    0xdf: "←",
    0xe0: "→",
    0xe1: "↑",
    0xe2: "↓",
    0xe8: "➔",
    0xf0: "⇨",
    0x4a: "☺",
    0x4c: "☹",
    0x28: "☎",
    0x2a: "✉",
  },
  "wingdings 2": {
    0x4f: "✗",
    0x50: "✓",
    0x51: "☒",
    0x52: "☑",
    0x53: "☒",
    0x54: "☒",
    0xa3: "☐",
    0x2a: "☐",
    0x30: "☐",
    0x35: "☐",
  },
  symbol: {
    0xb0: "°",
    0xb1: "±",
    0xb3: "≥",
    0xa3: "≤",
    0xb4: "×",
    0xb8: "÷",
    0xb9: "≠",
    0xbb: "≈",
    0xb7: "•",
    0xa5: "∞",
    0xb2: "″",
    0xa2: "′",
    0xac: "←",
    0xad: "↑",
    0xae: "→",
    0xaf: "↓",
    0xd7: "⋅",
    0xd6: "√",
    0xe5: "∑",
    0x2d: "−",
    0x61: "α",
    0x62: "β",
    0x67: "γ",
    0x64: "δ",
    0x6c: "λ",
    0x6d: "μ",
    0x70: "π",
    0x73: "σ",
    0x57: "Ω",
    0x44: "Δ",
  },
};

export function isSignFont(font: string): boolean {
  return /^(?:wingdings|webdings|symbol$|marlett|zapf ?dingbats)/i.test(font);
}

const TELLING = /^[☐☒☑✓✗✔✘]$/u;

/** A meaningful bullet, such as a tick, with a space; empty for others. */
export function bulletOf(font: string, char: string): string {
  const sign = signOf(font, char.codePointAt(0) ?? 0);
  return TELLING.test(sign) ? `${sign} ` : "";
}

/** A sign by font and code; an unknown one is named. */
export function signOf(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (code === place && !isSignFont(font))
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  const known = SIGNS[font.toLowerCase()]?.[place];
  if (known !== undefined) return known;
  // Digits, spaces and punctuation are the same in every font.
  if (/^symbol$/i.test(font) && place >= 0x20 && place < 0x40) return String.fromCodePoint(place);
  if (place === 0x20) return " ";
  return `(sign ${place.toString(16).toUpperCase()} of ${font.slice(0, 40) || "a sign font"})`;
}
