import { lazy, Suspense, useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints } from "../../../../src/protocol/index.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";
import { XIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { useInFront } from "../../components/presence/presence-note.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { whenReachable } from "../../components/when-reachable.ts";
import { Composer } from "./composer.tsx";
import { DirectBar } from "./direct-bar.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { Thread } from "./thread.tsx";
import { useConversation } from "./use-conversation.ts";
import { usePanel } from "./use-panel.ts";

const Examples = lazy(whenReachable(async () => ({ default: (await import("./examples.tsx")).Examples })));
const ContextPanel = lazy(whenReachable(() => import("./context-panel.tsx")));
const PanelSheet = lazy(whenReachable(() => import("./panel-sheet.tsx")));

export function ConversationPage() {
  const id = useParams({ strict: false }).id ?? "";
  return <OpenConversation key={id} id={id} />;
}

/** Seen is read: for the whole team. */
function useMarkRead(id: string, unread: boolean, inFront: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!unread || !inFront) return;
    call(conversationEndpoints.update, { params: { id }, body: { unread: false } }).then(
      (conversation) => rememberConversation(client, conversation),
      () => undefined,
    );
  }, [id, unread, inFront, client]);
}

function OpenConversation({ id }: { id: string }) {
  const { client, view } = useConversation(id);
  const { state } = view;
  usePageTitle(clipped(state.conversation?.title ?? "", 100) || "Conversation");
  const inFront = useInFront();
  useMarkRead(id, state.conversation?.unread ?? false, inFront);
  useEffect(() => client.look(inFront), [client, inFront]);
  const panel = usePanel();
  const [sheetWanted, setSheetWanted] = useState(false);
  if (panel.open && !panel.beside && !sheetWanted) setSheetWanted(true);
  if (view.problem) return <Unavailable problem={view.problem} />;
  const loading = state.conversation === null && view.outbox.entries.length === 0;
  const empty = !loading && state.messages.length === 0 && view.outbox.entries.length === 0 && !state.turn;
  const hint = state.turn
    ? "A message now waits in line and is read after this turn."
    : "Enter sends, Shift+Enter makes a new line.";
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationHead
          turn={state.turn}
          conversation={state.conversation}
          people={state.people}
          panelOpen={panel.open}
          onPanel={panel.toggle}
          onChanged={(changed) => client.know(changed)}
        />
        {loading ? (
          <ThreadSkeleton />
        ) : empty ? (
          <Suspense fallback={<div className="flex-1" />}>
            <Examples onPick={(text) => client.say(text)} />
          </Suspense>
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
        {state.conversation ? <DirectBar conversation={state.conversation} /> : null}
        <Composer
          draftId={id}
          running={state.turn !== null}
          hint={hint}
          onSend={(text) => client.say(text)}
          onStop={() => client.stopTurn()}
        />
      </div>
      {panel.beside && panel.open ? (
        <aside
          aria-label="About this conversation"
          className="flex w-76 shrink-0 flex-col border-l border-kumo-line bg-kumo-base"
        >
          <header className="flex min-h-14 shrink-0 items-center border-b border-kumo-hairline pr-2 pl-4">
            <h2 className="flex-1 text-sm font-semibold">About this conversation</h2>
            <button
              type="button"
              aria-label="Close the panel"
              onClick={panel.close}
              className="grid size-9 place-items-center rounded-lg hover:bg-kumo-tint"
            >
              <XIcon aria-hidden className="size-4" />
            </button>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <Suspense fallback={null}>
              <ContextPanel id={id} client={client} view={view} />
            </Suspense>
          </div>
        </aside>
      ) : null}
      {sheetWanted ? (
        <Suspense fallback={null}>
          <PanelSheet
            open={panel.open && !panel.beside}
            onClose={panel.close}
            id={id}
            client={client}
            view={view}
          />
        </Suspense>
      ) : null}
    </div>
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
