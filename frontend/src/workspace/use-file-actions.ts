/** Actions on files and folders: create, move, delete, restore. Each reports its result. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { workspaceEndpoints } from "../../../src/workspace/api/workspace.ts";
import { accountsEndpoints } from "../../../src/accounts/api/accounts.ts";
import { ownerAgainst } from "../../../src/workspace/api/workspace-owners.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { WORKSPACE_KEY } from "./workspace-queries.ts";
import { toasts, toastWithUndo } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import { isFile, nameOf } from "./paths.ts";

type Undeleted =
  | { readonly deletionId: string }
  | { readonly fileId: string; readonly path: string }
  | { readonly path: string };

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly etag?: string | undefined;
}

export interface FileActions {
  /** Throws what the server refuses, for the form to show. */
  create(path: string, content: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  move(from: string, to: string, etag?: string): Promise<string>;
  /** Deletes and offers an undo. False on failure. */
  remove(path: string, etag?: string): Promise<boolean>;
  undelete(what: Undeleted): Promise<readonly string[] | null>;
}

export function useFileActions(): FileActions {
  const client = useQueryClient();
  const renew = (): void => void client.invalidateQueries({ queryKey: WORKSPACE_KEY });
  const creating = useMutation({
    mutationFn: (body: { path: string; content: string }) => call(workspaceEndpoints.write, { body }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: renew,
  });
  const making = useMutation({
    mutationFn: (path: string) => call(workspaceEndpoints.mkdir, { body: { path } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: renew,
  });
  const moving = useMutation({
    mutationFn: ({ from, to, etag }: Moved) =>
      call(workspaceEndpoints.move, { body: { from, to, ...(etag === undefined ? {} : { etag }) } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: renew,
  });
  const undeleting = useMutation({
    mutationFn: async (what: Undeleted) => {
      if (!("path" in what)) return call(workspaceEndpoints.undelete, { body: what });
      if (ownerAgainst(what.path, "member") !== null) {
        const id = what.path.split("/")[1] ?? "";
        const { restored } = await call(accountsEndpoints.restore, {
          params: { id },
          body: { path: what.path },
        });
        return { restored, paths: restored === 1 ? [what.path] : [] };
      }
      const body = "fileId" in what ? { fileId: what.fileId } : { path: what.path };
      return call(workspaceEndpoints.undelete, { body });
    },
    onSuccess: ({ paths, restored }) => {
      const what = paths.length === 1 ? nameOf(paths[0] ?? "") : count(restored, "file");
      toasts.add({ variant: "success", title: `${what} restored.` });
    },
    onSettled: renew,
  });
  const removing = useMutation({
    mutationFn: ({ path, etag }: { path: string; etag?: string | undefined }) =>
      call(workspaceEndpoints.remove, { query: { path, etag } }),
    onSuccess: ({ deleted, deletionId }, { path }) =>
      sayDeleted(path, deleted, () => undeleting.mutate({ deletionId })),
    onSettled: renew,
  });
  return {
    create: async (path, content) => void (await creating.mutateAsync({ path, content })),
    makeFolder: async (path) => void (await making.mutateAsync(path)),
    move: async (from, to, etag) => (await moving.mutateAsync({ from, to, etag })).path,
    remove: (path, etag) =>
      removing.mutateAsync({ path, etag }).then(
        () => true,
        () => false,
      ),
    undelete: (what) =>
      undeleting.mutateAsync(what).then(
        ({ paths }) => paths,
        () => null,
      ),
  };
}

function sayDeleted(path: string, deleted: number, onUndo: () => void): void {
  toastWithUndo(
    {
      title: `${nameOf(path)} deleted`,
      description: isFile(path)
        ? "Every version is kept."
        : `The folder had ${count(deleted, "file")}. Every version is kept.`,
    },
    onUndo,
  );
}
