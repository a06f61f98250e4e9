/** What else one can do with a conversation. Loaded with the first press on its button, and open then. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { conversationEndpoints, type Conversation } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";
import { MoreMenu } from "../../components/more-menu.tsx";
import { toastError, toasts } from "../../components/toasts.ts";

export default function ConversationMenu({
  conversation,
  onRename,
}: {
  conversation: Conversation;
  onRename: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();

  async function restore(): Promise<void> {
    try {
      await call(conversationEndpoints.update, { params: { id: conversation.id }, body: { deleted: false } });
      await client.invalidateQueries({ queryKey: ["conversations"] });
      await navigate({ to: "/conversations/$id", params: { id: conversation.id } });
    } catch (error) {
      toastError(error);
    }
  }

  async function remove(): Promise<void> {
    try {
      await call(conversationEndpoints.remove, { params: { id: conversation.id } });
      rememberConversation(client, { ...conversation, deletedAt: new Date().toISOString() });
      await navigate({ to: "/conversations" });
      const toast = toasts.add({
        title: "Conversation deleted",
        description: conversation.title || "New chat",
        timeout: 10_000,
        actions: [
          {
            children: "Undo",
            onClick: () => {
              toasts.close(toast);
              void restore();
            },
          },
        ],
      });
    } catch (error) {
      toastError(error);
    }
  }

  async function markUnread(): Promise<void> {
    try {
      rememberConversation(
        client,
        await call(conversationEndpoints.update, { params: { id: conversation.id }, body: { unread: true } }),
      );
      await navigate({ to: "/conversations" });
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <MoreMenu label="More for this conversation" defaultOpen>
      <DropdownMenu.Item onClick={onRename}>Rename…</DropdownMenu.Item>
      <DropdownMenu.Item onClick={() => void markUnread()}>Mark as unread</DropdownMenu.Item>
      <DropdownMenu.Item
        onClick={() => void navigate({ to: "/conversations/$id/prompt", params: { id: conversation.id } })}
      >
        The exact prompt
      </DropdownMenu.Item>
      <DropdownMenu.Item variant="danger" onClick={() => void remove()}>
        Delete
      </DropdownMenu.Item>
    </MoreMenu>
  );
}
