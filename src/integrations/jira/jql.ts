/**
 * What a search asks, in Jira's language for it (support.atlassian.com, "What is advanced search in Jira Cloud?"; read 2026-11-23). It is made of typed parts alone:
 * every value stands in quotes with quotes and backslashes escaped, so that no word is read as part of the language.
 */

const MAX_WORDS = 12;

/** Which issues are meant; any of these projects where nothing is left out. */
export interface JiraFilter {
  readonly words?: string | undefined;
  readonly status?: string | undefined;
  /** `open`: not in a status that means done. */
  readonly isOpen?: boolean | undefined;
  /** Account id; null for nobody. */
  readonly assignee?: string | null | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly type?: string | undefined;
  /** Minutes before now: times of day would be read in the token owner's zone. */
  readonly updatedWithinMin?: number | undefined;
  readonly createdWithinMin?: number | undefined;
  /** Made by whoever the token belongs to. */
  readonly isOwn?: boolean | undefined;
  readonly dueBy?: string | undefined;
}

/** A value in quotes, without what is no character. */
export function quoted(value: string): string {
  const plain = value.replace(/\p{C}/gu, " ");
  return `"${plain.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}

/** Words one by one: the text search has a language of its own, of which nothing is left in them. */
function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS).map((word) => `text ~ ${quoted(word)}`);
}

/** A search in these projects, those changed last first. */
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
    ...words(filter.words ?? ""),
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
