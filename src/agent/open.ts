import { identityAt } from "./conversations/index.ts";
import type { ConversationRpc } from "./api/objects.ts";
import type { TenantContext } from "../platform/context.ts";

/** Reads a page of messages of another conversation of the tenant. */
export async function messagesOf(
  ctx: TenantContext,
  conversationId: string,
  page: Parameters<ConversationRpc["messages"]>[1],
): ReturnType<ConversationRpc["messages"]> {
  const object = await ctx.objects.conversation(conversationId);
  return object.messages(identityAt({ tenantId: ctx.tenantId, conversationId }), page);
}
