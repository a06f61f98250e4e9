/** The open conversation's client, alive for as long as its page. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ConversationClient, type ConversationView } from "../conversation-client.ts";
import { rememberApproval, rememberConversation } from "../../api/queries.ts";
import { useMe } from "../../components/session.tsx";
import { moveDraft } from "./composer.tsx";

export function useConversation(id: string): { client: ConversationClient; view: ConversationView } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const userId = useMe().user.id;
  const client = useMemo(
    () =>
      new ConversationClient(id, userId, {
        onApproval: (approval) => rememberApproval(queries, approval),
        onConversation: (conversation) => rememberConversation(queries, conversation),
        onForked: (to) => {
          moveDraft(userId, id, to);
          void navigate({ to: "/conversations/$id", params: { id: to }, replace: true });
        },
      }),
    [id, userId, queries, navigate],
  );
  useEffect(() => {
    void client.start();
    return () => client.stop();
  }, [client]);
  return { client, view: useSyncExternalStore(client.subscribe, client.current) };
}
