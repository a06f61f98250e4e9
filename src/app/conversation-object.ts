import { conversationObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";

/** Gives the objects of a tenant's conversations, by id. */
export function conversationsOf(env: Env, tenantId: string) {
  return async (id: string) => env.CONVERSATIONS.getByName(await conversationObjectName(tenantId, id));
}
