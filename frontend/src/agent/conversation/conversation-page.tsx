import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints, type Conversation } from "../../../../src/agent/api/conversation.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import type { ConversationClient, ConversationView } from "../conversation-client.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { rememberConversation } from "../../api/queries.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { useInFront } from "../../components/presence/use-in-front.ts";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { isOver } from "../../components/words.ts";
import { whenReachable } from "../../components/when-reachable.ts";
import { Composer } from "./composer.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { Thread } from "./thread.tsx";
import { useConversation } from "./use-conversation.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { ChatTextIcon, XIcon } from "../../components/icons.ts";
import { AllTextsLink } from "./all-texts-link.tsx";
import { useListAddress } from "./use-list-address.ts";

const Examples = lazy(whenReachable(async () => ({ default: (await import("./examples.tsx")).Examples })));
const SessionOver = lazy(
  whenReachable(async () => ({ default: (await import("./session-over.tsx")).SessionOver })),
);
const PanelSheet = lazy(whenReachable(() => import("./panel-sheet.tsx")));

export default function ConversationPage() {
  const id = useParams({ strict: false }).id ?? "";
  return <OpenConversation key={id} id={id} />;
}

/** Seen is read: for the whole team. */
function useMarkRead(id: string, unread: boolean, inFront: boolean): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call(conversationEndpoints.update, { params: { id }, body: { unread: false } }),
    // It runs in the background, so it is retried with the next message.
    meta: ERROR_SHOWN_HERE,
    onSuccess: (conversation) => rememberConversation(client, conversation),
  });
  useEffect(() => {
    if (unread && inFront) mutate();
  }, [unread, inFront, mutate]);
}

/** The composer, or what replaces it once the chat is over. */
function Foot({ id, client, view }: { id: string; client: ConversationClient; view: ConversationView }) {
  const { conversation, turn } = view.state;
  if (conversation && isOver(conversation.session) && turn === null)
    return (
      <Suspense fallback={null}>
        <SessionOver conversation={conversation} session={conversation.session} />
      </Suspense>
    );
  return (
    <Composer
      draftId={id}
      running={turn !== null}
      hint={turn ? "Steward will read your next message after this turn." : ""}
      onSend={(text) => client.say(text)}
      onStop={() => client.stopTurn()}
    />
  );
}

/** `bar` stands below the head. */
export function OpenConversation({ id, bar = null }: { id: string; bar?: ReactNode }) {
  const { client, view } = useConversation(id);
  const { conversation, turn, people } = view.state;
  usePageTitle(clipped(conversation?.title ?? "", 100) || "Conversation");
  const inFront = useInFront();
  useMarkRead(id, conversation?.unread ?? false, inFront);
  useEffect(() => client.look(inFront), [client, inFront]);
  const panel = usePanel();
  if (view.problem) return <Unavailable problem={view.problem} />;
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationHead
          turn={turn}
          conversation={conversation}
          people={people}
          panelOpen={panel.open}
          onPanel={panel.toggle}
          onChanged={(changed) => client.know(changed)}
        />
        {bar}
        {conversation?.private === true ? <PrivateNotice /> : null}
        <ForkedFrom from={conversation?.forkedFrom} />
        <Messages client={client} view={view} />
        <Remark client={client} notice={view.notice} />
        {conversation ? <DirectBar conversation={conversation} /> : null}
        <Foot id={id} client={client} view={view} />
      </div>
      <Panels id={id} panel={panel} client={client} view={view} />
    </div>
  );
}

function PrivateNotice() {
  return (
    <p className="shrink-0 border-b border-kumo-line px-4 py-1.5 text-center text-xs text-kumo-subtle">
      Only you can see this conversation, because it quotes a source that only you can see.
    </p>
  );
}

/** The message a fork continues from. */
function ForkedFrom({ from }: { from: Conversation["forkedFrom"] | undefined }) {
  if (!from) return null;
  return (
    <p className="shrink-0 truncate border-b border-kumo-line px-4 py-1.5 text-center text-xs text-kumo-subtle">
      Forked from{" "}
      <Link to="/conversations/$id" params={{ id: from.id }} className="link">
        {clipped(from.title ?? "", 100) || "another conversation"}
      </Link>
    </p>
  );
}

interface Shown {
  readonly client: ConversationClient;
  readonly view: ConversationView;
}

function Messages({ client, view }: Shown) {
  const { conversation, messages, turn } = view.state;
  const nothing = messages.length === 0 && view.outbox.entries.length === 0;
  if (conversation === null && view.outbox.entries.length === 0) return <ThreadSkeleton />;
  if (!nothing || turn || isOver(conversation?.session)) return <Thread client={client} view={view} />;
  return (
    <Suspense fallback={<div className="flex-1" />}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Examples onPick={(text) => client.say(text)} />
      </div>
    </Suspense>
  );
}

