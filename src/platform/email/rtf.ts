/**
 * Decodes the RTF bodies that Outlook wraps: decompression (MS-OXRTFCP), and extraction of the original HTML
 * (MS-OXRTFEX) or plain text. Never throws. Pure.
 */
import { lettersOf } from "../../kernel/base64.ts";
import { charsetOfPage, decodeText } from "../../kernel/decode-text.ts";

const PACKED = 0x75465a4c;
const PLAIN = 0x414c454d;
const DICTIONARY =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const WINDOW = 4096;
const MAX_CHARS = 2_000_000;
const MAX_DEPTH = 200;

/** The RTF, one character per byte; null if invalid. */
export function unpackRtf(bytes: Uint8Array<ArrayBuffer>): string | null {
  if (bytes.byteLength < 16) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = view.getUint32(8, true);
  const size = Math.min(view.getUint32(4, true), MAX_CHARS);
  if (kind === PLAIN) return lettersOf(bytes.subarray(16, 16 + size));
  if (kind !== PACKED) return null;
  const window = new Uint8Array(WINDOW).fill(0x20);
  window.set(new TextEncoder().encode(DICTIONARY));
  let writes = DICTIONARY.length;
  const out = new Uint8Array(size);
  let length = 0;
  const put = (byte: number): void => {
    if (length < size) out[length++] = byte;
    window[writes] = byte;
    writes = (writes + 1) % WINDOW;
  };
  for (let at = 16; at < bytes.byteLength;) {
    const flags = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < bytes.byteLength; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0);
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const offset = reference >> 4;
      if (offset === writes) return lettersOf(out.subarray(0, length));
      for (let copied = 0; copied < (reference & 15) + 2; copied++)
        put(window[(offset + copied) % WINDOW] ?? 0);
    }
  }
  return lettersOf(out.subarray(0, length));
}

/** Groups that contain no body text. */
const NOT_TEXT = new Set(
  "fonttbl colortbl stylesheet info pict object header headerf headerl headerr footer footerf footerl footerr ftnsep fldinst listtext pntext generator themedata datastore xmlnstbl".split(
    " ",
  ),
);
const SIGNS: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  row: "\n",
  sect: "\n",
  page: "\n",
  tab: "\t",
  cell: " | ",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
};
const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z\r\n])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** How the text of a group is interpreted. */
interface Group {
  readonly isHidden: boolean;
  /** Inside a tag of the original HTML. */
  readonly isTag: boolean;
  readonly isStruck: boolean;
  /** Number of fallback characters to skip after a Unicode character. */
  readonly skips: number;
}

/** The plain text, and the HTML the RTF was made from; either may be empty. */
export function readRtf(rtf: string): { readonly text: string; readonly html: string } {
  const isHtml = /^\{\\rtf1?[^{]{0,200}\\fromhtml1/.test(rtf);
  const charset = charsetOfPage(Number(/\\ansicpg(\d{1,5})/.exec(rtf.slice(0, 500))?.[1] ?? "1252"));
  const groups: Group[] = [{ isHidden: false, isTag: false, isStruck: false, skips: 1 }];
  let out = "";
  /** Buffered 8-bit characters: some encodings need two bytes per character. */
  let bytes: number[] = [];
  /** Content generated only for the RTF version. */
  let isOnlyRtf = false;
  let toSkip = 0;
  let begins = false;
  let isMarked = false;
  let wasStruck = false;
  const top = (): Group => groups.at(-1) as Group;
  const change = (more: Partial<Group>): void => void (groups[groups.length - 1] = { ...top(), ...more });
  const flush = (): void => {
    if (bytes.length === 0) return;
    const letters = decodeText(Uint8Array.from(bytes), charset);
    bytes = [];
    add(letters);
  };
  const add = (words: string): void => {
    const { isHidden, isTag, isStruck } = top();
    if (isHidden || isOnlyRtf || (isHtml && !isTag && groups.length < 2)) return;
    if (!isHtml && isStruck !== wasStruck && words.trim() !== "") {
      out = wasStruck ? out.replace(/(\s*)$/, "~~$1") : `${out}~~`;
      wasStruck = isStruck;
    }
    out += isHtml && !isTag ? words.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : words;
  };
  const say = (words: string): void => {
    flush();
    const skipped = Math.min(toSkip, words.length);
    toSkip -= skipped;
    add(words.slice(skipped));
  };
  const control = (word: string, number: number | null): void => {
    flush();
    if (NOT_TEXT.has(word) && (begins || isMarked)) change({ isHidden: true });
    else if (word === "htmltag") change({ isTag: true, isHidden: false });
    else if (isMarked) change({ isHidden: true });
    else if (word === "htmlrtf") isOnlyRtf = number !== 0;
    else if (word === "strike" || word === "striked") change({ isStruck: number !== 0 });
    else if (word === "plain") change({ isStruck: false });
    else if (word === "v") change({ isHidden: number !== 0 });
    else if (word === "uc") change({ skips: number ?? 1 });
    else if (word === "u" && number !== null) {
      say(String.fromCharCode((number + 0x10000) % 0x10000));
      toSkip = top().skips;
    } else if (word in SIGNS) say(isHtml && !top().isTag && word === "par" ? "\n" : (SIGNS[word] ?? ""));
    isMarked = false;
    begins = false;
  };
  for (const [, word, number, hex, sign, brace, words] of rtf.slice(0, MAX_CHARS).matchAll(TOKEN)) {
    if (word !== undefined) control(word.toLowerCase(), number === undefined ? null : Number(number));
    else if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else bytes.push(Number.parseInt(hex, 16));
    } else if (sign !== undefined) {
      if (sign === "*") isMarked = begins;
      else say({ "~": "\u00a0", _: "‑", "-": "" }[sign] ?? sign);
    } else if (brace === "{") {
      flush();
      toSkip = 0;
      if (groups.length < MAX_DEPTH) groups.push(top());
      begins = true;
      continue;
    } else if (brace === "}") {
      flush();
      toSkip = 0;
      if (groups.length > 1) groups.pop();
    } else if (words !== undefined) say(words);
    if (sign !== "*") begins = false;
  }
  flush();
  if (wasStruck) out = out.replace(/(\s*)$/, "~~$1");
  return isHtml ? { html: out, text: "" } : { html: "", text: out.trim() };
}
