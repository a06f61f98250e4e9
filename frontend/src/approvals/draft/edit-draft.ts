/** An edit that is being made: other arguments, and parts left out. Kept in the browser until it is approved or thrown away. Pure but for that. */
import type { Approval, Preview } from "../../../../src/approvals/api/approval.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import type { Arguments } from "./edits.ts";

export interface Edited {
  readonly arguments: Arguments;
  /** Omitted parts, by position in the resolved arguments. */
  readonly without: number[];
}

function keyOf(approval: Approval): string {
  return `edit.${approval.id}.${approval.effectHash}`;
}

/** The waiting draft as an edit without changes. Recipients who wrote since are left out. */
function unedited({ arguments: args, wroteSince = [] }: Approval): Edited {
  return { arguments: args, without: wroteSince.map(({ index }) => index) };
}

/** The edit started here, else the pending one. */
export function storedEdit(approval: Approval): Edited {
  const before = unedited(approval);
  const stored = readStored(keyOf(approval));
  if (!stored) return before;
  try {
    const kept = JSON.parse(stored) as Partial<Edited>;
    return { ...before, ...kept };
  } catch {
    return before;
  }
}

export function keepEdit(approval: Approval, edited: Edited | null): void {
  writeStored(keyOf(approval), edited === null ? null : JSON.stringify(edited));
}

/** Whether it differs from what waits. */
export function isEdited(approval: Approval, edited: Edited): boolean {
  return bytesOf(edited) !== bytesOf(unedited(approval));
}

function bytesOf({ arguments: args, without }: Edited): string {
  return JSON.stringify([args, without.toSorted((one, other) => one - other)]);
}

/** Begins an edit that puts a part back. */
export function putBack(approval: Approval, index: number): void {
  const edited = storedEdit(approval);
  keepEdit(approval, { ...edited, without: edited.without.filter((one) => one !== index) });
}

/** Positions, among all that the arguments resolve to, of the parts a preview keeps; in order. */
export function keptPositions({ effects, leftOut }: Pick<Preview, "effects" | "leftOut">): number[] {
  const out = new Set(leftOut.map(({ index }) => index));
  const all = Array.from({ length: effects.length + leftOut.length }, (_, index) => index);
  return all.filter((index) => !out.has(index));
}
