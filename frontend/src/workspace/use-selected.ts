/** The selection in a folder's list, and the action in progress. */
import { useState, type RefObject } from "react";
import type { WorkspaceEntry } from "../../../src/workspace/api/workspace.ts";
import type { Moving } from "./dragging.ts";
import { focusRow } from "./list-focus.ts";
import { neighborOf, NOTHING, pruned, type Selection } from "./selection.ts";
import type { ManyActions } from "./use-many-actions.ts";

interface Selected {
  readonly selection: Selection;
  readonly choose: (selection: Selection) => void;
  readonly selected: readonly WorkspaceEntry[];
  /** The action in progress, in words; null if there is none. */
  readonly working: string | null;
  /** Focuses a row unless the focus moved elsewhere meanwhile. */
  readonly backTo: (path: string | undefined) => void;
  /** Clears the selection and keeps the focus in the list. */
  readonly leave: (gone: readonly string[]) => void;
  readonly removeSelected: () => Promise<void>;
  readonly moveTo: (target: string, moving: readonly Moving[]) => Promise<void>;
}

export function movingOf(entry: WorkspaceEntry): Moving {
  return entry.kind === "file" ? { path: entry.path, etag: entry.etag } : { path: entry.path };
}

export function useSelected(
  list: RefObject<HTMLElement | null>,
  entries: readonly WorkspaceEntry[],
  many: ManyActions,
): Selected {
  const paths = entries.map(({ path }) => path);
  const [chosen, setChosen] = useState(NOTHING);
  const selection = pruned(chosen, paths);
  const selected = entries.filter(({ path }) => selection.paths.has(path));
  const [working, setWorking] = useState<string | null>(null);

  /** Restores the focus to a row if it was in the list. */
  function backTo(path: string | undefined): void {
    const now = document.activeElement;
    const isFree = now === null || now === document.body || now.closest("[data-scroller]") !== null;
    if (isFree && path !== undefined) focusRow(list.current, path);
  }

  async function removeSelected(): Promise<void> {
    setWorking("Deleting…");
    const gone = await many.remove(selected.map(movingOf), (done, of) =>
      setWorking(`Deleting ${done + 1} of ${of}…`),
    );
    leave(gone);
  }

  /** Clears the selection; the focus stays. */
  function leave(gone: readonly string[]): void {
    setWorking(null);
    setChosen(NOTHING);
    backTo(neighborOf(paths, gone) ?? selected[0]?.path);
  }

  async function moveTo(target: string, moving: readonly Moving[]): Promise<void> {
    setWorking("Moving…");
    const moves = await many.move(moving, target, (done, of) => setWorking(`Moving ${done + 1} of ${of}…`));
    leave(moves.map(({ from }) => from));
  }

  return { selection, choose: setChosen, selected, working, backTo, leave, removeSelected, moveTo };
}
