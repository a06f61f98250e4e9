/** Replaces the composer when a conversation accepts no messages. */
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { ChatSession, Conversation } from "../../../../src/agent/api/conversation.ts";
import { Notice } from "../../components/notice.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { useClosing } from "./use-closing.ts";
import { useFork } from "./use-fork.ts";

export function SessionOver({ conversation, session }: { conversation: Conversation; session: ChatSession }) {
  return (
    <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pt-1 pb-3 sm:px-4">
      {session.goesOn === undefined ? (
        <Closed conversation={conversation} by={session.by} />
      ) : (
        <Continued in={session.goesOn.id} why={session.why} />
      )}
    </div>
  );
}

function Closed({ conversation, by }: { conversation: Conversation; by: string | undefined }) {
  const { fork, forking } = useFork(conversation.id);
  const reopening = useClosing(conversation.id);
  return (
    <Notice
      title={by === undefined ? "This chat is closed." : `${clipped(by, 100)} closed this chat.`}
      actions={
        <>
          {conversation.preview === "" ? null : (
            <Button size="sm" className="touch" loading={forking} onClick={fork}>
              Fork it
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            className="touch"
            loading={reopening.isPending}
            onClick={() => reopening.mutate(false)}
          >
            Reopen
          </Button>
        </>
      }
    >
      Reopen it to write here again.
      {conversation.preview === "" ? "" : " A fork is a new chat that knows what was said in this one."}
    </Notice>
  );
}

const LIMITS: Readonly<Partial<Record<NonNullable<ChatSession["why"]>, string>>> = {
  turns: "This chat reached its limit of turns.",
  size: "This chat reached its limit of length.",
  idle: "This chat expired.",
};

function Continued({ in: id, why }: { in: string; why: ChatSession["why"] }) {
  const navigate = useNavigate();
  return (
    <Notice
      title={LIMITS[why ?? "closed"] ?? "This chat has ended."}
      actions={
        <Button
          size="sm"
          variant="primary"
          className="touch"
          onClick={() => void navigate({ to: "/conversations/$id", params: { id } })}
        >
          Go to the new chat
        </Button>
      }
    >
      It continues in a new chat that knows what was said here.
    </Notice>
  );
}
