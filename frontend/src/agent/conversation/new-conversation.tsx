import { useNavigate, useSearch } from "@tanstack/react-router";
import { startConversation } from "../conversation-client.ts";
import { PageHead, usePageTitle } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { Composer } from "./composer.tsx";
import { Examples } from "./examples.tsx";
import type { TalkWith } from "./talk-with.ts";
import { saidAbout } from "../../../../src/agent/api/subject.ts";

const OF_ACCOUNTS = "Ask, change something, add a note, or draft a follow-up";

/** A chat that does not exist before its first message. */
export default function NewConversation() {
  const me = useMe();
  const navigate = useNavigate();
  const { about }: TalkWith = useSearch({ strict: false });
  usePageTitle("New chat");
  function start(text: string): void {
    const id = startConversation(me.user.id, saidAbout(about, text));
    void navigate({ to: "/conversations/$id", params: { id }, replace: true });
  }
  return (
    <>
      <PageHead back="/conversations" title="New chat" />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Examples about={about} onPick={start} />
      </div>
      <Composer
        draftId="new"
        running={false}
        about={about}
        {...(about !== undefined && /\baccounts?\b/.test(about) ? { placeholder: OF_ACCOUNTS } : {})}
        onDetach={() => void navigate({ to: "/conversations/new", search: {}, replace: true })}
        onSend={start}
      />
    </>
  );
}
