import { lazy, Suspense, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { conversationEndpoints, type Conversation } from "../../../../src/agent/api/conversation.ts";
import { type LiveTurn } from "../../../../src/agent/api/conversation-frames.ts";
import { type PresentPerson } from "../../../../src/platform/api/socket.ts";
import { call } from "../../api/call.ts";
import { DotsThreeIcon, SidebarSimpleIcon } from "../../components/icons.ts";
import { loadFirst } from "../../components/load-first.ts";
import { PageHead } from "../../components/page.tsx";
import { PersonLink } from "../../team/people/person-link.tsx";
import { AlsoLooking } from "../../components/presence/presence-note.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { UrgentMark } from "../../components/urgent-mark.tsx";
import { useZone } from "../../components/session.tsx";
import { SourceMark } from "../../components/source-icon.tsx";
import { StatusWords } from "../../components/status-words.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { money, phoneWords, shownStatus, stopCause } from "../../components/words.ts";
import { useListAddress } from "./use-list-address.ts";
import { RenameForm } from "../../components/rename-form.tsx";

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
  const back = useListAddress();
  if (!conversation) return <PageHead back={back} title={<Bar className="h-5 w-48" />} />;
  return (
    <PageHead
      back={back}
      title={
        renaming ? (
          <Rename conversation={conversation} onChanged={onChanged} onDone={() => setRenaming(false)} />
        ) : (
          <>
            <h1
              className="truncate text-base leading-tight font-semibold"
              title={clipped(conversation.title, 200)}
            >
              {clipped(conversation.title, 200) || "New chat"}
            </h1>
            <StateLine conversation={conversation} turn={turn} people={people} withCost={!panelOpen} />
          </>
        )
      }
    >
      {renaming ? null : (
        <Button
          variant="ghost"
          shape="square"
          className="touch"
          aria-label="Details"
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

/** One line under the title, truncated on the right so that nothing overlaps. */
function StateLine({
  conversation,
  turn,
  people,
  withCost,
}: Pick<HeadProps, "turn" | "people"> & { conversation: Conversation; withCost: boolean }) {
  const zone = useZone();
  const doing = turn?.steps.findLast((step) => step.status === "running")?.summary;
  return (
    <p className="-mx-px flex items-center gap-x-2.5 overflow-hidden p-px text-xs text-kumo-subtle">
      <SourceMark source={conversation.source} />
      <UrgentMark trigger={conversation.trigger} />
      <ContactLine conversation={conversation} />
      <RoutedTo conversation={conversation} />
      {turn === null && conversation.preview === "" && conversation.status === "idle" ? null : (
        <StatusWords
          status={turn ? "running" : shownStatus(conversation)}
          detail={turn ? doing : stopCause(conversation, zone)}
        />
      )}
      {conversation.costUsd > 0 && withCost ? (
        <span className="whitespace-nowrap max-sm:hidden">{money(conversation.costUsd)}</span>
      ) : null}
      <AlsoLooking people={people} />
    </p>
  );
}

/** The menu and its dependencies load when the pointer or focus reaches it; most people never open it. */
function Menu({ conversation, onRename }: { conversation: Conversation; onRename: () => void }) {
  const [wanted, setWanted] = useState(false);
  const prepare = (): void => void loadMenu().catch(() => undefined);
  const button = (
    <Button
      variant="ghost"
      shape="square"
      className="touch"
      aria-label="More actions"
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

/** The assignee, if a rule assigned one. */
function RoutedTo({ conversation }: { conversation: Conversation }) {
  const routedTo = conversation.trigger?.routedTo;
  if (!routedTo) return null;
  return (
    <span
      className="shrink-0 font-medium text-kumo-default"
      title={routedTo.personal ? "Set by the schedule" : `Assigned by a rule: ${routedTo.because}`}
    >
      for {clipped(routedTo.name.split(" ")[0] ?? routedTo.name, 20)}
    </span>
  );
}

/** The participant, unless the title already names them. */
function ContactLine({ conversation }: { conversation: Conversation }) {
  const { contact, title } = conversation;
  if (!contact) return null;
  const words = [
    title.startsWith(contact.name) ? undefined : contact.name,
    contact.phone === undefined ? undefined : phoneWords(contact.phone),
  ]
    .filter((part) => part !== undefined && part !== "" && part !== title)
    .join(" · ");
  if (words === "") return null;
  return (
    <PersonLink id={contact.id ?? contact.phone} className="min-w-0 truncate max-sm:hidden">
      {clipped(words, 200)}
    </PersonLink>
  );
}

function Rename({
  conversation,
  onChanged,
  onDone,
}: {
  conversation: Conversation;
  onChanged: (conversation: Conversation) => void;
  onDone: () => void;
}) {
  const rename = useMutation({
    mutationFn: (words: string) =>
      call(conversationEndpoints.update, { params: { id: conversation.id }, body: { title: words } }),
    onMutate: (words) => onChanged({ ...conversation, title: words }),
    onSuccess: onChanged,
    onError: () => onChanged(conversation),
  });
  return (
    <RenameForm
      label="Conversation title"
      name={conversation.title}
      onRename={(words) => rename.mutate(words)}
      onDone={onDone}
    />
  );
}
