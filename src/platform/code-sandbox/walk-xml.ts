/**
 * Walks the XML of outside files in one pass, using a library. Reads nothing outside the file: only
 * predefined entities are resolved, declarations are skipped, and extreme nesting ends the walk.
 */
import { Parser } from "htmlparser2";
import { decodeText } from "../../kernel/decode-text.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Receives the events in document order. */
interface Walker {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The library's time grows with the depth; deeper content is not read. */
const MAX_DEPTH = 500;
const PIECE_CHARS = 4_000;

/** Does nothing for a missing part. */
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

/** An element's name without its namespace prefix, which some programs add. */
export function localName(element: string): string {
  return element.slice(element.indexOf(":") + 1);
}
