/**
 * Writes Office formulas (Office MathML, ECMA-376 part 1, 22.1) on one line, with explicit signs for what
 * is above, below or between, so that 10² doesn't become 102.
 */
import { isOn } from "./word-lists.ts";
import type { Attributes } from "./walk-xml.ts";

interface Element {
  readonly name: string;
  /** Number of arguments so far. */
  count: number;
  /** Signs set by its properties. */
  readonly signs: Record<string, string>;
}

const SIGNS = new Set(["m:begChr", "m:endChr", "m:sepChr", "m:chr", "m:type", "m:degHide"]);
const OPENS: Readonly<Record<string, string>> = {
  "m:num": "(",
  "m:sup": "^(",
  "m:sub": "_(",
  "m:lim": "_(",
  "m:rad": "√",
  "m:m": "[",
};
const CLOSES: Readonly<Record<string, string>> = {
  "m:num": ")",
  "m:den": ")",
  "m:sup": ")",
  "m:sub": ")",
  "m:lim": ")",
  "m:bar": "\u0305",
  "m:m": "]",
};

/** Receives the elements of a part; `open` and `close` return the text to write. */
export class FormulaText {
  readonly #open: Element[] = [];

  open(name: string, attributes: Attributes): string {
    if (!name.startsWith("m:")) return "";
    if (SIGNS.has(name)) return this.#noteSign(name, attributes);
    const parent = this.#open.at(-1);
    this.#open.push({ name, count: 0, signs: {} });
    if (name === "m:den") return parent?.signs["m:type"] === "noBar" ? " over (" : "/(";
    const sign = parent?.name === "m:nary" && /^m:(?:sub|sup|e)$/.test(name) ? signOf(parent) : "";
    return (
      sign +
      (name === "m:e" || name === "m:mr" || name === "m:deg" ? argument(name, parent) : (OPENS[name] ?? ""))
    );
  }

  close(name: string): string {
    if (!name.startsWith("m:") || SIGNS.has(name)) return "";
    const done = this.#open.pop();
    const parent = this.#open.at(-1);
    if (name === "m:e") return parent?.name === "m:rad" ? ")" : "";
    if (name === "m:deg") return parent !== undefined && hasDegree(parent) ? "]" : "";
    if (name === "m:d") return done === undefined || done.count === 0 ? "" : (done.signs["m:endChr"] ?? ")");
    if (name === "m:acc") return done?.signs["m:chr"] ?? "\u0302";
    return CLOSES[name] ?? "";
  }

  /** Properties are in a child element: `m:dPr` in `m:d`. */
  #noteSign(name: string, { "m:val": value }: Attributes): string {
    const of = this.#open.at(-2);
    if (of !== undefined)
      of.signs[name] =
        name === "m:degHide" ? String(isOn(value === undefined ? {} : { "w:val": value })) : (value ?? "");
    return "";
  }
}

/** The sign before its first argument. */
function signOf(of: Element): string {
  return of.count++ === 0 ? (of.signs["m:chr"] ?? "∫") : "";
}

function argument(name: string, parent: Element | undefined): string {
  if (parent === undefined) return "";
  if (name === "m:deg") return hasDegree(parent) ? "[" : "";
  if (parent.name === "m:rad") return "(";
  const at = parent.name === "m:nary" ? 0 : parent.count++;
  switch (parent.name) {
    case "m:d":
      return at === 0 ? (parent.signs["m:begChr"] ?? "(") : (parent.signs["m:sepChr"] ?? "|");
    case "m:m":
    case "m:eqArr":
      return at === 0 ? "" : "; ";
    case "m:mr":
      return at === 0 ? "" : ", ";
    default:
      return "";
  }
}

function hasDegree({ signs }: Element): boolean {
  return signs["m:degHide"] !== "true";
}
