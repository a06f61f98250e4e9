/** Closes a chat, or opens it again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";

export function useClosing(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (closed: boolean) => call(conversationEndpoints.update, { params: { id }, body: { closed } }),
    onSuccess: (changed) => rememberConversation(client, changed),
  });
}
