/**
 * Where each leaf of an effect is rendered, following the effect's own layout. The card may arrange leaves but never omit one: every leaf is in
 * exactly one place. Pure.
 */
import type { Effect, LayoutField } from "../../../../src/approvals/api/approval.ts";

export type Leaf = Effect["leaves"][number];

export interface Placed {
  readonly leaf: Leaf;
  readonly format: LayoutField["format"];
}

/** One item of the card, in order: a line of labeled values, or a block. */
export type Part =
  | {
      readonly kind: "line";
      readonly label: string;
      readonly role: LayoutField["role"];
      readonly items: readonly Placed[];
    }
  | {
      readonly kind: "body" | "diff" | "preview" | "notice";
      readonly label: string;
      readonly item: Placed;
      /** For rows, including the column names. */
      readonly head?: Placed;
    };

export interface EffectLayout {
  readonly parts: readonly Part[];
  /** The words the recipient will read. */
  readonly body: Leaf | null;
  /** Record IDs and empty fields, shown under “Details”. */
  readonly technical: readonly Leaf[];
}

export function layoutEffect(effect: Effect): EffectLayout {
  const parts: Part[] = [];
  const technical: Leaf[] = [];
  for (const { leaf, label, role, format } of placesOf(effect)) {
    const before = parts.at(-1);
    const head = format === "rows" && role === "body" ? headOf(before) : null;
    if (head !== null) parts[parts.length - 1] = { kind: "body", label, item: { leaf, format }, head };
    else if (role === "id" || isEmpty(leaf)) technical.push(leaf);
    else if (role === "body" || role === "diff" || role === "preview" || role === "notice")
      parts.push({ kind: role, label, item: { leaf, format } });
    else if (before?.kind === "line" && before.label === label && before.role === role)
      parts[parts.length - 1] = { ...before, items: [...before.items, { leaf, format }] };
    else parts.push({ kind: "line", label, role, items: [{ leaf, format }] });
  }
  const body = parts.find((part) => part.kind === "body");
  return { parts, body: body && body.kind !== "line" ? body.item.leaf : null, technical };
}

/** The header row, if nothing else shares its line. */
function headOf(part: Part | undefined): Placed | null {
  const [item, ...others] = part?.kind === "line" ? part.items : [];
  return item?.format === "head_row" && others.length === 0 ? item : null;
}

interface Place {
  readonly leaf: Leaf;
  readonly label: string;
  readonly role: LayoutField["role"];
  readonly format: LayoutField["format"];
}

/** Every leaf once: in the layout's order, followed by those it doesn't list. */
function placesOf({ layout, leaves }: Effect): Place[] {
  const left = new Map(leaves.map((leaf) => [leaf.path, leaf]));
  const known = layout.flatMap(({ path, label, role, format }): Place[] => {
    const leaf = left.get(path);
    left.delete(path);
    return leaf ? [{ leaf, label: label || leaf.label, role, format }] : [];
  });
  const rest = [...left.values()].map((leaf): Place => ({
    leaf,
    label: leaf.label,
    role: "detail",
    format: null,
  }));
  return [...known, ...rest];
}

function isEmpty({ value }: Leaf): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

export const FOUND_IN_WORDS: Readonly<Record<NonNullable<Leaf["foundIn"]>, string>> = {
  contacts: "from Contacts",
  your_words: "your words",
  inbound_text: "from their message",
  settings: "from Settings",
  agent: "written by Steward",
};

/** A stretch of a shown string: `escape` where the server made an invisible character visible. */
export interface ShownPiece {
  readonly kind: "text" | "escape";
  readonly text: string;
}

/** The server writes what cannot be seen as its code point, and escapes the bracket itself, so this is never ambiguous. */
const ESCAPE = /(⟦U\+[0-9A-F]{4,6}⟧)/;

/** Splits `shown` so that escapes can be marked; text without escapes is one piece. */
export function shownPieces(leaf: Leaf): ShownPiece[] {
  if (leaf.value === leaf.shown) return [{ kind: "text", text: leaf.shown }];
  return leaf.shown
    .split(ESCAPE)
    .filter((text) => text !== "")
    .map((text) => ({ kind: ESCAPE.test(text) ? "escape" : "text", text }));
}

/** Whether the server escaped something in it. */
export function hidesCharacters(leaf: Leaf): boolean {
  return shownPieces(leaf).some((piece) => piece.kind === "escape");
}

export interface ChangedLine {
  readonly kind: "same" | "added" | "removed" | "gap";
  /** The line without its sign, as the server prepared it for showing. */
  readonly leaf: Leaf;
}

/** One line of a displayed diff: `- ` removed, `+ ` added, two spaces unchanged, ` …` lines omitted. */
export function lineOf(whole: Leaf, shown: string): ChangedLine {
  const kinds: Readonly<Record<string, ChangedLine["kind"]>> = { "+": "added", "-": "removed" };
  const kind = shown === "  …" ? "gap" : (kinds[shown.charAt(0)] ?? "same");
  const text = shown.slice(2);
  // If nothing in the whole text was escaped, brackets in a line are part of the file.
  return { kind, leaf: { ...whole, shown: text, value: whole.value === whole.shown ? text : null } };
}
