/** Records that belong to projects and tasks: created, changed and removed in one way, with *Undo* after a removal. */
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { Endpoint } from "../../../src/platform/api/endpoint.ts";
import { call } from "../api/call.ts";
import { offerUndo } from "./use-task-acts.ts";

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
