/** Splits a result into the pieces that the lines of a digest name. Pure. */
import type { Json } from "../../kernel/hash.ts";
import { shortenedPassage } from "../runs/index.ts";
import { textPage } from "./text-page.ts";

/** Length of a piece, where a result is one long text. */
const PIECE_CHARS = 1_500;

/** The items of its longest list, or parts of its longest text. */
export function piecesOf(value: Json): readonly Json[] {
  let text = typeof value === "string" ? value : null;
  shortenedPassage(value, (words) => (text = words));
  if (text !== null) return partsOf(text);
  if (value === null || typeof value !== "object") return [value];
  if (Array.isArray(value) && value.length > 1) return value;
  const parts = Object.values(value) as Json[];
  const sizes = parts.map((part) => JSON.stringify(part).length);
  return piecesOf(parts[sizes.indexOf(Math.max(...sizes))] ?? null);
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page = textPage(text, from, PIECE_CHARS);
    parts.push(page.text);
    from = page.next;
  }
  return parts;
}
