/**
 * Decodes bytes of any origin as text. The only decoder for mail, files, imports and attachments: a byte
 * order mark decides, then the declared charset, then the text's own declaration or form, then valid UTF-8,
 * then the script or alphabet that its bytes spell, then Windows-1252, which accepts every byte. Pure.
 */
import { lazy } from "./lazy.ts";

/**
 * Bytes searched for a document's own declaration (HTML Standard, 13.2.3.2: 1,024 bytes; mail programs write
 * longer heads).
 */
const DECLARATION_BYTES = 4_096;
const META =
  /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})/i;
/** ISO-2022-JP (RFC 1468) is 7-bit and switches character sets with these. */
const JAPANESE_ESCAPES = ["\u001b$@", "\u001b$B", "\u001b(J", "\u001b(I"];
/** Labels that claim no more than ASCII or UTF-8: trusted only if the bytes agree. */
const UTF8_LABELS =
  /^(?:utf-?8|us-?ascii|ascii|ansi_x3\.4-1968|iso-ir-6|unknown(?:-?8bit)?|default|binary|8bit|7bit)$/i;

/**
 * The text without its byte order mark. `declared` is the charset named by a header or server. Never throws.
 */
export function decodeText(bytes: Uint8Array, declared?: string | null): string {
  return new TextDecoder(charsetOf(bytes, declared)).decode(bytes);
}

/** The encoding of the bytes, as a TextDecoder label. */
export function charsetOf(bytes: Uint8Array, declared?: string | null): string {
  return (
    byMark(bytes) ??
    namedEncoding(declared) ??
    byWideLetters(bytes) ??
    byOwnWords(bytes) ??
    (isUtf8(bytes) ? "utf-8" : (byScript(bytes) ?? byAlphabet(bytes) ?? "windows-1252"))
  );
}

function byMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** Whether bytes can be text: only UTF-16 text contains zeros. */
export function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) || charsetOf(bytes).startsWith("utf-16");
}

/** Whether TextDecoder knows a label; some senders invent their own. */
export function isCharset(label: string): boolean {
  return UTF8_LABELS.test(label.trim()) || namedEncoding(label) !== null;
}

/** The encoding a label names, if it claims more than ASCII or UTF-8. */
function namedEncoding(label: string | null | undefined): string | null {
  const name = label?.trim().replace(/^["']|["']$/g, "") ?? "";
  if (name === "" || UTF8_LABELS.test(name)) return null;
  try {
    // `replacement` decodes nothing: it stands for encodings that are no longer supported.
    const { encoding } = new TextDecoder(name);
    return (encoding as string) === "replacement" ? null : encoding;
  } catch {
    return null;
  }
}

/** UTF-16 without a mark: in Western text every other byte is zero. */
function byWideLetters(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 64);
  if (head.length < 8) return null;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const many = (head.length / 2) * 0.7;
  const [even = 0, odd = 0] = zeros;
  if (odd >= many && even === 0) return "utf-16le";
  return even >= many && odd === 0 ? "utf-16be" : null;
}

function byOwnWords(bytes: Uint8Array): string | null {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, DECLARATION_BYTES));
  const [, meta, xml] = META.exec(head) ?? [];
  const declared = namedEncoding(meta ?? xml);
  // A declaration readable byte by byte rules out UTF-16 (HTML Standard, 13.2.3.3).
  if (declared !== null && !declared.startsWith("utf-16")) return declared;
  return JAPANESE_ESCAPES.some((escape) => head.includes(escape)) && isSevenBit(bytes) ? "iso-2022-jp" : null;
}

/** Bytes looked at for a script. */
const SCRIPT_BYTES = 16_384;
/** Encodings, surest first, by what nearly all of their letters are, and what some or most must be. */
const scripts = lazy((): readonly (readonly [string, RegExp, (letters: string) => boolean])[] => {
  const has = (script: RegExp, share: number) => (letters: string) =>
    (letters.match(script)?.length ?? 0) >= letters.length * share;
  const kana = has(/[\u3040-\u30ff]/g, 0.2);
  // Languages share these bytes: the most frequent letters of each tell them apart.
  const frequent = has(/[оеаинті]/g, 0.34);
  const japanese = /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff60]/g;
  const chinese = /[\u3000-\u303f\u4e00-\u9fff\uff01-\uff60]/g;
  const cyrillic = /[\u0400-\u045f\u2010-\u2116]/g;
  return [
    ["shift_jis", japanese, kana],
    ["euc-jp", japanese, kana],
    ["euc-kr", /[\u3000-\u303f\uac00-\ud7a3]/g, () => true],
    ["windows-1251", cyrillic, frequent],
    ["koi8-r", cyrillic, frequent],
    // Letters without points, which Greek accents and capitals would be.
    ["windows-1255", /[\u05d0-\u05ea\u2010-\u2116]/g, has(/[יוהלארמנ]/g, 0.34)],
    ["windows-1253", /[\u0370-\u03ff\u2010-\u2116]/g, has(/[αοιετσην]/g, 0.34)],
    ["windows-1256", /[\u060c-\u06ff\u2010-\u2116]/g, has(/[الينم]/g, 0.34)],
    ["gbk", chinese, () => true],
    ["big5", chinese, () => true],
  ];
});

