/** What stands in the place of the box once a conversation takes no more messages. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { ChatSession, Conversation } from "../../../../src/protocol/index.ts";
import { Notice } from "../../components/notice.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { useFork } from "./use-fork.ts";

function whyOver({ state, why, by }: ChatSession): string {
  if (state === "expired") return "Nobody wrote here for so long that this chat was closed.";
  if (why === "turns") return "This chat has had as many turns as one may have.";
  if (why === "size") return "This chat is as long as one may be.";
  return by === undefined ? "This chat is closed." : `${clipped(by, 100)} closed this chat.`;
}

export function SessionOver({ conversation, session }: { conversation: Conversation; session: ChatSession }) {
  const navigate = useNavigate();
  const { fork, forking } = useFork(conversation.id);
  const { agent } = conversation;
  const wasUsed = conversation.preview !== "";
  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pt-1 pb-3 sm:px-4">
      <Notice
        title={whyOver(session)}
        actions={
          <>
            <Button
              size="sm"
              className="touch"
              onClick={() => void navigate({ to: "/conversations/new", search: { agent } })}
            >
              Start a new one
            </Button>
            {wasUsed ? (
              <Button size="sm" variant="primary" className="touch" loading={forking} onClick={fork}>
                Go on from here (fork)
              </Button>
            ) : null}
          </>
        }
      >
        {wasUsed
          ? "It stays here to read. A fork is a new chat that knows what was said in this one."
          : "Nothing was said here."}
      </Notice>
    </div>
  );
}
