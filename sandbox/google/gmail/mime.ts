/**
 * Parses RFC 5322 messages into MIME trees like Gmail. Raw messages are binary strings (one character per byte) to preserve bytes
 * exactly.
 */

/** A header, unfolded and with encoded words (RFC 2047) decoded. */
export interface MailHeader {
  readonly name: string;
  readonly value: string;
}

/** A MIME part; the message is the root. */
export interface MimePart {
  readonly headers: readonly MailHeader[];
  /** Lowercase, without parameters. */
  readonly mimeType: string;
  readonly filename: string;
  /** Body bytes, text as UTF-8; empty for containers. */
  readonly content: Buffer;
  readonly parts: readonly MimePart[];
}

const MAX_DEPTH = 20;
const MAX_PARTS = 500;

/** Never throws: malformed content becomes text. */
export function parseMime(raw: string): MimePart {
  const budget = { parts: MAX_PARTS };
  return readPart(raw, 0, budget);
}

/** The first header with a name, or null. */
export function headerOf({ headers }: Pick<MimePart, "headers">, name: string): string | null {
  const wanted = name.toLowerCase();
  return headers.find((header) => header.name.toLowerCase() === wanted)?.value ?? null;
}

/** All leaf parts in order. */
export function leavesOf(part: MimePart): MimePart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(leavesOf);
}

/** The first plain text part, else HTML without tags. */
export function textOf(message: MimePart): string {
  const leaves = leavesOf(message).filter(({ filename }) => filename === "");
  const plain = leaves.find(({ mimeType }) => mimeType === "text/plain");
  if (plain !== undefined) return plain.content.toString("utf8");
  const markup = leaves.find(({ mimeType }) => mimeType === "text/html");
  return markup === undefined ? "" : withoutTags(markup.content.toString("utf8"));
}

export interface Address {
  readonly name: string;
  /** Lowercase. */
  readonly address: string;
}

/** Parses an address header such as `To`; invalid entries are skipped. */
export function addressesOf(value: string | null): Address[] {
  if (value === null) return [];
  return value
    .slice(0, 20_000)
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .flatMap((one) => {
      const bracketed = /^(.*)<([^<>\s]+@[^<>\s]+)>\s*$/s.exec(one.trim());
      const address = bracketed?.[2] ?? /^\S+@\S+$/.exec(one.trim())?.[0];
      if (address === undefined) return [];
      const name = (bracketed?.[1] ?? "").trim().replace(/^"(.*)"$/s, "$1");
      return [{ name: name.replace(/\\(.)/g, "$1"), address: address.toLowerCase() }];
    });
}

/** Splits at the first empty line. */
export function splitHead(raw: string): { readonly head: string; readonly body: string } {
  if (/^\r?\n/.test(raw)) return { head: "", body: raw.replace(/^\r?\n/, "") };
  const gap = /\r?\n\r?\n/.exec(raw);
  if (gap === null) return { head: raw, body: "" };
  return { head: raw.slice(0, gap.index), body: raw.slice(gap.index + gap[0].length) };
}

function readPart(raw: string, depth: number, budget: { parts: number }): MimePart {
  const { head, body } = splitHead(raw);
  const headers = readHeaders(head);
  const type = parameters(headerOf({ headers }, "content-type") ?? "text/plain");
  const disposition = parameters(headerOf({ headers }, "content-disposition") ?? "");
  const mimeType = /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type.value.toLowerCase() : "text/plain";
  const filename = disposition.named["filename"] ?? type.named["name"] ?? "";
  const boundary = type.named["boundary"];
  if (mimeType.startsWith("multipart/") && boundary !== undefined && depth < MAX_DEPTH) {
    const parts = splitBody(body, boundary).flatMap((part) => {
      budget.parts -= 1;
      return budget.parts < 0 ? [] : [readPart(part, depth + 1, budget)];
    });
    return { headers, mimeType, filename, content: Buffer.alloc(0), parts };
  }
  const bytes = decoded(body, headerOf({ headers }, "content-transfer-encoding"));
  const isText = mimeType.startsWith("text/") && filename === "";
  const content = isText ? asUtf8(bytes, type.named["charset"]) : bytes;
  return { headers, mimeType, filename, content, parts: [] };
}

function readHeaders(head: string): MailHeader[] {
  return head
    .replace(/\r?\n(?=[ \t])/g, "")
    .split(/\r?\n/)
    .flatMap((line) => {
      const at = line.indexOf(":");
      if (at < 1 || !/^[!-9;-~]+$/.test(line.slice(0, at))) return [];
      return [{ name: line.slice(0, at), value: readWords(line.slice(at + 1).trim()) }];
    });
}

/** Decodes encoded words; non-ASCII bytes are read as UTF-8 (RFC 6532). */
function readWords(value: string): string {
  const text = /\P{ASCII}/u.test(value) ? Buffer.from(value, "latin1").toString("utf8") : value;
  return text
    .replace(/(\?=)\s+(?==\?)/g, "$1")
    .replace(
      /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?]*)\?=/gi,
      (word: string, charset: string, how: string, body: string) => {
        const bytes =
          how.toLowerCase() === "b"
            ? Buffer.from(body, "base64")
            : Buffer.from(quotedPrintable(body.replaceAll("_", " ")), "latin1");
        return readable(bytes, charset) ?? word;
      },
    );
}

/** Parses `value; name=value; …`, with quoted strings and RFC 2231's `name*=charset''value`. */
function parameters(header: string): { value: string; named: Record<string, string> } {
  const [value = "", ...rest] = header.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const named: Record<string, string> = {};
  for (const one of rest) {
    const [, name, extended, quoted, plain] =
      /^\s*([\w-]+)(\*)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|(.*?))\s*$/s.exec(one) ?? [];
    if (name === undefined) continue;
    const text = quoted === undefined ? (plain ?? "") : quoted.replace(/\\(.)/g, "$1");
    named[name.toLowerCase()] = extended === undefined ? text : decodeExtended(text);
  }
  return { value: value.trim(), named };
}

function decodeExtended(text: string): string {
  const encoded = /^[\w-]*'[\w-]*'(.*)$/s.exec(text)?.[1] ?? text;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function splitBody(body: string, boundary: string): string[] {
  const mark = boundary.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const sections = `\r\n${body}`.split(new RegExp(`\\r?\\n--${mark}(--)?[ \\t]*(?=\\r?\\n|$)`));
  const parts: string[] = [];
  // `split` includes the captured boundary ends between sections.
  for (let index = 2; index < sections.length; index += 2) {
    if (sections[index - 1] === "--") break;
    parts.push((sections[index] ?? "").replace(/^\r?\n/, ""));
  }
  return parts;
}

function decoded(body: string, encoding: string | null): Buffer {
  const how = encoding?.trim().toLowerCase();
  if (how === "base64") return Buffer.from(body, "base64");
  if (how !== "quoted-printable") return Buffer.from(body, "latin1");
  const joined = body.replace(/[ \t]+(?=\r?\n|$)/g, "").replace(/=\r?\n/g, "");
  return Buffer.from(quotedPrintable(joined), "latin1");
}

function quotedPrintable(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function asUtf8(bytes: Buffer, charset: string | undefined): Buffer {
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset)) return bytes;
  const text = readable(bytes, charset);
  return text === null ? bytes : Buffer.from(text, "utf8");
}

function readable(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

function withoutTags(markup: string): string {
  return markup
    .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)))
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
