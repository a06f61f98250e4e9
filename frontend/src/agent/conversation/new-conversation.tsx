import { useNavigate, useSearch } from "@tanstack/react-router";
import { startConversation } from "../conversation-client.ts";
import { PageHead, usePageTitle } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { Composer } from "./composer.tsx";
import { Examples } from "./examples.tsx";
import { GoOn } from "./go-on.tsx";
import type { TalkWith } from "./talk-with.ts";

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
