/** Search parameters of a workspace address. Pure. */

export interface WorkspaceSearch {
  /** Words that are searched for. */
  readonly q?: string | undefined;
  /** The line to show in the open file. */
  readonly line?: number | undefined;
  readonly show?: "history" | "deleted" | undefined;
  /** With the history open: the etag of the version whose changes are shown. */
  readonly version?: string | undefined;
  /** A dialog that is open initially. */
  readonly new?: "file" | "folder" | undefined;
}

function oneOf<const Value extends string>(given: unknown, ...values: readonly Value[]): Value | undefined {
  return values.find((value) => value === given);
}

/** Parses them; invalid values are dropped. Lists every key, also rejected ones: keys left out here would pass unvalidated. */
export function workspaceSearch(search: Readonly<Record<string, unknown>>): WorkspaceSearch {
  const { q, line, version } = search;
  return {
    // A number in an address arrives as one.
    q: typeof q === "string" || typeof q === "number" ? String(q).slice(0, 200) || undefined : undefined,
    line: typeof line === "number" && Number.isInteger(line) && line > 0 ? line : undefined,
    show: oneOf(search["show"], "history", "deleted"),
    version: typeof version === "string" && version !== "" ? version.slice(0, 100) : undefined,
    new: oneOf(search["new"], "file", "folder"),
  };
}
