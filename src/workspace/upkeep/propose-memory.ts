/**
 * Computes the proposed MEMORY.md: lines added under their own heading, each with its origin. Nothing is
 * removed. Pure.
 */
import { WORKSPACE_LIMITS } from "../api/workspace-limits.ts";
import { conflictWords } from "./apply-fold.ts";
import type { Fold } from "./types.ts";

const HEADING = "## From daily notes";

/**
 * The new content; null if there is nothing to add or no room. Lines that rest on a contradicting one say so,
 * for the approver.
 */
export function memoryWith(
  before: string,
  { memory, outcomes }: Pick<Fold, "memory" | "outcomes">,
  runId: string,
): string | null {
  const against = outcomes.filter(({ beside }) => beside !== null && beside.how !== "says the same as");
  const fresh = memory.filter(({ text }) => !before.toLowerCase().includes(text.toLowerCase()));
  const lines = fresh.map(({ text, lines: cited }) => {
    const places = cited.map(({ note, line }) => `${note}, line ${line}`).join("; ");
    const conflict = against.find(({ line }) => cited.some(({ id }) => id === line.id))?.beside ?? null;
    return `- ${text} _(${places}, run ${runId})_${conflictWords(conflict)}`;
  });
  if (lines.length === 0) return null;
  const base = before.trimEnd();
  const after = base.includes(`\n${HEADING}`) || base.startsWith(HEADING) ? base : `${base}\n\n${HEADING}`;
  const content = `${after.trimStart()}\n${lines.join("\n")}\n`;
  return content.length > WORKSPACE_LIMITS.memoryChars ? null : content;
}