/**
 * The encoding in which bytes that are no UTF-8 spell words of one script. Western letters with accents stand alone among plain ones; letters of
 * other scripts stand together.
 */
function byScript(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, SCRIPT_BYTES);
  const isHigh = (at: number): boolean => (head[at] ?? 0) >= 0x80;
  let high = 0;
  let beside = 0;
  for (let at = 0; at < head.length; at++) {
    if (!isHigh(at)) continue;
    high++;
    if (isHigh(at - 1) || isHigh(at + 1)) beside++;
  }
  if (high < 12 || beside < high * 0.7) return null;
  const found = scripts().find(([encoding, script, fits]) => {
    const letters = new TextDecoder(encoding).decode(head).replace(/[\0-\x7f]/g, "");
    return (letters.match(script)?.length ?? 0) >= letters.length * 0.9 && fits(letters);
  });
  return found?.[0] ?? null;
}

/** Letters beside a to z, and signs beside letters, of languages that Windows-1252 is for. */
const WESTERN = [
  "áéíñóúü¿¡ºª",
  "àâçéèêëîïôœùûüÿ",
  "äöüß",
  "ãáâàçéêíóôõúüºª",
  "àáèéìíòóùúîºª",
  "åäöæøéüè",
  "áðéíóúýþæö",
  "ëïéèöüóáê",
  "àçèéíïòóúü·",
  "õäöüšž",
];
/** The same of Polish, Czech, Slovak, Hungarian, Romanian, Croatian and Slovene. */
const CENTRAL = ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţșț", "čćđšž"];
const CENTRAL_PAGES = ["windows-1250", "iso-8859-2"];
/** Letters that tell a language of central Europe, and different ones among all. */
const LEAST = 3;

/** The code page of central Europe whose letters are all of one of its languages, where those of Windows-1252 are of none. */
function byAlphabet(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, SCRIPT_BYTES);
  const western = new TextDecoder("windows-1252").decode(head).replace(BESIDE_WORDS, "$1 ").toLowerCase();
  const places = [...western.matchAll(IN_WORDS)].map(({ index }) => index);
  const [found] = CENTRAL_PAGES.flatMap((page) => {
    const central = new TextDecoder(page).decode(head).toLowerCase();
    const pairs = places
      .map((at) => [western.charAt(at), central.charAt(at)] as const)
      .filter((pair) => pair.some((sign) => /\p{L}/u.test(sign)));
    const changed = pairs.filter(([left, right]) => left !== right);
    const fits =
      changed.length >= LEAST &&
      new Set(pairs.map(([, letter]) => letter)).size >= LEAST &&
      !areOf(WESTERN, pairs, 0) &&
      areOf(CENTRAL, pairs, 1);
    return fits ? [{ page, count: pairs.length }] : [];
  }).toSorted((left, right) => right.count - left.count);
  return found?.page ?? null;
}

function areOf(
  alphabets: readonly string[],
  pairs: readonly (readonly [string, string])[],
  side: 0 | 1,
): boolean {
  return alphabets.some((alphabet) => pairs.every((pair) => alphabet.includes(pair[side])));
}

/** Signs that stand beside words in any western language: units, marks, quotation marks. */
const BESIDE_WORDS = /(\b[cdkm]?m)[²³]|«|[®©»](?![a-z])/gi;
/** All that is not ASCII and stands in a word with ASCII letters. */
const IN_WORDS = /(?<=[a-z][^\0-\x7f]{0,2})[^\0-\x7f]|[^\0-\x7f](?=[^\0-\x7f]{0,2}[a-z])/g;

function isSevenBit(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Encoding Standard labels of Windows code pages; null if there is none. */
export function charsetOfPage(page: number): string | null {
  const other: Readonly<Record<number, string>> = {
    65001: "utf-8",
    874: "windows-874",
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    20866: "koi8-r",
    21866: "koi8-u",
    10000: "macintosh",
  };
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  if (page >= 28592 && page <= 28606) return `iso-8859-${page - 28590}`;
  return other[page] ?? null;
}
