import type { Source } from "../api/conversation.ts";
import type { ConversationAddress, ConversationIdentity } from "../api/objects.ts";

/** The identity of a conversation, from its address: its ID contains its channel. */
export function identityAt({ tenantId, conversationId }: ConversationAddress): ConversationIdentity {
  return { tenantId, conversationId, source: sourceOf(conversationId) };
}

function sourceOf(conversationId: string): Source {
  if (conversationId.startsWith("sms:")) return "sms";
  if (conversationId.startsWith("slack:")) return "team_slack";
  if (conversationId.startsWith("team:")) return "team_text";
  if (conversationId.startsWith("team-email:")) return "team_email";
  return conversationId.startsWith("email:") ? "email" : "web_chat";
}
