/** An edit that is being made: other arguments, and parts left out. Kept in the browser until it is approved or thrown away. Pure but for that. */
import type { Approval, Preview } from "../../../../src/protocol/index.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import type { Arguments } from "./edits.ts";

export interface Edited {
  readonly arguments: Arguments;
  /** Parts left out, by position in what the arguments resolve to. */
  readonly without: number[];
}

function keyOf(approval: Approval): string {
  return `edit.${approval.id}.${approval.effectHash}`;
}

/** The edit that was begun here, else what waits. */
export function storedEdit(approval: Approval): Edited {
  const unedited = { arguments: approval.arguments, without: [] };
  const stored = readStored(keyOf(approval));
  if (!stored) return unedited;
  try {
    const kept = JSON.parse(stored) as Partial<Edited>;
    return { arguments: kept.arguments ?? approval.arguments, without: kept.without ?? [] };
  } catch {
    return unedited;
  }
}

export function keepEdit(approval: Approval, edited: Edited | null): void {
  writeStored(keyOf(approval), edited === null ? null : JSON.stringify(edited));
}

/** Whether it differs from what waits. */
export function isEdited(approval: Approval, { arguments: args, without }: Edited): boolean {
  return without.length > 0 || JSON.stringify(args) !== JSON.stringify(approval.arguments);
}

/** Positions, among all that the arguments resolve to, of the parts a preview keeps; in order. */
export function keptPositions({ effects, leftOut }: Pick<Preview, "effects" | "leftOut">): number[] {
  const out = new Set(leftOut.map(({ index }) => index));
  const all = Array.from({ length: effects.length + leftOut.length }, (_, index) => index);
  return all.filter((index) => !out.has(index));
}
