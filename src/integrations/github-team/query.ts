/**
 * Builds GitHub search queries (docs.github.com/search-github, "Searching issues and pull requests"; read 2026-11-23). User input is
 * quoted so that it can't contain qualifiers: words can narrow a search but never widen it beyond the repositories in scope.
 */

/** GitHub allows 256 characters of words besides the qualifiers ("Limitations on query length"). */
const MAX_WORDS_CHARS = 200;
const MAX_WORDS = 12;

/** Search filter; empty matches all. */
export interface IssueFilter {
  /** With fine-grained tokens GitHub searches for one kind at a time (docs.github.com/rest/search, "Search issues and pull requests"). */
  readonly kind: "issue" | "pull_request";
  readonly words?: string | undefined;
  readonly state?: "open" | "closed" | undefined;
  readonly assignee?: string | undefined;
  readonly author?: string | undefined;
  readonly label?: string | undefined;
  /** ISO time. */
  readonly updatedSince?: string | undefined;
}

/** Quotes a value, dropping quotes, backslashes and control characters. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, " ").replace(/\p{C}/gu, " ").replace(/\s+/g, " ").trim()}"`;
}

/** Each word in quotes: all must match. */
function quotedWords(text: string): string[] {
  const plain = text.slice(0, MAX_WORDS_CHARS).match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._-]*/gu) ?? [];
  return plain.slice(0, MAX_WORDS).map(quoted);
}

/** An issue or pull request search in `advanced_search` syntax, where plain repository qualifiers would be combined with AND. */
export function issueQuery(repositories: readonly string[], filter: IssueFilter): string {
  const { kind, state, assignee, author, label, updatedSince } = filter;
  return [
    ...quotedWords(filter.words ?? ""),
    `(${repositories.map((name) => `repo:${name}`).join(" OR ")})`,
    `is:${kind === "issue" ? "issue" : "pull-request"}`,
    ...(state === undefined ? [] : [`is:${state}`]),
    ...(assignee === undefined ? [] : [`assignee:${quoted(assignee)}`]),
    ...(author === undefined ? [] : [`author:${quoted(author)}`]),
    ...(label === undefined ? [] : [`label:${quoted(label)}`]),
    ...(updatedSince === undefined ? [] : [`updated:>=${updatedSince}`]),
  ].join(" ");
}

/** A code search; GitHub covers default branches only. */
export function codeQuery(
  repositories: readonly string[],
  {
    text,
    path,
    language,
  }: { readonly text: string; readonly path?: string | undefined; readonly language?: string | undefined },
): string {
  return [
    quoted(text),
    ...repositories.map((name) => `repo:${name}`),
    ...(path === undefined ? [] : [`path:${quoted(path)}`]),
    ...(language === undefined ? [] : [`language:${quoted(language)}`]),
  ].join(" ");
}
