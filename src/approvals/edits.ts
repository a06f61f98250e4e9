/** Compares the proposed effects with the final ones, leaf by leaf, to show what a person changed. Pure. */
import type { Json } from "../kernel/hash.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import type { OutcomePart } from "../agent/api/message.ts";
import type { EffectBytes, EffectDocument } from "./ports.ts";

/** One changed leaf. */
export type Edit = OutcomePart["edits"][number];

/** Cost of leaving an effect without a partner, on top of the leaves that differ. */
const ALONE = 1000;

const asText = (value: Json | undefined): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/**
 * Every leaf that differs, by JSON pointer. With several effects, the pointer starts with the effect's
 * index. A removed effect is one edit: its title, at its index in the proposal.
 */
export function editsBetween(proposed: readonly EffectDocument[], final: readonly EffectBytes[]): Edit[] {
  const partners = proposedIndexes(proposed, final);
  const several = Math.max(proposed.length, final.length) > 1;
  const leftOut = proposed.flatMap(({ title }, index) =>
    partners.includes(index) ? [] : [{ path: `/${index}`, from: title, to: "" }],
  );
  const changed = final.flatMap(({ document }, index) => {
    const before = partners[index] ?? null;
    return leafEdits(before === null ? undefined : proposed[before]?.document, document).map((edit) => ({
      ...edit,
      path: several ? `/${index}${edit.path}` : edit.path,
    }));
  });
  return [...leftOut, ...changed];
}

/** Whether an edit removed a whole effect. */
export function isLeftOut({ path, to }: Pick<Edit, "path" | "to">): boolean {
  return to === "" && /^\/\d+$/.test(path);
}

function leafEdits(before: Record<string, Json> | undefined, after: Record<string, Json>): Edit[] {
  const [left, right] = [leafMap(before), leafMap(after)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((path) => {
    const [from, to] = [asText(left.get(path)), asText(right.get(path))];
    return from === to ? [] : [{ path, from, to }];
  });
}

function leafMap(document: Record<string, Json> | undefined): Map<string, Json> {
  return new Map(document === undefined ? [] : leavesOf(document).map(({ path, value }) => [path, value]));
}

/**
 * For each final effect the index of the proposed one it came from; null for one that an edit added. Pairs
 * the effects that differ least.
 */
export function proposedIndexes(
  proposed: readonly EffectBytes[],
  final: readonly EffectBytes[],
): (number | null)[] {
  const isAsBefore =
    proposed.length === final.length && final.every(({ kind }, at) => kind === proposed[at]?.kind);
  if (isAsBefore) return final.map((_, index) => index);
  const costs = costTable(proposed, final);
  const cost = (i: number, j: number): number => costs[i]?.[j] ?? Infinity;
  const partners: (number | null)[] = [];
  let i = 0;
  let j = 0;
  while (j < final.length) {
    const [left, right] = [proposed[i], final[j]];
    const paired = left && right ? cost(i + 1, j + 1) + pairCost(left, right) : Infinity;
    if (paired === cost(i, j) && paired < Infinity) {
      partners.push(i++);
      j++;
    } else if (left !== undefined && cost(i, j) === cost(i + 1, j) + ALONE) i++;
    else {
      partners.push(null);
      j++;
    }
  }
  return partners;
}

/**
 * `[i][j]` is the lowest cost of pairing, in order, the proposed effects from `i` on with the final ones
 * from `j` on.
 */
function costTable(proposed: readonly EffectBytes[], final: readonly EffectBytes[]): number[][] {
  const costs = Array.from({ length: proposed.length + 1 }, () =>
    Array.from({ length: final.length + 1 }, () => 0),
  );
  const at = (i: number, j: number): number => costs[i]?.[j] ?? Infinity;
  for (let i = proposed.length; i >= 0; i--) {
    for (let j = final.length; j >= 0; j--) {
      const [left, right] = [proposed[i], final[j]];
      const row = costs[i];
      if (row === undefined || (left === undefined && right === undefined)) continue;
      row[j] = Math.min(
        left === undefined ? Infinity : at(i + 1, j) + ALONE,
        right === undefined ? Infinity : at(i, j + 1) + ALONE,
        left === undefined || right === undefined ? Infinity : at(i + 1, j + 1) + pairCost(left, right),
      );
    }
  }
  return costs;
}

function pairCost(left: EffectBytes, right: EffectBytes): number {
  return left.kind === right.kind ? leafEdits(left.document, right.document).length : Infinity;
}
