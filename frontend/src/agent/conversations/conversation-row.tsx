import { Link } from "@tanstack/react-router";
import type { Conversation } from "../../../../src/agent/api/conversation.ts";
import { LockSimpleIcon } from "../../components/icons.ts";
import { UrgentMark } from "../../components/urgent-mark.tsx";
import { useZone } from "../../components/session.tsx";
import { SourceMark } from "../../components/source-icon.tsx";
import { StatusWords } from "../../components/status-words.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { shownStatus, stopCause, withoutMarks } from "../../components/words.ts";

export function ConversationRow({
  conversation,
  at,
  open,
}: {
  conversation: Conversation;
  /** The list's address. */
  at: "/conversations" | "/emails";
  open: boolean;
}) {
  return (
    <li>
      <Link
        to={`${at}/$id`}
        params={{ id: conversation.id }}
        data-row
        onKeyDown={moveFocus}
        className="relative flex flex-col gap-0.5 border-b border-kumo-hairline px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2 data-[status=active]:bg-kumo-info-tint"
      >
        <Title conversation={conversation} unread={conversation.unread && !open} />
        <span className="truncate text-sm text-kumo-subtle">
          {withoutMarks(conversation.preview) || "No messages yet"}
        </span>
        <Foot conversation={conversation} />
      </Link>
    </li>
  );
}

function Title({ conversation, unread }: { conversation: Conversation; unread: boolean }) {
  return (
    <span className="flex items-baseline gap-2">
      {unread ? (
        <span
          className="absolute top-4.5 left-1.5 size-1.5 shrink-0 rounded-full bg-kumo-brand"
          aria-hidden
        />
      ) : null}
      <span className={`min-w-0 flex-1 truncate ${unread ? "font-semibold" : "font-medium"}`}>
        {clipped(conversation.title, 200) || "New chat"}
        {unread ? <span className="sr-only"> (unread)</span> : null}
      </span>
      <span className="shrink-0 text-xs text-kumo-subtle">
        <Time at={conversation.lastMessageAt} />
      </span>
    </span>
  );
}

/** Its source, its contact or agent, its assignee, and its state. */
function Foot({ conversation }: { conversation: Conversation }) {
  const { title, contact, source, trigger, preview } = conversation;
  const status = shownStatus(conversation);
  const zone = useZone();
  /** The contact, if the conversation was renamed. */
  const who = contact && !title.includes(contact.name) ? contact.name : null;
  // Only background jobs are marked as done; in a chat the reply shows it.
  const isSaid = status !== "idle" || (source !== "web_chat" && preview !== "");
  return (
    <span className="flex items-center justify-between gap-2 pt-0.5">
      <SourceMark source={source} />
      <PrivateMark conversation={conversation} />
      <UrgentMark trigger={trigger} />
      {who === null ? null : <Aside words={`with ${clipped(who, 40)}`} />}
      {trigger?.routedTo ? (
        <Aside words={`for ${clipped(trigger.routedTo.name.split(" ")[0] ?? "", 20)}`} />
      ) : null}
      {isSaid ? <StatusWords status={status} detail={stopCause(conversation, zone)} /> : null}
    </span>
  );
}

function Aside({ words }: { words: string }) {
  return <span className="min-w-0 flex-1 truncate text-xs text-kumo-subtle">{words}</span>;
}

/** Arrow keys walk the list. */
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = event.currentTarget.closest("li");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const link = next?.querySelector("a");
  if (!link) return;
  event.preventDefault();
  link.focus();
}

function PrivateMark({ conversation }: { conversation: Conversation }) {
  if (conversation.private !== true) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-xs text-kumo-subtle"
      title="Only you can see this conversation"
    >
      <LockSimpleIcon aria-hidden className="size-3.5" />
      Private
    </span>
  );
}