/** Shown when an action over the connection was refused. */
function Remark({ client, notice }: { client: ConversationClient; notice: string | null }) {
  if (notice === null) return null;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-2">
      <Notice
        tone="warning"
        live
        actions={
          <Button size="sm" variant="ghost" className="touch" onClick={() => client.dismissNotice()}>
            OK
          </Button>
        }
      >
        {notice}
      </Notice>
    </div>
  );
}

/** The details of the conversation: beside the thread on wide screens, else as a lazy-loaded sheet. */
function Panels({ id, panel, client, view }: Shown & { id: string; panel: Panel }) {
  const [sheetWanted, setSheetWanted] = useState(false);
  if (panel.open && !panel.beside && !sheetWanted) setSheetWanted(true);
  return (
    <>
      {panel.beside && panel.open ? (
        <PanelBeside id={id} client={client} view={view} onClose={panel.close} />
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

const UNAVAILABLE: Readonly<
  Record<string, { readonly head: string; readonly title: string; readonly why: string }>
> = {
  not_found: {
    head: "Not found",
    title: "This conversation doesn’t exist",
    why: "It may have been deleted, or the link is wrong.",
  },
  private: {
    head: "Private",
    title: "This conversation is private",
    why: "It quotes a source that not everyone on your team can see. Its drafts are still under Approvals.",
  },
};

function Unavailable({ problem }: { problem: ApiError }) {
  const words = UNAVAILABLE[problem.code];
  const list = useListAddress();
  return (
    <>
      <PageHead back={list} title={words?.head ?? "Not found"} />
      {words ? (
        <Empty
          title={words.title}
          action={
            <Link to={list} className="link">
              Go to {list === "/emails" ? "the inbox" : "Conversations"}
            </Link>
          }
        >
          {words.why}
        </Empty>
      ) : (
        <div className="p-4">
          <ErrorNotice error={problem} />
        </div>
      )}
    </>
  );
}

/** From this width on, the panel fits beside the list and the thread. */
const BESIDE = "(min-width: 80rem)";
/** Width from which the panel is open by default. */
const ROOMY = "(min-width: 96rem)";

interface Panel {
  readonly beside: boolean;
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

function usePanel(): Panel {
  const [beside, setBeside] = useState(() => matchMedia(BESIDE).matches);
  const [kept, setKept] = useState(() => {
    const stored = readStored("panel");
    return stored === null ? matchMedia(ROOMY).matches : stored === "open";
  });
  const [sheet, setSheet] = useState(false);
  useEffect(() => {
    const room = matchMedia(BESIDE);
    const changed = (): void => {
      setBeside(room.matches);
      setSheet(false);
    };
    room.addEventListener("change", changed);
    return () => room.removeEventListener("change", changed);
  }, []);
  function set(open: boolean): void {
    if (!beside) return setSheet(open);
    setKept(open);
    writeStored("panel", open ? "open" : "closed");
  }
  const open = beside ? kept : sheet;
  return { beside, open, toggle: () => set(!open), close: () => set(false) };
}

/** In a conversation about someone's texts: the link that opens the dialog for texting them directly, apart from Steward's composer. */
const TextDirectly = lazy(() => import("./text-directly.tsx"));

function DirectBar({ conversation }: { conversation: Conversation }) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const number = conversation.contact?.phone;
  if (conversation.source !== "sms" || number === undefined) return null;
  const name = conversation.contact?.name ?? number;
  return (
    <div className="shrink-0 border-t border-kumo-hairline px-3 sm:px-4">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-2 py-1.5">
        <p className="min-w-0 flex-1 basis-40 text-xs text-kumo-subtle">
          Messages below go to Steward, not to {clipped(name.split(" ")[0] ?? name, 24)}.{" "}
          <AllTextsLink number={number} />
        </p>
        <Button
          size="sm"
          className="touch"
          icon={<ChatTextIcon aria-hidden className="size-4" />}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          Text {clipped(name, 24)} directly…
        </Button>
      </div>
      {wanted ? (
        <Suspense fallback={null}>
          <TextDirectly number={number} name={name} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The details of a conversation beside its thread. */
const ContextPanel = lazy(whenReachable(() => import("./context-panel.tsx")));

function PanelBeside({
  id,
  client,
  view,
  onClose,
}: {
  id: string;
  client: ConversationClient;
  view: ConversationView;
  onClose: () => void;
}) {
  return (
    <aside
      aria-label="Details"
      className="flex w-76 shrink-0 flex-col border-l border-kumo-line bg-kumo-base"
    >
      <header className="flex min-h-14 shrink-0 items-center border-b border-kumo-hairline pr-2 pl-4">
        <h2 className="flex-1 text-sm font-semibold">Details</h2>
        <button
          type="button"
          aria-label="Close details"
          onClick={onClose}
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
  );
}
