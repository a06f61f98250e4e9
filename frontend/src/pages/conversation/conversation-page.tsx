import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints } from "../../../../src/protocol/index.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { Composer } from "./composer.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { Examples } from "./examples.tsx";
import { Thread } from "./thread.tsx";
import { useConversation } from "./use-conversation.ts";

export function ConversationPage() {
  const id = useParams({ strict: false }).id ?? "";
  return <OpenConversation key={id} id={id} />;
}

/** Seen is read: for the whole team. */
function useMarkRead(id: string, unread: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!unread || document.visibilityState !== "visible") return;
    call(conversationEndpoints.update, { params: { id }, body: { unread: false } }).then(
      (conversation) => rememberConversation(client, conversation),
      () => undefined,
    );
  }, [id, unread, client]);
}

function OpenConversation({ id }: { id: string }) {
  const { client, view } = useConversation(id);
  const { state } = view;
  usePageTitle(state.conversation?.title || "Conversation");
  useMarkRead(id, state.conversation?.unread ?? false);
  if (view.problem) return <Unavailable problem={view.problem} />;
  const loading = state.conversation === null && view.outbox.entries.length === 0;
  const empty = !loading && state.messages.length === 0 && view.outbox.entries.length === 0 && !state.turn;
  const hint = state.turn
    ? "A message now waits in line and is read after this turn."
    : "Enter sends, Shift+Enter makes a new line.";
  return (
    <>
      <ConversationHead
        turn={state.turn}
        conversation={state.conversation}
        onChanged={(changed) => client.know(changed)}
      />
      {loading ? (
        <ThreadSkeleton />
      ) : empty ? (
        <Examples onPick={(text) => client.say(text)} />
      ) : (
        <Thread client={client} view={view} />
      )}
      {view.notice ? (
        <div className="mx-auto w-full max-w-3xl px-4 pb-2">
          <Notice
            tone="warning"
            live
            actions={
              <Button size="sm" variant="ghost" className="touch" onClick={() => client.dismissNotice()}>
                All right
              </Button>
            }
          >
            {view.notice}
          </Notice>
        </div>
      ) : null}
      <Composer
        draftId={id}
        running={state.turn !== null}
        hint={hint}
        onSend={(text) => client.say(text)}
        onStop={() => client.stopTurn()}
      />
    </>
  );
}

function ThreadSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading messages"
      className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-6 px-4 py-6"
    >
      <Bar className="h-10 w-1/2 self-end rounded-2xl" />
      <div className="flex flex-col gap-2">
        <Bar className="h-4 w-5/6" />
        <Bar className="h-4 w-3/4" />
      </div>
      <Bar className="h-40 w-full rounded-xl" />
    </div>
  );
}

function Unavailable({ problem }: { problem: ApiError }) {
  return (
    <>
      <PageHead back="/conversations" title={<h1 className="text-base font-semibold">Not found</h1>} />
      {problem.code === "not_found" ? (
        <Empty
          title="This conversation does not exist."
          action={
            <Link to="/conversations" className="text-kumo-link underline underline-offset-2">
              To the conversations
            </Link>
          }
        >
          It may have been deleted, or the link is wrong.
        </Empty>
      ) : (
        <div className="p-4">
          <ErrorNotice error={problem} />
        </div>
      )}
    </>
  );
}
