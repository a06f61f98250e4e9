/** The open conversation's client, alive for as long as its page. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ConversationClient, type ConversationView } from "../../api/conversation-client.ts";
import { rememberApproval, rememberConversation } from "../../api/queries.ts";
import { useMe } from "../../components/session.tsx";

export function useConversation(
  id: string,
  agent?: string,
): { client: ConversationClient; view: ConversationView } {
  const queries = useQueryClient();
  const userId = useMe().user.id;
  const client = useMemo(
    () =>
      new ConversationClient(
        id,
        userId,
        {
          onApproval: (approval) => rememberApproval(queries, approval),
          onConversation: (conversation) => rememberConversation(queries, conversation),
        },
        agent,
      ),
    [id, userId, queries, agent],
  );
  useEffect(() => {
    void client.start();
    return () => client.stop();
  }, [client]);
  return { client, view: useSyncExternalStore(client.subscribe, client.current) };
}
