/** A person's changes: values by JSON pointer (RFC 6901), and word-level diffs. Pure. */
import type { Approval } from "../../../../src/approvals/api/approval.ts";

export type Arguments = Approval["arguments"];
type Value = Arguments[string];

function segments(pointer: string): string[] {
  if (pointer === "" || pointer === "/") return [];
  return pointer
    .replace(/^\//, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(root: Value, pointer: string): Value | undefined {
  let here: Value | undefined = root;
  for (const part of segments(pointer)) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (here !== null && typeof here === "object")
      here = Object.hasOwn(here, part) ? here[part] : undefined;
    else return undefined;
  }
  return here;
}

/** A copy with the value at the pointer replaced; undefined removes the key, and an object left empty by that. */
export function withValueAt(root: Arguments, pointer: string, value: Value | undefined): Arguments {
  const parts = segments(pointer);
  if (parts.length === 0) return root;
  return (placeValue(root, parts, value) ?? {}) as Arguments;
}

function placeValue(
  here: Value | undefined,
  parts: readonly string[],
  value: Value | undefined,
): Value | undefined {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (Array.isArray(here)) {
    const index = Number(part);
    const changed = placeValue(here[index], rest, value);
    if (changed === undefined && rest.length === 0) return here.filter((_, at) => at !== index);
    // An item whose last field was cleared stays, so that it can be filled again.
    if (changed === undefined) return here.map((item, at) => (at === index ? {} : item));
    return here.map((item, at) => (at === index ? changed : item));
  }
  const known: Record<string, Value> =
    here !== null && typeof here === "object" ? { ...(here as Record<string, Value>) } : {};
  const inner = placeValue(Object.hasOwn(known, part) ? known[part] : undefined, rest, value);
  if (inner === undefined) delete known[part];
  else known[part] = inner;
  return Object.keys(known).length === 0 && rest.length >= 0 && inner === undefined ? undefined : known;
}

/** A value as one line of text. */
export function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export interface Piece {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

const MAX_WORDS = 600;

/** Compares two texts word by word. Very long texts are compared as a whole. */
export function compareWords(from: string, to: string): Piece[] {
  if (from === to) return from === "" ? [] : [{ kind: "same", text: from }];
  const left = from.match(/\s+|[^\s]+/g) ?? [];
  const right = to.match(/\s+|[^\s]+/g) ?? [];
  if (left.length > MAX_WORDS || right.length > MAX_WORDS) {
    return joinPieces([
      { kind: "removed", text: from },
      { kind: "added", text: to },
    ]);
  }
  const pieces = gathered(walk(left, right, commonLengths(left, right)));
  return sharedPart(pieces, Math.max(from.length, to.length)) < WORTH_COMPARING
    ? [
        { kind: "removed", text: from },
        { kind: "added", text: to },
      ]
    : pieces;
}

/** Below this similarity, two texts are easier to read one after the other. */
const WORTH_COMPARING = 0.3;

function sharedPart(pieces: readonly Piece[], length: number): number {
  const shared = pieces.filter(({ kind, text }) => kind === "same" && text.trim() !== "");
  return shared.reduce((sum, { text }) => sum + text.length, 0) / Math.max(length, 1);
}

/** Merges neighboring changes: the removed words, then the added ones, including the spaces between. */
function gathered(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  let removed = "";
  let added = "";
  const close = (): void => {
    found.push({ kind: "removed", text: removed }, { kind: "added", text: added });
    removed = "";
    added = "";
  };
  for (const [index, { kind, text }] of pieces.entries()) {
    const between = text.trim() === "" && removed !== "" && added !== "";
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if (between && (pieces[index + 1]?.kind ?? "same") !== "same") {
      removed += text;
      added += text;
    } else {
      close();
      found.push({ kind, text });
    }
  }
  close();
  return joinPieces(found);
}

/** `lengths[i][j]`: the longest common run of words of `left` from i and `right` from j. */
function commonLengths(left: readonly string[], right: readonly string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  );
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[];
      row[j] =
        left[i] === right[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function walk(left: readonly string[], right: readonly string[], lengths: readonly number[][]): Piece[] {
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      pieces.push({ kind: "same", text: left[i] ?? "" });
      i++;
      j++;
    } else if (
      i < left.length &&
      (j >= right.length || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      pieces.push({ kind: "removed", text: left[i++] ?? "" });
    } else {
      pieces.push({ kind: "added", text: right[j++] ?? "" });
    }
  }
  return pieces;
}

function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    if (piece.text === "") continue;
    const last = joined.at(-1);
    if (last && last.kind === piece.kind)
      joined[joined.length - 1] = { kind: last.kind, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

/** One leaf that differs between two documents. */
export interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** All leaves that differ, by pointer. */
export function changesBetween(from: Value | undefined, to: Value | undefined, path = ""): Change[] {
  if (isBranch(from) || isBranch(to)) {
    const left = isBranch(from) ? from : {};
    const right = isBranch(to) ? to : {};
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return keys.flatMap((key) =>
      changesBetween(left[key], right[key], `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    );
  }
  const before = textOf(from);
  const after = textOf(to);
  return before === after ? [] : [{ path, from: before, to: after }];
}

function isBranch(value: Value | undefined): value is Record<string, Value> {
  return value !== null && typeof value === "object";
}

/** Differences from the effect as proposed. The proposal's record is the document, or an effect that holds it. */
export function changesOfEffect(
  approval: Pick<Approval, "proposedEffects">,
  effect: { index: number; proposedIndex?: number | null | undefined; document: Arguments },
): Change[] {
  const { proposedIndex = effect.index } = effect;
  const proposed = proposedIndex === null ? undefined : approval.proposedEffects[proposedIndex];
  if (proposed === undefined) return [];
  const inner = proposed["document"];
  const wrapped = typeof proposed["kind"] === "string" && isBranch(inner);
  return changesBetween(wrapped ? inner : proposed, effect.document);
}
