/**
 * Changes computed from a file's current content: appended lines, an exact replacement. After a concurrent
 * change it is recomputed on the newest version, so that all concurrent changes survive. Agents write this
 * way.
 */
import { backOffMs } from "../kernel/back-off.ts";
import { AppError } from "../kernel/errors.ts";
import { checkContent, commit, measured } from "./commit.ts";
import { checkOwner } from "./owners.ts";
import { parseFilePath, pathKey } from "./path.ts";
import { checkPlace } from "./place.ts";
import type { WorkspaceDeps } from "./ports.ts";
import { findDeleted, findLive, notFound } from "./store.ts";
import { withMutex } from "./keyed-mutex.ts";
import type { FileRow, Origin } from "./types.ts";
import { spelledOtherwise } from "./write-file.ts";
import { pause } from "../kernel/time-limit.ts";

/** Maximum attempts; the delays between them grow to about half a second. */
const ATTEMPTS = 60;
const BACK_OFF = { firstMs: 5, longestMs: 500 } as const;

/** Computes the new content; `before` is null if there is no file yet. Throw to leave the file unchanged. */
export type Apply = (before: string | null) => string;

/**
 * Changes a file with `apply`, retrying on newer versions. Throws `invalid_path`, `too_large`, `changed` if
 * all attempts fail, and whatever `apply` throws. Writes nothing if nothing changes.
 */
export async function changeFile(
  deps: WorkspaceDeps,
  input: Origin & { readonly path: string; readonly apply: Apply },
): Promise<FileRow> {
  const path = parseFilePath(input.path);
  checkOwner(deps, path);
  return withMutex(`${deps.db.tenantId}:${pathKey(path)}`, () => change(deps, path, input));
}

/** Like `changeFile`, without the per-isolate queue: correctness depends on the database alone. */
export async function change(
  deps: WorkspaceDeps,
  path: string,
  input: Origin & { readonly apply: Apply },
): Promise<FileRow> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const head = await findLive(deps, path);
    if (head !== null && head.path !== path) throw spelledOtherwise(path, head.path);
    const before = head === null ? null : await deps.blobs.get(head.sha256);
    const content = input.apply(before);
    checkContent(content);
    measured(content);
    deps.rules?.check(path, content);
    if (head !== null && content === before) return head;
    if (head === null) await checkPlace(deps, path);
    const written = await commit(deps, {
      head: head ?? (await findDeleted(deps, path)),
      path,
      content,
      change: head === null ? "created" : "edited",
      origin: input,
    });
    if (written !== null) return written;
    // Random, so that competing writers don't collide again.
    await pause(Math.random() * backOffMs(attempt + 1, BACK_OFF));
  }
  throw new AppError("changed", `${path} changes too often right now. Nothing was written; try again.`);
}

/**
 * Replaces the only occurrence of `oldText`. Throws `conflict`, with a message the agent can act on, if there
 * is none or more than one.
 */
export function replaceOnce(before: string, oldText: string, newText: string, path: string): string {
  const first = before.indexOf(oldText);
  if (first < 0) {
    throw new AppError(
      "conflict",
      `The text to replace does not occur in ${path}. It may have been changed since you read it: read the file again and use its exact words.`,
    );
  }
  const places = countOf(before, oldText);
  if (places > 1) {
    throw new AppError(
      "conflict",
      `The text to replace occurs in ${path} ${places} times. Include more of the surrounding lines, so that it occurs once.`,
    );
  }
  return before.slice(0, first) + newText + before.slice(first + oldText.length);
}

function countOf(text: string, part: string): number {
  let places = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places++;
  return places;
}

/**
 * Appends lines, each text on a new line. A table row is added directly below the table that ends the file,
 * skipping blank lines; other text is separated from the table, so that it doesn't become a row.
 */
export function appended(before: string | null, text: string): string {
  const old = before ?? "";
  const added = text.endsWith("\n") ? text : `${text}\n`;
  const [first = "", second = ""] = added.trimStart().split("\n");
  if (isTableRow(old.trimEnd().split("\n").at(-1) ?? "")) {
    const isMore = isTableRow(first) && !isTableRule(second);
    return `${old.trimEnd()}\n${isMore ? "" : "\n"}${isMore ? added.trimStart() : added}`;
  }
  return `${old}${old === "" || old.endsWith("\n") ? "" : "\n"}${added}`;
}

export function isTableRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line);
}

/** The separator line below a table's header. */
function isTableRule(line: string): boolean {
  return /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);
}

/** The content of a file that must exist. */
export function existing(before: string | null, path: string): string {
  if (before === null) throw notFound(path);
  return before;
}
