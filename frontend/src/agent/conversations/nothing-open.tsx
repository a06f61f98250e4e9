import { useNavigate } from "@tanstack/react-router";
import { startConversation } from "../conversation-client.ts";
import { useMe } from "../../components/session.tsx";
import { Composer } from "../conversation/composer.tsx";
import { Examples } from "../conversation/examples.tsx";

/** Shown beside the list on wide screens while nothing is open: a new chat. */
export function NothingOpen() {
  const me = useMe();
  const navigate = useNavigate();
  const start = (text: string): void => {
    const id = startConversation(me.user.id, text);
    void navigate({ to: "/conversations/$id", params: { id } });
  };
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <Examples onPick={start} />
      <Composer draftId="new" running={false} autoFocus={false} onSend={start} />
    </div>
  );
}
