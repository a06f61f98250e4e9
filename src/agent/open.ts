import { conversationObjectName } from "../kernel/tenant-names.ts";
import { identityAt } from "./conversations/index.ts";
import type { ConversationRpc } from "./api/objects.ts";
import type { Env } from "../platform/env.ts";

/** Gives the objects of a tenant's conversations, by id. */
export function conversationsOf(env: Env, tenantId: string) {
  return async (id: string) => env.CONVERSATIONS.getByName(await conversationObjectName(tenantId, id));
}

/** A page of the messages of another conversation of the tenant. */
export async function messagesOf(
  env: Env,
  tenantId: string,
  conversationId: string,
  page: Parameters<ConversationRpc["messages"]>[1],
): ReturnType<ConversationRpc["messages"]> {
  const object = await conversationsOf(env, tenantId)(conversationId);
  return object.messages(identityAt({ tenantId, conversationId }), page);
}
