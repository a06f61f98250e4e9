/** What a person changed before approving: proposed and final documents compared leaf by leaf. Pure. */
import type { Json } from "../kernel/hash.ts";
import type { OutcomePart } from "../protocol/message.ts";
import { leavesOf } from "./leaves.ts";

/** One changed leaf. */
export type Edit = OutcomePart["edits"][number];

const asText = (value: Json | undefined): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Every leaf that differs, by JSON pointer; the pointer begins with the effect's index when there are several. */
export function editsBetween(
  proposed: readonly Record<string, Json>[],
  final: readonly Record<string, Json>[],
): Edit[] {
  const count = Math.max(proposed.length, final.length);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const prefix = count > 1 ? `/${index}` : "";
    const [before, after] = [leafMap(proposed[index]), leafMap(final[index])];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
      const [from, to] = [asText(before.get(path)), asText(after.get(path))];
      return from === to ? [] : [{ path: prefix + path, from, to }];
    });
  });
}

function leafMap(document: Record<string, Json> | undefined): Map<string, Json> {
  return new Map(document === undefined ? [] : leavesOf(document).map(({ path, value }) => [path, value]));
}
