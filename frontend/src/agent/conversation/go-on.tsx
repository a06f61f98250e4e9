/** Resumes the member's last open chat with an agent, or starts one. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";
import { useMe } from "../../components/session.tsx";
import { moveDraft } from "./composer.tsx";

export function GoOn({ agent }: { agent: string }) {
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(conversationEndpoints.create, { body: { agent, resume: true } }),
    onSuccess: async (found) => {
      rememberConversation(client, found);
      // What was begun to be asked here is asked there.
      moveDraft(me.user.id, "new", found.id);
      await navigate({ to: "/conversations/$id", params: { id: found.id }, replace: true });
    },
  });
  return (
    <Button className="touch self-start" loading={isPending} onClick={() => mutate()}>
      Continue your last chat
    </Button>
  );
}
