/** What MEMORY.md would become: lines added under a heading of their own, each with where it comes from. Nothing is ever taken out. Pure. */
import { WORKSPACE_LIMITS } from "../protocol/workspace.ts";
import type { Fold } from "./types.ts";

const HEADING = "## From daily notes";

/** The new content; null where there is nothing to add or no room for it. */
export function memoryWith(before: string, memory: Fold["memory"], runId: string): string | null {
  const fresh = memory.filter(({ text }) => !before.toLowerCase().includes(text.toLowerCase()));
  const lines = fresh.map(({ text, lines: cited }) => {
    const places = cited.map(({ note, line }) => `${note}, line ${line}`).join("; ");
    return `- ${text} _(${places}, run ${runId})_`;
  });
  if (lines.length === 0) return null;
  const base = before.trimEnd();
  const after = base.includes(`\n${HEADING}`) || base.startsWith(HEADING) ? base : `${base}\n\n${HEADING}`;
  const content = `${after.trimStart()}\n${lines.join("\n")}\n`;
  return content.length > WORKSPACE_LIMITS.memoryChars ? null : content;
}
