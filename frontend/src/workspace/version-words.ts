/** Versions, authors and lines in words. Pure. */
import { defaultStringifySearch } from "@tanstack/react-router";
import type { Blame, FileVersion } from "../../../src/workspace/api/workspace.ts";
import { diffLines } from "../components/line-diff.ts";
import { ownJob } from "../components/own-job.ts";
import { exactTime, relativeTime } from "../components/words.ts";
import type { LineNote } from "../components/editor/line-note.ts";

/** `created it`, `moved it here from areas/old.md`, `restored version 3`. */
export function changeWords(version: FileVersion, before: FileVersion | undefined): string {
  switch (version.change) {
    case "created":
      return "created it";
    case "edited":
      return "edited it";
    case "moved":
      return before && before.path !== version.path ? `moved it here from ${before.path}` : "moved it here";
    case "deleted":
      return "deleted it";
    case "restored":
      return version.restoredFrom === null ? "restored it" : `restored version ${version.restoredFrom}`;
    case "imported":
      return "imported it";
  }
}

/** A link to a version's origin: the exact message, its conversation, or the run of a background job. */
export function placeOf(
  version: Pick<FileVersion, "conversationId" | "messageId" | "runId">,
): LineNote["place"] {
  const { conversationId, messageId, runId } = version;
  if (conversationId === null || ownJob(conversationId) !== null) {
    return runId === null ? null : { words: "From a run", href: `/activity/${encodeURIComponent(runId)}` };
  }
  const href = `/conversations/${encodeURIComponent(conversationId)}`;
  return messageId === null
    ? { words: "From a conversation", href }
    : { words: "From a message", href: `${href}${defaultStringifySearch({ message: messageId })}` };
}

/** The first name, or the whole name if it is one word. */
export function shortName(name: string): string {
  return name.split(/\s+/)[0] ?? name;
}

/**
 * The notes for each line of `text`, mapped from the blamed text: common lines keep their author, new lines have none. Lines of one version share a
 * note.
 */
export function lineNotes(blame: Blame, text: string, nowMs: number, zone: string): (LineNote | null)[] {
  const notes = new Map<number, LineNote>();
  for (const version of blame.versions) {
    const when = relativeTime(version.at, nowMs, zone);
    const source = version.source === null ? "" : ` · outside content: ${version.source}`;
    notes.set(version.version, {
      who: shortName(version.author.name),
      when,
      full: `${version.author.name}, ${exactTime(version.at, zone)}${source}`,
      place: placeOf(version),
    });
  }
  const noteOf = (line: number): LineNote | null => notes.get(blame.lines[line]?.version ?? 0) ?? null;
  const base = blame.lines.map((line) => line.text).join("\n");
  if (base === text) return blame.lines.map((_, line) => noteOf(line));
  const result: (LineNote | null)[] = [];
  let at = 0;
  for (const line of diffLines(base, text)) {
    if (line.kind === "same") result.push(noteOf(at));
    if (line.kind === "added") result.push(null);
    if (line.kind !== "added") at++;
  }
  return result;
}
