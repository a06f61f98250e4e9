/** More actions on a conversation. Lazy-loaded on the first click on its button, and opened then. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import {
  conversationEndpoints,
  transcriptAddress,
  type Conversation,
} from "../../../../src/agent/api/conversation.ts";
import { call } from "../../api/call.ts";
import { rememberConversation } from "../../api/queries.ts";
import { MoreMenu } from "../../components/more-menu.tsx";
import { toastWithUndo } from "../../components/toasts.ts";
import { isOver } from "../../components/words.ts";
import { useClosing } from "./use-closing.ts";
import { useListAddress } from "./use-list-address.ts";

export default function ConversationMenu({
  conversation,
  onRename,
}: {
  conversation: Conversation;
  onRename: () => void;
}) {
  const navigate = useNavigate();
  const { remove, markUnread, setClosed } = useConversationActions(conversation);
  return (
    <MoreMenu label="More actions" defaultOpen>
      <DropdownMenu.Item onClick={onRename}>Rename…</DropdownMenu.Item>
      <DropdownMenu.Item onClick={markUnread}>Mark as unread</DropdownMenu.Item>
      <DropdownMenu.Item
        onClick={() => void navigate({ to: "/conversations/$id/prompt", params: { id: conversation.id } })}
      >
        See the exact prompt
      </DropdownMenu.Item>
      <DropdownMenu.Item onClick={() => location.assign(transcriptAddress(conversation.id))}>
        Download transcript
      </DropdownMenu.Item>
      {conversation.session === undefined || conversation.session.goesOn !== undefined ? null : (
        <DropdownMenu.Item onClick={() => setClosed(!isOver(conversation.session))}>
          {isOver(conversation.session) ? "Reopen this chat" : "Close this chat"}
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Item variant="danger" onClick={remove}>
        Delete
      </DropdownMenu.Item>
    </MoreMenu>
  );
}

/** Affects only our own data, so it is shown at once and reverted if the server refuses. */
function useConversationActions(conversation: Conversation) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useListAddress();
  const params = { id: conversation.id };
  const putBack = (): void => rememberConversation(client, conversation);

  const restoring = useMutation({
    mutationFn: () => call(conversationEndpoints.update, { params, body: { deleted: false } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["conversations"] });
      await navigate({ to: `${list}/$id`, params });
    },
  });
  const removing = useMutation({
    mutationFn: () => call(conversationEndpoints.remove, { params }),
    onMutate: () => {
      rememberConversation(client, { ...conversation, deletedAt: new Date().toISOString() });
      void navigate({ to: list });
    },
    onError: putBack,
    onSuccess: () => {
      toastWithUndo(
        {
          title: "Conversation deleted",
          description: conversation.title || "New chat",
          timeout: 10_000,
        },
        () => restoring.mutate(),
      );
    },
  });
  const marking = useMutation({
    mutationFn: () => call(conversationEndpoints.update, { params, body: { unread: true } }),
    onMutate: () => {
      rememberConversation(client, { ...conversation, unread: true });
      void navigate({ to: list });
    },
    onSuccess: (changed) => rememberConversation(client, changed),
    onError: putBack,
  });
  const closing = useClosing(conversation.id);
  return {
    remove: () => removing.mutate(),
    markUnread: () => marking.mutate(),
    setClosed: closing.mutate,
  };
}
