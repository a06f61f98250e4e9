/**
 * Where noted words come from, written beside them: date and conversation, and that text from outside led to them where it did. Also the one
 * rule of what outside text may not enter without a person: whatever every prompt holds by itself.
 */
import { findAgent } from "../../../agent/index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { conversationPath } from "./conversation-path.ts";
import { dayOf } from "../../../agent/usage/index.ts";
import { isInOthersPrompts, isTableRow, nameOf, saidNotePath, type Origin } from "../../index.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";

/** The rule by which a write waits for a person. Persisted with approvals. */
export const OUTSIDE_TEXT_RULE = "memory.outside_text";

/**
 * Whether text from outside the team may have led to a call: its turn was started by it, or its conversation has read some. A call that is
 * resolved again later is taken by the rule it waits by.
 */
export function isOutside({ asker, rule }: Call): boolean {
  return asker === null ? rule === OUTSIDE_TEXT_RULE : asker.outside;
}

/** Today, as notes are named. */
export function todayOf({ clock, timeZone }: Pick<FileServices, "clock" | "timeZone">): string {
  return dayOf(clock.now(), timeZone);
}

/** Whether a write to a path waits for a person. What somebody outside says is noted without asking where their own conversation's prompts alone hold it. */
export function waitsForPerson(path: string, call: Call, files: FileServices): boolean {
  const today = todayOf(files);
  if (!isOutside(call) || path === saidNotePath(call.conversationId, today)) return false;
  return isInOthersPrompts(path, today);
}

/** Who writes and what led to it. */
export function originOf(call: Call): Origin {
  const { agent: id, conversationId, runId, messageId } = call;
  return {
    author: { kind: "agent", id, name: titleOf(id) },
    conversationId,
    ...(runId === undefined ? {} : { runId }),
    ...(messageId === undefined ? {} : { messageId }),
    ...(isOutside(call) ? { source: sourceOf(call) } : {}),
  };
}

/** An agent's name for people. */
function titleOf(id: string): string {
  return findAgent(id)?.title ?? id.charAt(0).toUpperCase() + id.slice(1);
}

/** Where outside text came from, in words. */
export function sourceOf({ conversationId }: Pick<Call, "conversationId">): string {
  return `text from outside, conversation ${conversationId}`;
}

/** Whether a file can hold a line about where its words come from. */
export function holdsProse(path: string): boolean {
  return nameOf(path).endsWith(".md") || nameOf(path).endsWith(".txt");
}

/** Words with where they come from: on the same line where they are one line, else on a line after them; in a row of a table within its last cell. */
export function withSource(text: string, path: string, call: Call, files: FileServices): string {
  const note = noteOf(path, call, files);
  if (!holdsProse(path) || text.includes(note)) return text;
  const words = text.trimEnd();
  const end = text.endsWith("\n") ? "\n" : "";
  if (isTableRow(words.split("\n").at(-1) ?? "")) return `${words.replace(/\s*\|$/, "")} ${note} |${end}`;
  const separator = words.includes("\n") ? "\n" : " ";
  return `${words}${separator}${note}${end}`;
}

/** How a mark of ours reads, in Markdown and in plain text. */
const MARKS = {
  md: /_\(\d{4}-\d{2}-\d{2} \d{2}:\d{2}, [^()\n]*\[conversation\]\([^()\n]*\)\)_/g,
  txt: /\(\d{4}-\d{2}-\d{2} \d{2}:\d{2}, [^()\n]*conversation [^()\n]+\)/g,
} as const;
const OUTSIDE_MARK = "source: text from outside, ";

/**
 * A file in which `oldText` became `newText`: the marks of the lines that read otherwise now name who changed them, when and where. Words from outside
 * stay marked as such, whoever edits them. Null where no such line has a mark.
 */
export function withMarksRenewed(
  { before, after, newText }: { readonly before: string; readonly after: string; readonly newText: string },
  path: string,
  call: Call,
  files: FileServices,
): string | null {
  if (!holdsProse(path)) return null;
  const mark = path.endsWith(".md") ? MARKS.md : MARKS.txt;
  const at = firstDifference(before, after);
  const start = after.lastIndexOf("\n", at - 1) + 1;
  const newline = after.indexOf("\n", at + newText.length);
  const end = newline < 0 ? after.length : newline;
  const kept = new Set(before.split("\n"));
  const lines = after.slice(start, end).split("\n");
  let isMarked = false;
  const renew = (old: string): string => {
    isMarked = true;
    return noteOf(path, call, files, isOutside(call) || old.includes(OUTSIDE_MARK));
  };
  const renewed = lines.map((line) => (kept.has(line) ? line : line.replace(mark, renew)));
  if (!isMarked) return null;
  return after.slice(0, start) + renewed.join("\n") + after.slice(end);
}

function firstDifference(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}

function noteOf(path: string, call: Call, files: FileServices, isFromOutside = isOutside(call)): string {
  const from = conversationPath(call.conversationId);
  const when = localTime(files.clock.now(), files.timeZone).split(" ").slice(1).join(" ");
  const who = call.asker?.speaker.kind === "user" ? `${plainName(call.asker.speaker.name)}, ` : "";
  const outside = isFromOutside ? OUTSIDE_MARK : "";
  return path.endsWith(".md")
    ? `_(${when}, ${who}${outside}[conversation](${from}))_`
    : `(${when}, ${who}${outside}conversation ${from})`;
}

/** A name as it may stand within a mark. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} .'’-]/gu, "")
    .trim()
    .slice(0, 60);
}
