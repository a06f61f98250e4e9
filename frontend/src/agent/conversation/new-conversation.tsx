import { useNavigate, useSearch } from "@tanstack/react-router";
import { startConversation } from "../conversation-client.ts";
import { PageHead, usePageTitle } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { Composer, moveDraft } from "./composer.tsx";
import { Examples } from "./examples.tsx";
import type { TalkWith } from "./talk-with.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints } from "../../../../src/agent/api/conversation.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";

/** A chat that does not exist before its first message. */
export default function NewConversation() {
  const me = useMe();
  const navigate = useNavigate();
  const { agent }: TalkWith = useSearch({ strict: false });
  usePageTitle("New chat");
  function start(text: string): void {
    const id = startConversation(me.user.id, text, agent);
    void navigate({ to: "/conversations/$id", params: { id }, replace: true });
  }
  return (
    <>
      <PageHead back="/conversations" title="New chat" />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Examples agent={agent} onPick={start} action={agent === undefined ? null : <GoOn agent={agent} />} />
      </div>
      <Composer draftId="new" running={false} onSend={start} />
    </>
  );
}

/** Resumes the member's last open chat with an agent, or starts one. */
function GoOn({ agent }: { agent: string }) {
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(conversationEndpoints.create, { body: { agent, resume: true } }),
    onSuccess: async (found) => {
      rememberConversation(client, found);
      // A draft begun here continues here.
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
