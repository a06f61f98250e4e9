/**
 * All changes go through `useMutation`. A failure is reported in one place (`mutationCache`), unless the page shows it beside the control. Changes
 * to our own records may be optimistic and roll back on failure; anything that reaches the outside world never is.
 */
import { MutationCache, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { toastError } from "../components/toasts.ts";

/** For a mutation whose page shows its failure itself. */
export const ERROR_SHOWN_HERE = { errorShownHere: true } as const;

export const mutationCache = new MutationCache({
  onError: (error, _given, _before, mutation) => {
    if (mutation.meta?.["errorShownHere"] !== true) toastError(error);
  },
});

/** Optimistic update of a cached answer: reverted if the server refuses, and refetched afterwards. Spread into `useMutation`. */
export function optimistic<Cached, Given>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (cached: Cached, given: Given) => Cached,
) {
  return {
    onMutate: async (given: Given) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Cached>(queryKey);
      if (before !== undefined) client.setQueryData<Cached>(queryKey, change(before, given));
      return { before };
    },
    onError: (_error: Error, _given: Given, kept: { before: Cached | undefined } | undefined) => {
      if (kept?.before !== undefined) client.setQueryData<Cached>(queryKey, kept.before);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  };
}
