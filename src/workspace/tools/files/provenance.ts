/**
 * Provenance of noted words, written next to them: date, conversation, and whether untrusted content led to
 * them. Also the rule for where untrusted content needs approval: files that every prompt includes.
 */
import { findAgent } from "../../../agent/index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { isInOthersPrompts, isTableRow, nameOf, saidNotePath, type Origin } from "../../index.ts";
import type { Call } from "../../../agent/tools/call.ts";
import { isTeams } from "../../../agent/tools/rests-on.ts";
import type { FileServices } from "./index.ts";
import { dayOf } from "../../../kernel/calendar.ts";

/** The approval rule of such writes. Persisted with approvals. */
export const OUTSIDE_TEXT_RULE = "memory.outside_text";

/**
 * Whether outsiders' words may have led to a call: they started the turn, or the conversation has read some.
 * Facts of contacts are records. For a call resolved again later, its approval rule decides.
 */
export function isOutside({ asker, rule }: Call): boolean {
  return asker === null ? rule === OUTSIDE_TEXT_RULE : asker.outsideWords;
}

/** The call as if nothing from outside had been read. */
export function asTeams(call: Call): Call {
  return call.asker === null
    ? call
    : { ...call, asker: { ...call.asker, outside: false, outsideWords: false } };
}

/** Today, as in note names. */
export function todayOf({ clock, timeZone }: Pick<FileServices, "clock" | "timeZone">): string {
  return dayOf(clock.now(), timeZone);
}

/**
 * Whether a write to a path needs approval. An outsider's statements are noted without approval if only their
 * own conversation's prompts include the note.
 */
export function waitsForPerson(path: string, call: Call, files: FileServices): boolean {
  const today = todayOf(files);
  if (!isOutside(call) || path === saidNotePath(call.conversationId, today)) return false;
  return isInOthersPrompts(path, today);
}

/**
 * Where words from outside go that are to be added to a note of today in their own conversation: to its note of what
 * outsiders said, which no other prompt includes.
 */
export function placeOf(path: string, call: Call, files: FileServices): string {
  const { asker, conversationId } = call;
  const today = todayOf(files);
  const isTheirs = asker !== null && asker.speaker.kind !== "user" && isOutside(call);
  const isNote = path.startsWith(`daily_notes/${today}`);
  return (isTheirs && isNote ? saidNotePath(conversationId, today) : null) ?? path;
}

/** The author, and what led to the write. */
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

/** An agent's display name. */
function titleOf(id: string): string {
  return findAgent(id)?.title ?? id.charAt(0).toUpperCase() + id.slice(1);
}

/** The source of untrusted content, as a phrase. */
export function sourceOf({ conversationId }: Pick<Call, "conversationId">): string {
  return `text from outside, conversation ${conversationId}`;
}

/** Whether a file can contain a line about the source of its words. */
export function holdsProse(path: string): boolean {
  return nameOf(path).endsWith(".md") || nameOf(path).endsWith(".txt");
}

/**
 * Text with its provenance: on the same line for a single line, else on a line after it; in a table row,
 * within its last cell.
 */
export function withSource(text: string, path: string, call: Call, files: FileServices): string {
  const note = noteOf(path, call, files);
  if (!holdsProse(path) || text.includes(note)) return text;
  const mixed = isOutside(call) ? eachWithSource(text, path, call, files) : null;
  if (mixed !== null) return mixed;
  const words = text.trimEnd();
  const end = text.endsWith("\n") ? "\n" : "";
  if (isTableRow(words.split("\n").at(-1) ?? "")) return `${words.replace(/\s*\|$/, "")} ${note} |${end}`;
  const separator = words.includes("\n") ? "\n" : " ";
  return `${words}${separator}${note}${end}`;
}

/** Where some lines are the member's own and others not, each with its own mark; else null. */
function eachWithSource(text: string, path: string, call: Call, files: FileServices): string | null {
  const lines = text.split("\n");
  const own = lines.map((line) => line.trim() !== "" && isTeams(line, call.asker));
  const isMixed = own.includes(true) && lines.some((line, at) => line.trim() !== "" && own[at] === false);
  if (!isMixed || lines.some(isTableRow)) return null;
  return lines
    .map((line, at) =>
      line.trim() === "" ? line : `${line.trimEnd()} ${noteOf(path, call, files, own[at] === false)}`,
    )
    .join("\n");
}

/** A line without our marks. */
export function withoutMarks(line: string): string {
  return line.replace(MARKS.md, "").replace(MARKS.txt, "").trimEnd();
}

/** Our provenance marks in Markdown and plain text. */
const MARKS = {
  md: /_\(\d{4}-\d{2}-\d{2} \d{2}:\d{2}, [^()\n]*\[conversation\]\([^()\n]*\)\)_/g,
  txt: /\(\d{4}-\d{2}-\d{2} \d{2}:\d{2}, [^()\n]*conversation [^()\n]+\)/g,
} as const;
export const OUTSIDE_MARK = "source: text from outside, ";

/**
 * After replacing `oldText` with `newText`, updates the provenance marks of the changed lines with who
 * changed them, when and where. Untrusted words stay marked, whoever edits them. Null if no such line has a
 * mark.
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

/** A name, sanitized for use in a mark. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{M}\p{N} .'’-]/gu, "")
    .trim()
    .slice(0, 60);
}

/** The page of a conversation, as links in files write it. */
function conversationPath(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}
