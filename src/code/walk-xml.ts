/**
 * A walk through the XML of a file of strangers, in one pass and time in step with its length. Nothing outside of it is ever looked at: no entities but XML's own
 * five and numbered characters are known (XML 1.0, 4.6), declarations are passed over, and what isn't well formed ends the walk.
 */

export type Attributes = Readonly<Record<string, string>>;

/** What is told of it, in its order. */
interface Walker {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** A tag longer than this has its attributes left out. */
const TAG_CHARS = 20_000;
/** What is no tag: how it begins and ends, and whether it is text as it stands. */
const OTHERS = [
  { from: "<![CDATA[", to: "]]>", isText: true },
  { from: "<!--", to: "-->", isText: false },
] as const;

/** Walks a part in UTF-8; nothing where there is none. */
export function walk(part: Uint8Array | undefined, on: Walker): void {
  const xml = new TextDecoder().decode(part);
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const end = start === -1 ? xml.length : start;
    if (end > at) on.text?.(plain(xml.slice(at, end)));
    at = start === -1 ? end : tell(xml, start, on);
  }
}

/** Tells of what begins at a place; answers where to go on, the end where it never ends. */
function tell(xml: string, start: number, on: Walker): number {
  const other = OTHERS.find(({ from }) => xml.startsWith(from, start));
  const end = other === undefined ? endOfTag(xml, start) : xml.indexOf(other.to, start);
  if (end === -1) return xml.length;
  if (other === undefined) tellTag(xml.slice(start + 1, end), on);
  else if (other.isText) on.text?.(xml.slice(start + other.from.length, end));
  return end + (other?.to.length ?? 1);
}

/** Where a tag ends: quotes may hold a `>`. */
function endOfTag(xml: string, start: number): number {
  let quote = "";
  for (let at = start + 1; at < xml.length; at++) {
    const char = xml[at] ?? "";
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ">") return at;
  }
  return -1;
}

function tellTag(tag: string, on: Walker): void {
  if (tag.startsWith("?") || tag.startsWith("!")) return;
  if (tag.startsWith("/")) {
    on.close?.(tag.slice(1).trim());
    return;
  }
  const name = /^[^\s/]*/.exec(tag)?.[0] ?? "";
  on.open?.(name, attributesOf(tag.slice(name.length)));
  if (tag.endsWith("/")) on.close?.(name);
}

function attributesOf(tag: string): Attributes {
  if (tag.length > TAG_CHARS) return {};
  const pairs = [...tag.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(
    pairs.map(([, name = "", double, single]) => [name, plain(double ?? single ?? "")]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name)] ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
