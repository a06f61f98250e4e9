/** What one does with files and folders as such: make, move, delete, bring back. Each says what became of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { workspaceEndpoints } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { WORKSPACE_KEY } from "../../api/workspace-queries.ts";
import { toastError, toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { isFile, nameOf } from "./paths.ts";

export interface FileActions {
  /** Throws what the server refuses, for the form to show. */
  create(path: string, content: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  move(from: string, to: string, etag?: string): Promise<string>;
  /** Deletes and offers the way back. False where it failed. */
  remove(path: string, etag?: string): Promise<boolean>;
  undelete(
    what: { readonly deletionId: string } | { readonly fileId: string } | { readonly path: string },
  ): Promise<readonly string[] | null>;
}

export function useFileActions(onBack?: (paths: readonly string[]) => void): FileActions {
  const client = useQueryClient();
  return useMemo(() => {
    const renew = (): Promise<void> => client.invalidateQueries({ queryKey: WORKSPACE_KEY });
    const actions: FileActions = {
      create: async (path, content) => {
        await call(workspaceEndpoints.write, { body: { path, content } });
        void renew();
      },
      makeFolder: async (path) => {
        await call(workspaceEndpoints.mkdir, { body: { path } });
        void renew();
      },
      move: async (from, to, etag) => {
        const { path } = await call(workspaceEndpoints.move, {
          body: { from, to, ...(etag === undefined ? {} : { etag }) },
        });
        void renew();
        return path;
      },
      remove: async (path, etag) => {
        try {
          const done = await call(workspaceEndpoints.remove, { query: { path, etag } });
          void renew();
          sayDeleted(path, done.deleted, () => void actions.undelete({ deletionId: done.deletionId }));
          return true;
        } catch (error) {
          toastError(error);
          void renew();
          return false;
        }
      },
      undelete: async (what) => {
        try {
          const { paths } = await call(workspaceEndpoints.undelete, { body: what });
          void renew();
          toasts.add({
            variant: "success",
            title:
              paths.length === 1
                ? `${nameOf(paths[0] ?? "")} is back.`
                : `${count(paths.length, "file")} are back.`,
          });
          onBack?.(paths);
          return paths;
        } catch (error) {
          toastError(error);
          return null;
        }
      },
    };
    return actions;
  }, [client, onBack]);
}

function sayDeleted(path: string, deleted: number, onUndo: () => void): void {
  const toast = toasts.add({
    title: `${nameOf(path)} deleted`,
    description: isFile(path)
      ? "Every version is kept."
      : `The folder with ${count(deleted, "file")}. Every version is kept.`,
    timeout: 12_000,
    actions: [
      {
        children: "Undo",
        onClick: () => {
          toasts.close(toast);
          onUndo();
        },
      },
    ],
  });
}
