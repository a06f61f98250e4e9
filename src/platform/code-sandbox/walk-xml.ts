/**
 * A walk through the XML of strangers' files, read by a library in one pass. Nothing outside of the file is looked at: only XML's own entities are known, declarations
 * are passed over, and what nests beyond all sense ends the walk.
 */
import { Parser } from "htmlparser2";
import { decodeText } from "../../kernel/decode-text.ts";

export type Attributes = Readonly<Record<string, string>>;

/** What hears of it, in its order. */
interface Walker {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The library's time grows with the depth: deeper than this nothing is read. */
const MAX_DEPTH = 500;
const PIECE_CHARS = 4_000;

/** Walks a part; nothing where there is none. */
export function walk(part: Uint8Array | undefined, on: Walker): void {
  if (part === undefined) return;
  const xml = decodeText(part);
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        on.open?.(name, attributes);
      },
      ontext: (text) => on.text?.(text),
      onclosetag(name) {
        depth--;
        on.close?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let from = 0; from < xml.length && depth < MAX_DEPTH; from += PIECE_CHARS)
    parser.write(xml.slice(from, from + PIECE_CHARS));
  parser.end();
}

/** An element's name without its prefix: some programs write one before every element. */
export function localName(element: string): string {
  return element.slice(element.indexOf(":") + 1);
}
