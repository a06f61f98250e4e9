import { lazy, Suspense, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import {
  conversationEndpoints,
  type Conversation,
  type LiveTurn,
  type PresentPerson,
} from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { DotsThreeIcon, SidebarSimpleIcon } from "../../components/icons.ts";
import { loadFirst } from "../../components/load-first.ts";
import { PageHead } from "../../components/page.tsx";
import { AlsoLooking } from "../../components/presence/presence-note.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { SourceMark } from "../../components/source-icon.tsx";
import { StatusWords } from "../../components/status-words.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { toastError } from "../../components/toasts.ts";
import { money, phoneWords, shownStatus } from "../../components/words.ts";

const loadMenu = () => import("./conversation-menu.tsx");
const ConversationMenu = lazy(loadMenu);

interface HeadProps {
  readonly conversation: Conversation | null;
  readonly turn: LiveTurn | null;
  readonly people: readonly PresentPerson[];
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
  readonly onChanged: (conversation: Conversation) => void;
}

export function ConversationHead({ conversation, turn, people, panelOpen, onPanel, onChanged }: HeadProps) {
  const [renaming, setRenaming] = useState(false);
  if (!conversation) return <PageHead back="/conversations" title={<Bar className="h-5 w-48" />} />;
  return (
    <PageHead
      back="/conversations"
      title={
        renaming ? (
          <RenameForm conversation={conversation} onChanged={onChanged} onDone={() => setRenaming(false)} />
        ) : (
          <>
            <h1
              className="truncate text-base leading-tight font-semibold"
              title={clipped(conversation.title, 200)}
            >
              {clipped(conversation.title, 200) || "New chat"}
            </h1>
            <p className="-mx-px flex items-center gap-x-2.5 overflow-hidden p-px text-xs text-kumo-subtle">
              <SourceMark source={conversation.source} />
              <ContactLine conversation={conversation} />
              <RoutedTo conversation={conversation} />
              <StatusWords
                status={turn ? "running" : shownStatus(conversation)}
                doing={turn?.steps.findLast((step) => step.status === "running")?.summary}
              />
              {conversation.costUsd > 0 && !panelOpen ? (
                <span className="whitespace-nowrap max-sm:hidden">{money(conversation.costUsd)} so far</span>
              ) : null}
              <AlsoLooking people={people} />
            </p>
          </>
        )
      }
    >
      {renaming ? null : (
        <Button
          variant="ghost"
          shape="square"
          className="touch"
          aria-label="About this conversation"
          aria-pressed={panelOpen}
          onClick={onPanel}
          icon={
            <SidebarSimpleIcon
              aria-hidden
              weight={panelOpen ? "fill" : "regular"}
              className="size-5 -scale-x-100"
            />
          }
        />
      )}
      {renaming ? null : <Menu conversation={conversation} onRename={() => setRenaming(true)} />}
    </PageHead>
  );
}

/** The menu and all it stands on are loaded by whoever is about to use it: most never do. */
function Menu({ conversation, onRename }: { conversation: Conversation; onRename: () => void }) {
  const [wanted, setWanted] = useState(false);
  const prepare = (): void => void loadMenu().catch(() => undefined);
  const button = (
    <Button
      variant="ghost"
      shape="square"
      className="touch"
      aria-label="More for this conversation"
      aria-haspopup="menu"
      icon={<DotsThreeIcon aria-hidden weight="bold" className="size-5" />}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => loadFirst(loadMenu, () => setWanted(true))}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ConversationMenu conversation={conversation} onRename={onRename} />
    </Suspense>
  );
}

/** Whose it is, where a rule of the team says so. */
function RoutedTo({ conversation }: { conversation: Conversation }) {
  const routedTo = conversation.trigger?.routedTo;
  if (!routedTo) return null;
  return (
    <span
      className="shrink-0 font-medium text-kumo-default"
      title={routedTo.personal ? "The schedule says so" : `A rule says so, because of ${routedTo.because}`}
    >
      for {clipped(routedTo.name.split(" ")[0] ?? routedTo.name, 20)}
    </span>
  );
}

/** Who it is with, without saying the title twice. */
function ContactLine({ conversation }: { conversation: Conversation }) {
  const { contact, title } = conversation;
  if (!contact) return null;
  const words = [
    title.startsWith(contact.name) ? undefined : contact.name,
    contact.phone === undefined ? undefined : phoneWords(contact.phone),
  ]
    .filter((part) => part !== undefined && part !== "" && part !== title)
    .join(" · ");
  return words === "" ? null : <span className="min-w-0 truncate max-sm:hidden">{clipped(words, 200)}</span>;
}

function RenameForm({
  conversation,
  onChanged,
  onDone,
}: {
  conversation: Conversation;
  onChanged: (conversation: Conversation) => void;
  onDone: () => void;
}) {
  const [title, setTitle] = useState(conversation.title);
  async function save(): Promise<void> {
    const words = title.trim();
    if (words === "" || words === conversation.title) return onDone();
    try {
      onChanged(
        await call(conversationEndpoints.update, { params: { id: conversation.id }, body: { title: words } }),
      );
      onDone();
    } catch (error) {
      toastError(error);
    }
  }
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      <input
        autoFocus
        aria-label="Title of the conversation"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="h-9 min-w-0 flex-1 rounded-lg bg-kumo-control px-2.5 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
      />
      <Button type="submit" variant="primary" className="touch">
        Rename
      </Button>
      <Button variant="ghost" className="touch" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
