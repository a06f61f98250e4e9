/** Which conversation a request is about, and who speaks in it. */
import type { TenantContext } from "../../platform/context.ts";
import * as z from "zod";
import type { Principal } from "../../platform/auth/index.ts";
import { conversations } from "../tables/conversations.ts";
import { findConversation } from "../conversations/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { Author } from "../api/message.ts";
import type { ConversationIdentity } from "../api/objects.ts";

const clientConversationId = z.uuid();

/** A person as the author of what they send. */
export function authorOf({ user }: Pick<Principal, "user">): Author {
  return { kind: "user", id: user.id, name: user.name };
}

/** What asking for any other is answered. */
export function noConversation(): AppError {
  return new AppError("not_found", "That conversation doesn't exist.");
}

/**
 * A conversation of the team's directory, for somebody who may read it. Throws `not_found`, `private`, without ever addressing an object. No route opens a
 * conversation but by this or `knownOrFresh`.
 */
export async function known(
  ctx: TenantContext,
  who: Principal,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await find(ctx, who, conversationId);
  if (identity === null) throw noConversation();
  return identity;
}

/**
 * A conversation of the directory, or a new web chat: a page makes its id itself (a UUID) and may open the socket before the first message puts it
 * into the directory. Throws `not_found` for any other id, and for one that another team's conversation has; `private`.
 */
export async function knownOrFresh(
  ctx: TenantContext,
  who: Principal,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await find(ctx, who, conversationId);
  if (identity !== null) return identity;
  if (!clientConversationId.safeParse(conversationId).success) throw noConversation();
  if (await ctx.deployment.system.isIdTaken(conversations, conversationId)) throw noConversation();
  return { tenantId: who.tenant.id, conversationId, source: "web_chat" };
}

/** A UUID that follows from what it stands for. */
export async function derivedUuid(...parts: readonly string[]): Promise<string> {
  const hex = await sha256Hex(JSON.stringify(parts));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function find(
  ctx: TenantContext,
  { tenant: { id: tenantId }, user }: Principal,
  conversationId: string,
): Promise<ConversationIdentity | null> {
  const found = await findConversation(ctx.db, user.id, conversationId);
  if (found === null) return null;
  const { source, title, agent, contact, trigger } = found;
  return {
    tenantId,
    conversationId,
    source,
    title,
    ...(agent === undefined ? {} : { agent }),
    ...(contact === undefined ? {} : { contact }),
    ...(trigger === undefined ? {} : { trigger }),
  };
}
