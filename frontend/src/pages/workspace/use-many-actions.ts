/** What one does with several files and folders at once: each goes its own way, what fails is said, and all of it can be taken back together. */
import { useMemo } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { workspaceEndpoints } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { explainError } from "../../api/explain-error.ts";
import { WORKSPACE_KEY } from "../../api/workspace-queries.ts";
import { toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import type { Moving } from "./dragging.ts";
import { inFolder, movable, nameOf } from "./paths.ts";

/** Told after each: how many are done, of how many. */
export type OnProgress = (done: number, of: number) => void;

interface Move {
  readonly from: string;
  readonly to: string;
}

export interface ManyActions {
  /** Moves into a folder; what is there already stays. Returns what went where. */
  move(entries: readonly Moving[], folder: string, onProgress?: OnProgress): Promise<readonly Move[]>;
  /** Deletes; returns what is gone. */
  remove(entries: readonly Moving[], onProgress?: OnProgress): Promise<readonly string[]>;
}

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

/** Does one after the other: the workspace takes changes of one team in turn anyway. */
async function each<Item, Done>(
  items: readonly Item[],
  nameOfItem: (item: Item) => string,
  act: (item: Item) => Promise<Done>,
  onProgress?: OnProgress,
): Promise<{ done: Done[]; failed: Failure[] }> {
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

export function useManyActions(): ManyActions {
  const client = useQueryClient();
  return useMemo(() => {
    const renew = (): Promise<void> => client.invalidateQueries({ queryKey: WORKSPACE_KEY });
    const moveOne = async ({ path, etag }: Moving, to: string): Promise<Move> => {
      const moved = await call(workspaceEndpoints.move, {
        body: { from: path, to, ...(etag === undefined ? {} : { etag }) },
      });
      return { from: path, to: moved.path };
    };
    const moveBack = async (moves: readonly Move[]): Promise<void> => {
      const { done, failed } = await each(
        moves.toReversed(),
        ({ to }) => nameOf(to),
        ({ from, to }) => moveOne({ path: to }, from),
      );
      void renew();
      say(
        done.length > 0 ? `${entries(done.length)} back where they were` : "Nothing was moved back",
        failed,
      );
    };
    const bringBack = async (ids: readonly string[]): Promise<void> => {
      const { done, failed } = await each(
        ids,
        () => "A deletion",
        (deletionId) => call(workspaceEndpoints.undelete, { body: { deletionId } }),
      );
      void renew();
      const restored = done.reduce((sum, one) => sum + one.restored, 0);
      say(`${count(restored, "file")} back`, failed);
    };
    return {
      move: async (moving, folder, onProgress) => {
        const { done, failed } = await each(
          movable(moving, folder),
          ({ path }) => nameOf(path),
          (entry) => moveOne(entry, inFolder(folder, nameOf(entry.path))),
          onProgress,
        );
        await renew();
        const where = folder === "" ? "the top of the workspace" : folder;
        say(
          done.length === 0 ? "Nothing was moved" : `${named(done.map(({ to }) => to))} moved to ${where}`,
          failed,
          done.length === 0 ? undefined : () => void moveBack(done),
        );
        return done;
      },
      remove: async (leaving, onProgress) => {
        const { done, failed } = await each(
          leaving,
          ({ path }) => nameOf(path),
          async ({ path, etag }) => {
            const { deletionId } = await call(workspaceEndpoints.remove, { query: { path, etag } });
            return { path, deletionId };
          },
          onProgress,
        );
        await renew();
        say(
          done.length === 0 ? "Nothing was deleted" : `${named(done.map(({ path }) => path))} deleted`,
          failed,
          done.length === 0 ? undefined : () => void bringBack(done.map(({ deletionId }) => deletionId)),
        );
        return done.map(({ path }) => path);
      },
    };
  }, [client]);
}

function entries(amount: number): string {
  return count(amount, "entry", "entries");
}

function named(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only !== undefined ? nameOf(only) : entries(paths.length);
}

/** Says what was done, what was not and why, and offers the way back. */
function say(title: string, failed: readonly Failure[], onUndo?: () => void): void {
  const first = failed[0];
  const why = first ? explainError(first.error).what.replace(/\.$/, "") : "";
  const more = failed.length > 1 ? ` And ${failed.length - 1} more.` : "";
  const toast = toasts.add({
    ...(first ? { variant: "warning" as const } : {}),
    title,
    description: first ? `Not ${first.name}: ${why}.${more}` : "Every version is kept.",
    timeout: 12_000,
    ...(onUndo
      ? {
          actions: [
            {
              children: "Undo",
              onClick: () => {
                toasts.close(toast);
                onUndo();
              },
            },
          ],
        }
      : {}),
  });
}
