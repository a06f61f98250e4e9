/** Changes of accounts from their pages, and the pages kept true to the files. */
import { useEffect, useEffectEvent, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  accountsEndpoints,
  type Account,
  type AccountProof,
  type AccountWanted,
} from "../../../src/accounts/api/accounts.ts";
import { accountQuery } from "./account-queries.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { toasts, toastWithUndo } from "../components/toasts.ts";
import { onFileNews } from "../workspace/workspace-news.ts";

/** Refetches when a file of the account changes; the feed refreshes lists once their rows are updated. */
export function useAccountNews(id: string): void {
  const client = useQueryClient();
  const folder = `accounts/${id}/`;
  const renew = useEffectEvent(() => void client.invalidateQueries({ queryKey: ["accounts"] }));
  useEffect(
    () =>
      onFileNews((changes) => {
        if (changes.some(({ path, from }) => `${path}/`.startsWith(folder) || from?.startsWith(folder)))
          renew();
      }),
    [folder],
  );
}

/** Whether someone else changed the account after it was shown. */
export function isChanged(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "changed";
}

/** The newest entry of an account, as a change names it. */
export const headOf = ({ entries }: Pick<Account, "entries">): string => entries[0]?.id ?? "";

interface ChangeOptions {
  readonly onSaved: (proof: AccountProof) => void;
  /** Gets the current account after a conflict; any other failure is a toast. */
  readonly onChanged?: (account: Account) => void;
}

/** Changes an account. `seen` is the newest entry on the page: if there is a newer one, nothing is saved and the current state is shown. */
export function useChange(id: string, { onSaved, onChanged }: ChangeOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly wanted: AccountWanted; readonly seen: string }) =>
      call(accountsEndpoints.change, { params: { id }, body }),
    ...(onChanged === undefined ? {} : { meta: ERROR_SHOWN_HERE }),
    onSuccess: async (proof) => {
      await client.invalidateQueries({ queryKey: ["accounts"] });
      onSaved(proof);
    },
    onError: async (error) => {
      if (isChanged(error)) onChanged?.(await client.fetchQuery({ ...accountQuery(id), staleTime: 0 }));
      else void client.invalidateQueries({ queryKey: accountQuery(id).queryKey });
    },
  });
}

/** Moves an account to another stage like the choice on its page, and offers to undo it. */
export function useStageMove() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: ["accounts"] });
  const undoing = useMutation({
    mutationFn: ({ id, entry }: AccountProof) =>
      call(accountsEndpoints.undo, { params: { id }, body: { seen: entry.id } }),
    onSettled: renew,
  });
  return useMutation({
    mutationFn: async ({ id, stage }: { readonly id: string; readonly stage: string }) => {
      const account = await client.fetchQuery({ ...accountQuery(id), staleTime: 0 });
      return call(accountsEndpoints.change, {
        params: { id },
        body: { wanted: { stage }, seen: headOf(account) },
      });
    },
    onSuccess: (proof, { stage }) => {
      toastWithUndo({ title: `${proof.name} moved to ${stage || "no stage"}` }, () => undoing.mutate(proof));
    },
    onSettled: renew,
  });
}

/**
 * Saves a form against the account as it was when the form opened. `since` is the newest entry at that time; a retry uses what was shown after the
 * first attempt.
 */
export function useForm(account: Account, onSaved: (proof: AccountProof) => void) {
  const [since] = useState(headOf(account));
  const [seen, setSeen] = useState(since);
  const change = useChange(account.id, { onSaved, onChanged: (now) => setSeen(headOf(now)) });
  return {
    since,
    isPending: change.isPending,
    /** Without the failure `NewerNotice` tells. */
    error: isChanged(change.error) ? null : change.error,
    save: (wanted: AccountWanted): void => change.mutate({ wanted, seen }),
  };
}

/** Undoes an entry if it is still the newest; otherwise refetches the account. */
export function useUndo(id: string, entry: string, onUndone: (proof: AccountProof) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountsEndpoints.undo, { params: { id }, body: { seen: entry } }),
    onSuccess: async (proof) => {
      await client.invalidateQueries({ queryKey: ["accounts"] });
      onUndone(proof);
    },
    onError: () => void client.invalidateQueries({ queryKey: accountQuery(id).queryKey }),
  });
}

/** Records a manual edit of `state.md` in the history. */
export function useRecord(id: string, onSaved: (proof: AccountProof) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountsEndpoints.record, { params: { id } }),
    onSuccess: async (proof) => {
      await client.invalidateQueries({ queryKey: ["accounts"] });
      onSaved(proof);
    },
  });
}

/** Deletes an account and offers to bring it back; the page goes to the list. */
export function useRemoval(id: string, name: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const renew = () => client.invalidateQueries({ queryKey: ["accounts"] });
  const restoring = useMutation({
    mutationFn: (deletionId: string) =>
      call(accountsEndpoints.restore, { params: { id }, body: { deletionId } }),
    onSuccess: async () => {
      await renew();
      toasts.add({ variant: "success", title: `${name} restored.` });
    },
  });
  return useMutation({
    mutationFn: () => call(accountsEndpoints.remove, { params: { id } }),
    onSuccess: async ({ deletionId }) => {
      await navigate({ to: "/accounts" });
      await renew();
      toastWithUndo(
        {
          title: `${name} deleted`,
          description: "Every version is kept.",
        },
        () => restoring.mutate(deletionId),
      );
    },
  });
}

/** Removes one thing that is filed with an account. */
export function useSourceRemoval(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => call(accountsEndpoints.removeSource, { params: { id }, body: { path } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["accounts"] }),
  });
}

/** Restores the newest proven history and the state it leads to. */
export function useRepair(id: string, onSaved: (proof: AccountProof) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountsEndpoints.repair, { params: { id } }),
    onSuccess: async (proof) => {
      await client.invalidateQueries({ queryKey: ["accounts"] });
      onSaved(proof);
    },
  });
}
