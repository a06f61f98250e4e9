/**
 * What a search asks, in GitHub's language for it (docs.github.com/search-github, "Searching issues and pull requests"; read 2026-11-23). Whatever
 * somebody looks for goes into quotes, where no qualifier is read: words can narrow a search and never widen it beyond the repositories in scope.
 */

/** GitHub takes 256 characters of words beside the qualifiers ("Limitations on query length"). */
const MAX_WORDS_CHARS = 200;
const MAX_WORDS = 12;

/** Which issues, or which pull requests, are meant; any where nothing is left out. */
export interface IssueFilter {
  /** With fine-grained tokens GitHub searches for one or the other (docs.github.com/rest/search, "Search issues and pull requests"). */
  readonly kind: "issue" | "pull_request";
  readonly words?: string | undefined;
  readonly state?: "open" | "closed" | undefined;
  readonly assignee?: string | undefined;
  readonly author?: string | undefined;
  readonly label?: string | undefined;
  /** ISO time. */
  readonly updatedSince?: string | undefined;
}

/** A value in quotes: without what ends or escapes them, and without what is no character at all. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, " ").replace(/\p{C}/gu, " ").replace(/\s+/g, " ").trim()}"`;
}

/** The words one by one, each in quotes: all must stand there. */
function words(text: string): string[] {
  const plain = text.slice(0, MAX_WORDS_CHARS).match(/[\p{L}\p{N}][\p{L}\p{N}._-]*/gu) ?? [];
  return plain.slice(0, MAX_WORDS).map(quoted);
}

/** A search for issues or pull requests, in the language of `advanced_search`: there several repositories side by side would be all of them at once. */
export function issueQuery(repositories: readonly string[], filter: IssueFilter): string {
  const { kind, state, assignee, author, label, updatedSince } = filter;
  return [
    ...words(filter.words ?? ""),
    `(${repositories.map((name) => `repo:${name}`).join(" OR ")})`,
    `is:${kind === "issue" ? "issue" : "pull-request"}`,
    ...(state === undefined ? [] : [`is:${state}`]),
    ...(assignee === undefined ? [] : [`assignee:${quoted(assignee)}`]),
    ...(author === undefined ? [] : [`author:${quoted(author)}`]),
    ...(label === undefined ? [] : [`label:${quoted(label)}`]),
    ...(updatedSince === undefined ? [] : [`updated:>=${updatedSince}`]),
  ].join(" ");
}

/** A search for code on the default branches, which is all that GitHub searches. */
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
