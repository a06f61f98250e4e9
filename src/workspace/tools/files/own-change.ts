/**
 * Whether a change of a file is a member's own: every line it adds stands in their message, every line it rewords
 * or takes out they had changed in their message. Then nothing in it is from outside, whatever else was read. Pure.
 */
import { isOwnEdit, isTeams } from "../../../agent/tools/rests-on.ts";
import { asksForChange, ownPart, telling } from "../../../agent/schedules/tools/own-words.ts";
import type { Asker } from "../../../agent/tools/call.ts";
import { isFilePath } from "../../index.ts";
import { OUTSIDE_MARK, withoutMarks } from "./provenance.ts";

/** `isStanding`: what others' prompts hold takes only what the member asked to have remembered. */
export function isOwnChange(
  before: string,
  after: string,
  { asker, isStanding }: { readonly asker: Asker | null; readonly isStanding: boolean },
): boolean {
  if (asker?.speaker.kind !== "user") return false;
  // A repeat changes nothing.
  if (before === after) return true;
  const [old, now] = [linesOf(before), linesOf(after)];
  const added = without(now, old);
  const gone = without(old, now);
  const isAdded = (line: string): boolean => isTeams(line, asker, { asked: isStanding });
  if (gone.length === 0) return added.length > 0 && added.every(isAdded) && !losesMarks(before, after);
  if (added.length === 0) return gone.every((line) => isOrderedGone(line, asker));
  return (
    added.length === gone.length &&
    !losesMarks(before, after) &&
    added.every((line, at) => isOwnEdit(gone[at] ?? "", line, asker))
  );
}

/** Words for any line. */
const ANY = new Set(["note", "line", "entry", "rule", "fil", "file", "memory", "sentence"]);

/** Whether the newest message orders a line out and names it by two words, or all it has. */
function isOrderedGone(line: string, asker: Asker): boolean {
  const words = new Set(telling(line).filter((word) => !ANY.has(word)));
  const said = new Set(telling(ownPart(asker.said.at(-1) ?? "")));
  const named = [...words].filter((word) => said.has(word)).length;
  return (
    named > 0 &&
    named >= Math.min(2, words.size) &&
    asksForChange(asker, "delete", [...words].join(" "), "theirs")
  );
}

/** Whether the newest message orders something of these files, named in full, and names no other file. */
export function ordersFiles(
  asker: Asker | null,
  order: "delete" | "move",
  paths: readonly string[],
): boolean {
  const said = ownPart(asker?.said.at(-1) ?? "")
    .split(/\s+/)
    .map((word) => word.replace(/^["“(`]+|["”)`.,;:!?]+$/g, ""));
  const files = new Set(said.filter(isFilePath));
  return (
    paths.every((path) => isFilePath(path) && files.has(path)) &&
    files.size === paths.length &&
    asksForChange(asker, order, paths[0] ?? "", "theirs")
  );
}

/** Whether words from outside no longer say so. */
function losesMarks(before: string, after: string): boolean {
  return after.split(OUTSIDE_MARK).length < before.split(OUTSIDE_MARK).length;
}

/** The lines that a change adds, without our marks. */
export function addedLines(before: string, after: string): string {
  return without(linesOf(after), linesOf(before)).join("\n");
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map(withoutMarks)
    .filter((line) => line.trim() !== "");
}

/** Lines that the other text doesn't have, each as often as it is missing. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (line) => line);
  return lines.filter((line) => left.get(line)?.pop() === undefined);
}
