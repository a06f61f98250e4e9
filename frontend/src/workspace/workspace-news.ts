/** News of files, for the pages that have them open: who did what to which. Hints, as everything the feed says. */
import type { WorkspaceChange } from "../../../src/platform/api/workspace-change.ts";

type Listener = (changes: readonly WorkspaceChange[]) => void;

const listeners = new Set<Listener>();

export function onFilesChanged(changes: readonly WorkspaceChange[]): void {
  for (const listener of listeners) listener(changes);
}

/** Returns the function that stops telling. */
export function onFileNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
