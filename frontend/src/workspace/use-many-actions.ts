/** Bulk file actions: each entry is handled on its own, failures are reported, and everything can be undone together. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { workspaceEndpoints } from "../../../src/workspace/api/workspace.ts";
import { call } from "../api/call.ts";
import { explainError } from "../api/explain-error.ts";
import { WORKSPACE_KEY } from "./workspace-queries.ts";
import { toasts, toastWithUndo } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import type { Moving } from "./dragging.ts";
import { inFolder, movable, nameOf } from "./paths.ts";

/** Called before each: how many are done, of how many. */
export type OnProgress = (done: number, of: number) => void;

interface Move {
  readonly from: string;
  readonly to: string;
}

export interface ManyActions {
  /** Moves entries into a folder without overwriting. Returns the moves. */
  move(entries: readonly Moving[], folder: string, onProgress?: OnProgress): Promise<readonly Move[]>;
  /** Deletes; returns what was deleted. */
  remove(entries: readonly Moving[], onProgress?: OnProgress): Promise<readonly string[]>;
}

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

interface Outcome<Done> {
  readonly done: readonly Done[];
  readonly failed: readonly Failure[];
}

/** Does one after the other: the workspace takes changes of one team in turn anyway. */
async function each<Item, Done>(
  items: readonly Item[],
  nameOfItem: (item: Item) => string,
  act: (item: Item) => Promise<Done>,
  onProgress?: OnProgress,
): Promise<Outcome<Done>> {
  const done: Done[] = [];
  const failed: Failure[] = [];
  for (const [index, item] of items.entries()) {
    onProgress?.(index, items.length);
    try {
      done.push(await act(item));
    } catch (error) {
      failed.push({ name: nameOfItem(item), error });
    }
  }
  return { done, failed };
}

async function moveOne({ path, etag }: Moving, to: string): Promise<Move> {
  const moved = await call(workspaceEndpoints.move, {
    body: { from: path, to, ...(etag === undefined ? {} : { etag }) },
  });
  return { from: path, to: moved.path };
}

interface Moves {
  readonly entries: readonly Moving[];
  readonly folder: string;
  readonly onProgress?: OnProgress | undefined;
}

interface Removals {
  readonly entries: readonly Moving[];
  readonly onProgress?: OnProgress | undefined;
}

function useMoving() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: WORKSPACE_KEY });
  const movingBack = useMutation({
    mutationFn: (moves: readonly Move[]) =>
      each(
        moves.toReversed(),
        ({ to }) => nameOf(to),
        ({ from, to }) => moveOne({ path: to }, from),
      ),
    onSuccess: ({ done, failed }) =>
      reportOutcome(
        done.length > 0 ? `${itemCount(done.length)} moved back` : "Nothing was moved back",
        failed,
      ),
    onSettled: renew,
  });
  return useMutation({
    mutationFn: ({ entries, folder, onProgress }: Moves) =>
      each(
        movable(entries, folder),
        ({ path }) => nameOf(path),
        (entry) => moveOne(entry, inFolder(folder, nameOf(entry.path))),
        onProgress,
      ),
    onSuccess: async ({ done, failed }, { folder }) => {
      await renew();
      const where = folder === "" ? "the workspace" : folder;
      if (done.length === 0) return reportOutcome("Nothing was moved", failed);
      reportOutcome(`${pathsName(done.map(({ to }) => to))} moved to ${where}`, failed, () =>
        movingBack.mutate(done),
      );
    },
  });
}

function useRemoving() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: WORKSPACE_KEY });
  const restoring = useMutation({
    mutationFn: (ids: readonly string[]) =>
      each(
        ids,
        () => "A deletion",
        (deletionId) => call(workspaceEndpoints.undelete, { body: { deletionId } }),
      ),
    onSuccess: ({ done, failed }) => {
      const restored = done.reduce((sum, one) => sum + one.restored, 0);
      reportOutcome(`${count(restored, "file")} restored`, failed);
    },
    onSettled: renew,
  });
  return useMutation({
    mutationFn: ({ entries, onProgress }: Removals) =>
      each(
        entries,
        ({ path }) => nameOf(path),
        async ({ path, etag }) => {
          const { deletionId } = await call(workspaceEndpoints.remove, { query: { path, etag } });
          return { path, deletionId };
        },
        onProgress,
      ),
    onSuccess: async ({ done, failed }) => {
      await renew();
      if (done.length === 0) return reportOutcome("Nothing was deleted", failed);
      const ids = done.map(({ deletionId }) => deletionId);
      reportOutcome(`${pathsName(done.map(({ path }) => path))} deleted`, failed, () =>
        restoring.mutate(ids),
      );
    },
  });
}

export function useManyActions(): ManyActions {
  const moving = useMoving();
  const removing = useRemoving();
  return {
    move: async (entries, folder, onProgress) =>
      (await moving.mutateAsync({ entries, folder, onProgress })).done,
    remove: async (entries, onProgress) =>
      (await removing.mutateAsync({ entries, onProgress })).done.map(({ path }) => path),
  };
}

function itemCount(amount: number): string {
  return count(amount, "item");
}

function pathsName(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only !== undefined ? nameOf(only) : itemCount(paths.length);
}

/** Reports what was done and what failed, and offers an undo. */
function reportOutcome(title: string, failed: readonly Failure[], onUndo?: () => void): void {
  const first = failed[0];
  const why = first ? explainError(first.error).what.replace(/\.$/, "") : "";
  const more = failed.length > 1 ? ` And ${failed.length - 1} more.` : "";
  const toast = {
    ...(first ? { variant: "warning" as const } : {}),
    title,
    description: first ? `Not ${first.name}: ${why}.${more}` : "Every version is kept.",
    timeout: 12_000,
  };
  if (onUndo) toastWithUndo(toast, onUndo);
  else toasts.add(toast);
}
