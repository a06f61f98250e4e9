/** Selected entries of a list. Pure: a list is the paths in display order. */

export interface Selection {
  readonly paths: ReadonlySet<string>;
  /** The anchor of a range: the entry last toggled. */
  readonly anchor: string | null;
}

export const NOTHING: Selection = { paths: new Set(), anchor: null };

/** Selects or deselects an entry. */
export function toggled({ paths }: Selection, path: string): Selection {
  const next = new Set(paths);
  if (!next.delete(path)) next.add(path);
  return { paths: next, anchor: path };
}

/** Selects from the anchor to an entry; only the entry if the anchor isn't in this list. */
export function extended(selection: Selection, list: readonly string[], path: string): Selection {
  const to = list.indexOf(path);
  const from = selection.anchor === null ? -1 : list.indexOf(selection.anchor);
  if (to < 0) return selection;
  if (from < 0) return { paths: new Set([...selection.paths, path]), anchor: path };
  const range = list.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { paths: new Set([...selection.paths, ...range]), anchor: selection.anchor };
}

export function everything(list: readonly string[]): Selection {
  return { paths: new Set(list), anchor: list[0] ?? null };
}

/** The entry next to removed ones: the next that remains, else the one before; undefined if none of them is in the list. */
export function neighborOf(list: readonly string[], gone: readonly string[]): string | undefined {
  const leaving = new Set(gone);
  const last = list.findLastIndex((path) => leaving.has(path));
  if (last < 0) return undefined;
  return list[last + 1] ?? list.slice(0, last).findLast((path) => !leaving.has(path));
}

/** Drops entries that left the list; returns the same object if there are none. */
export function pruned(selection: Selection, list: readonly string[]): Selection {
  if (selection.paths.size === 0) return selection;
  const there = new Set(list);
  const left = [...selection.paths].filter((path) => there.has(path));
  return left.length === selection.paths.size ? selection : { ...selection, paths: new Set(left) };
}
