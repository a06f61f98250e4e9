/** Issues, commits and files as the model reads them. */
import type { ChangedFile, Commit, StoredIssue } from "../read.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { shortened } from "../../../agent/tools/shortened.ts";
import { textPage } from "../../../agent/tools/text-page.ts";

const LINE_CHARS = 160;
/** Of a commit's id so much is shown. */
export const SHA_CHARS = 10;
/** Of all patches together; one alone may be so long. */
const PATCHES_CHARS = 6_000;
const PATCH_CHARS = 2_000;

/** As people write it: `harborlight/website#12`. */
export function nameOf({ repository, number }: Pick<StoredIssue, "repository" | "number">): string {
  return `${repository}#${number}`;
}

export function stateOf({ state, isDraft }: Pick<StoredIssue, "state" | "isDraft">): string {
  if (state === "open") return isDraft ? "draft" : "open";
  return state === "closed" ? "closed" : `closed as ${state.replace("_", " ")}`;
}

export function lineOf(issue: StoredIssue, timeZone: string): Json {
  const { title, assignees, labels, body, comments, by, createdAt, updatedAt } = issue;
  return {
    issue: nameOf(issue),
    title,
    state: stateOf(issue),
    by,
    ...(assignees.length === 0 ? {} : { assignees: [...assignees] }),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    ...(comments === 0 ? {} : { comments }),
    openedAt: localTime(createdAt, timeZone),
    updatedAt: localTime(updatedAt, timeZone),
    ...(body === null ? {} : { about: shortened(body, LINE_CHARS) }),
  };
}

export function commitLine({ sha, message, by, at }: Commit, timeZone: string): Json {
  const [first = ""] = message.split("\n");
  return {
    commit: sha.slice(0, SHA_CHARS),
    message: shortened(first, LINE_CHARS),
    by,
    at: localTime(at, timeZone),
  };
}

/** Files with what changed in them, as far as there is room, and how many there was no room for. */
export function filesOf(files: readonly ChangedFile[]): Record<string, Json> {
  let left = PATCHES_CHARS;
  const shown: Json[] = [];
  for (const { path, status, additions, deletions, patch } of files) {
    const facts = { path, status, lines: `+${additions} -${deletions}` };
    left -= JSON.stringify(facts).length;
    if (left < 0) break;
    const { text, next } = textPage(patch ?? "", 0, Math.min(left, PATCH_CHARS));
    left -= JSON.stringify(text).length;
    shown.push({
      ...facts,
      ...(text === "" ? {} : { patch: text }),
      ...(next === null ? {} : { patchCut: "read_github_file shows the file" }),
    });
  }
  const more = files.length - shown.length;
  return { files: shown, ...(more === 0 ? {} : { moreFiles: `${more} more, on the page` }) };
}
