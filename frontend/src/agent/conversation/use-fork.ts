/** Forks the conversation and opens the fork. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";

/** Forks from a message's turn, or from the last completed one. Retrying after a failure makes no second fork. */
export function useFork(id: string, messageId?: string): { fork: () => void; forking: boolean } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [forkId] = useState(newId);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(conversationEndpoints.fork, {
        params: { id },
        body: { id: forkId, ...(messageId === undefined ? {} : { messageId }) },
      }),
    onSuccess: async (made) => {
      rememberConversation(client, made);
      await navigate({ to: "/conversations/$id", params: { id: made.id } });
    },
  });
  return { fork: mutate, forking: isPending };
}
