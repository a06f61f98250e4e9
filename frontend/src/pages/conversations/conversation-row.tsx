import { Link } from "@tanstack/react-router";
import type { Conversation } from "../../../../src/protocol/index.ts";
import { SourceMark } from "../../components/source-icon.tsx";
import { StatusWords } from "../../components/status-words.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { shownStatus, withoutMarks } from "../../components/words.ts";

export function ConversationRow({ conversation, open }: { conversation: Conversation; open: boolean }) {
  const unread = conversation.unread && !open;
  const { title, contact, source } = conversation;
  const status = shownStatus(conversation);
  /** Whom it is with, where somebody has called it something else. */
  const who = contact && !title.includes(contact.name) ? contact.name : null;
  // What nobody asked for says that it is done; in a chat one sees it.
  const isSaid = status !== "idle" || (source !== "web_chat" && conversation.preview !== "");
  return (
    <li>
      <Link
        to="/conversations/$id"
        params={{ id: conversation.id }}
        onKeyDown={moveFocus}
        className="flex flex-col gap-0.5 border-b border-kumo-hairline px-4 py-2.5 hover:bg-kumo-tint focus-visible:-outline-offset-2 data-[status=active]:bg-kumo-tint"
      >
        <span className="flex items-baseline gap-2">
          {unread ? (
            <span className="size-2 shrink-0 self-center rounded-full bg-kumo-brand" aria-hidden />
          ) : null}
          <span className={`relative min-w-0 flex-1 truncate ${unread ? "font-semibold" : "font-medium"}`}>
            {clipped(title, 200) || "New chat"}
            {unread ? <span className="sr-only"> (unread)</span> : null}
          </span>
          <span className="shrink-0 text-xs text-kumo-subtle">
            <Time at={conversation.lastMessageAt} />
          </span>
        </span>
        <span className="truncate text-sm text-kumo-subtle">
          {withoutMarks(conversation.preview) || "No messages yet"}
        </span>
        <span className="flex items-center justify-between gap-2 pt-0.5">
          <SourceMark source={source} />
          {who === null ? null : (
            <span className="min-w-0 flex-1 truncate text-xs text-kumo-subtle">with {clipped(who, 40)}</span>
          )}
          {conversation.trigger?.routedTo ? (
            <span className="min-w-0 flex-1 truncate text-xs text-kumo-subtle">
              for {clipped(conversation.trigger.routedTo.name.split(" ")[0] ?? "", 20)}
            </span>
          ) : null}
          {isSaid ? <StatusWords status={status} /> : null}
        </span>
      </Link>
    </li>
  );
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
