/** Line diffs and three-way merges of texts. Pure; bounded by file size. */
import { diffArrays } from "diff";
import { diff3Merge } from "node-diff3";
import type { DiffLine, FileDiff, Merge } from "./api/workspace.ts";

/** Context lines around a change. */
const AROUND = 3;
/** With more changed lines the texts have little in common, and diffing takes long. */
export const MAX_EDITS = 4_000;
/** Larger texts are not merged; a person sees both versions. */
const MERGE_LINES = 20_000;
/** Maximum diff steps for a merge: about half a second. Texts with many identical lines take the most. */
const MERGE_STEPS = 500_000_000;

/** Lines of a text; a trailing line break adds none. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export function hasMoreLines(text: string, most: number): boolean {
  let breaks = 0;
  for (const _ of text.matchAll(/\r\n|\n|\r/g)) if (++breaks > most) return true;
  return breaks === most && linesOf(text).length > most;
}

/** Consecutive lines that were kept, added or removed. */
interface LineRun {
  readonly kind: DiffLine["kind"];
  readonly lines: readonly string[];
}

/**
 * The diff of two lists of lines; null if they differ in more than `maxEdits` lines. Time grows with the
 * square of the edits.
 */
export function lineRuns(
  before: readonly string[],
  after: readonly string[],
  maxEdits = MAX_EDITS,
): LineRun[] | null {
  const parts = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (parts === undefined) return null;
  return parts.map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    lines: value,
  }));
}

/** The changed parts of two texts with surrounding lines. */
export function diffTexts(before: string, after: string, maxEdits = MAX_EDITS): FileDiff {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const found = lineRuns(old, fresh, maxEdits);
  const runs: LineRun[] = found ?? [
    { kind: "removed", lines: old },
    { kind: "added", lines: fresh },
  ];
  const lines = numbered(runs);
  return {
    hunks: hunksOf(lines),
    added: lines.filter(({ kind }) => kind === "added").length,
    removed: lines.filter(({ kind }) => kind === "removed").length,
    wholesale: found === null,
  };
}

function numbered(runs: readonly LineRun[]): DiffLine[] {
  let [from, to] = [0, 0];
  return runs.flatMap(({ kind, lines }) =>
    lines.map((text) => ({
      kind,
      from: kind === "added" ? null : ++from,
      to: kind === "removed" ? null : ++to,
      text,
    })),
  );
}

function hunksOf(lines: readonly DiffLine[]): FileDiff["hunks"] {
  const hunks: { lines: DiffLine[] }[] = [];
  let shownTo = -1;
  for (const [index, { kind }] of lines.entries()) {
    if (kind === "same") continue;
    const from = Math.max(0, index - AROUND);
    if (from > shownTo + 1 || hunks.length === 0) hunks.push({ lines: [] });
    const start = Math.max(from, shownTo + 1);
    const end = Math.min(lines.length - 1, index + AROUND);
    hunks.at(-1)?.lines.push(...lines.slice(start, end + 1));
    shownTo = Math.max(shownTo, end);
  }
  return hunks;
}

/** A diff as text for the agent and approvals: `-` removed, `+` added. */
export function diffText(diff: FileDiff): string {
  const signs = { same: " ", added: "+", removed: "-" } as const;
  return diff.hunks
    .map(({ lines }) => lines.map(({ kind, text }) => `${signs[kind]} ${text}`).join("\n"))
    .join("\n  …\n");
}

/** Three-way merge. Conflicting changes are both kept between markers. Null if it would take too long. */
export function mergeTexts(texts: { mine: string; base: string; theirs: string }): Merge | null {
  const sides = [linesOf(texts.mine), linesOf(texts.base), linesOf(texts.theirs)] as const;
  if (sides.reduce((sum, { length }) => sum + length, 0) > MERGE_LINES) return null;
  const { head, tail, between } = sameEnds(sides);
  const [mine, base, theirs] = between;
  if (stepsOf(base, mine) + stepsOf(base, theirs) > MERGE_STEPS) return null;
  let conflicts = 0;
  const merged = diff3Merge(mine, base, theirs, { excludeFalseConflicts: true }).flatMap((region) => {
    if (region.ok !== undefined) return region.ok;
    if (region.conflict === undefined) return [];
    conflicts++;
    return ["<<<<<<< yours", ...region.conflict.a, "=======", ...region.conflict.b, ">>>>>>> theirs"];
  });
  const lines = [...head, ...merged, ...tail];
  return { content: lines.length === 0 ? "" : `${lines.join("\n")}\n`, conflicts };
}

type Sides = readonly [string[], string[], string[]];

/** The common first and last lines of three texts, and what remains between. */
function sameEnds(sides: Sides): { head: string[]; tail: string[]; between: Sides } {
  const [first] = sides;
  const shortest = Math.min(...sides.map(({ length }) => length));
  let start = 0;
  while (start < shortest && sides.every((lines) => lines[start] === first[start])) start++;
  let end = 0;
  while (end < shortest - start && sides.every((lines) => lines.at(-1 - end) === first.at(-1 - end))) end++;
  const inner = (lines: string[]): string[] => lines.slice(start, lines.length - end);
  return {
    head: first.slice(0, start),
    tail: first.slice(first.length - end),
    between: [inner(sides[0]), inner(sides[1]), inner(sides[2])],
  };
}

/**
 * Steps to find the longest common subsequence of lines: each pair of equal lines is compared with all found
 * so far.
 */
function stepsOf(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  const pairs = right.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return pairs * Math.min(left.length, right.length);
}
