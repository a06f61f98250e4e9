/** Results of the file tools. */
import { findFolder, linesOf, type FileRow } from "../../index.ts";
import type { ToolResult } from "../../../agent/tools/define-tool.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { isOutside } from "./provenance.ts";
import { retry } from "../../../agent/tools/define-tool.ts";

/** Maximum characters of written text included in the answer. */
const WROTE_CHARS = 600;

/** How people put what holds for everything they send. */
const RULE =
  /\b(?:(?:we|you|nobody|no one|texts?|e-?mails?|messages?|replies|steward)\b[^.\n]{0,60}\b(?:never|always|must(?:n['’]t| not)?|don['’]?t|do not)\b|never (?:promise|send|text|e-?mail|offer|quote|tell|say|mention|write|answer)|(?:nothing|anything) (?:above|over|more than|below)|(?:go|goes|run|runs) (?:past|by|through|via)\b|without (?:the owner|asking|approval|(?:\p{Lu}\p{L}+['’]s?) (?:ok|okay|approval))|only \p{Lu}\p{L}+ (?:may|can|decides|approves)|(?:has|have|need|needs) to (?:approve|okay|see|decide))/iu;
const RULE_HINT =
  "If this is a rule for what is sent, the file alone binds nobody: propose_house_rule (find_tools brings it) makes drafts keep to it.";

/** The result of a write; given the content before and after, it contains the new lines and their numbers. */
export function written(
  { path }: FileRow,
  what: string,
  contents?: { readonly before: string | null; readonly after: string },
): ToolResult {
  if (contents === undefined) return { kind: "ok", data: { path, done: what } };
  if (contents.before === contents.after)
    return { kind: "ok", data: { path, done: "nothing, it already stands there" } };
  const { line, lines } = changedLines(contents.before ?? "", contents.after);
  const wrote = lines.join("\n");
  const end = line + lines.length - 1;
  return {
    kind: "ok",
    data: {
      path,
      done: what,
      ...(lines.length === 0 ? { line } : end === line ? { line } : { lines: `${line}–${end}` }),
      ...(lines.length === 0
        ? {}
        : { wrote: wrote.length <= WROTE_CHARS ? wrote : `${wrote.slice(0, WROTE_CHARS)}… [cut]` }),
      ...(RULE.test(wrote) ? { hint: RULE_HINT } : {}),
    },
  };
}

/** New or changed lines, counted from 1. Pure. */
function changedLines(before: string, after: string): { readonly line: number; readonly lines: string[] } {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { line: start + 1, lines: now.slice(start, now.length - end) };
}

const KNOWN_FOLDERS = new Set(["areas", "daily_notes"]);

/**
 * Refuses a call that would create a folder after untrusted content was read, because folder names are part
 * of every prompt. Null if none would be created, or no such content was read.
 */
export async function newFolderRefused(
  folder: string,
  call: Call,
  { deps }: FileServices,
): Promise<ToolResult | null> {
  if (!isOutside(call) || folder === "" || KNOWN_FOLDERS.has(folder)) return null;
  if ((await findFolder(deps, folder)) !== null) return null;
  return retry(
    `There is no folder ${folder}/, and this conversation has read text from outside: choose one that is there, such as areas.`,
  );
}

/** Untrusted content may only go into files that can name its source. */
export const NEEDS_PROSE: ToolResult = {
  kind: "retry",
  message:
    "This conversation has read text from outside. Write what came of it into a .md or .txt file, where its source can stand beside it.",
};
