/**
 * Builds JQL queries (support.atlassian.com, "What is advanced search in Jira Cloud?"; read 2026-11-23) from typed parts only: every
 * value is quoted, with quotes and backslashes escaped, so that input can't add clauses.
 */

const MAX_WORDS = 12;

/** Search filter within the given projects; empty matches all. */
export interface JiraFilter {
  readonly words?: string | undefined;
  readonly status?: string | undefined;
  /** `open`: the status category isn't "done". */
  readonly isOpen?: boolean | undefined;
  /** Account ID; null for unassigned. */
  readonly assignee?: string | null | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly type?: string | undefined;
  /** Minutes before now: JQL reads times of day in the token owner's zone. */
  readonly updatedWithinMin?: number | undefined;
  readonly createdWithinMin?: number | undefined;
  /** Created by the token's owner. */
  readonly isOwn?: boolean | undefined;
  readonly dueBy?: string | undefined;
}

/** Quotes a value, dropping control characters. */
export function quoted(value: string): string {
  const plain = value.replace(/\p{C}/gu, " ");
  return `"${plain.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}

/** Separate words without operators of JQL's text search syntax. */
function textTerms(text: string): string[] {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => `text ~ ${quoted(word)}`);
}

/** Most recently changed first. */
export function jqlOf(projects: readonly string[], filter: JiraFilter): string {
  const {
    status,
    isOpen,
    assignee,
    labels = [],
    type,
    updatedWithinMin,
    createdWithinMin,
    isOwn,
    dueBy,
  } = filter;
  const clauses = [
    `project in (${projects.map(quoted).join(", ")})`,
    ...textTerms(filter.words ?? ""),
    ...(status === undefined ? [] : [`status = ${quoted(status)}`]),
    ...(isOpen === true ? ["statusCategory != Done"] : []),
    ...(assignee === undefined
      ? []
      : [assignee === null ? "assignee is EMPTY" : `assignee = ${quoted(assignee)}`]),
    ...labels.map((label) => `labels = ${quoted(label)}`),
    ...(type === undefined ? [] : [`issuetype = ${quoted(type)}`]),
    ...(dueBy === undefined ? [] : [`due <= ${quoted(dueBy)}`]),
    ...(updatedWithinMin === undefined ? [] : [`updated >= -${Math.ceil(updatedWithinMin)}m`]),
    ...(createdWithinMin === undefined ? [] : [`created >= -${Math.ceil(createdWithinMin)}m`]),
    ...(isOwn === true ? ["creator = currentUser()"] : []),
  ];
  return `${clauses.join(" AND ")} ORDER BY updated DESC`;
}
