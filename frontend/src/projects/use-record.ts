/** Records that belong to projects and tasks: created, changed and removed in one way, with *Undo* after a removal. */
import { useState } from "react";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { Endpoint } from "../../../src/platform/api/endpoint.ts";
import { call } from "../api/call.ts";
import { offerUndo } from "./use-task-acts.ts";
import { toastError } from "../components/toasts.ts";
import { newId } from "../api/storage.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";

interface Kept {
  readonly id: string;
  readonly version: number;
}
type Removing = Endpoint<
  z.ZodObject<{ version: z.ZodCoercedNumber }>,
  z.ZodUndefined,
  z.ZodObject<{ changeId: z.ZodString }>
>;

export const renewProjects = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ["projects"] });

/** Removes a record, and offers to bring it back. */
export function useRemove(endpoint: Removing, words: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Kept) => call(endpoint, { params: { id }, query: { version } }),
    onSuccess: ({ changeId }) => offerUndo(client, words, [changeId]),
    onSettled: () => renewProjects(client),
  });
}

/** Adds a record by its name; false if it was not saved. */
export function useAdd(add: (name: string) => Promise<unknown>): (name: string) => Promise<boolean> {
  const client = useQueryClient();
  return async (name) => {
    try {
      await add(name);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      await renewProjects(client);
    }
  };
}

/** Saves what a form holds: under `id` if it is new. Repeats make no second one. */
export function useSaving(save: (id: string) => Promise<unknown>, onSaved: () => void) {
  const client = useQueryClient();
  const [id] = useState(newId);
  return useMutation({
    mutationFn: () => save(id),
    meta: ERROR_SHOWN_HERE,
    onSuccess: onSaved,
    onSettled: () => renewProjects(client),
  });
}
