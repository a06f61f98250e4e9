/** Resolves the conversation of a request, and its author. */
import type { TenantContext } from "../../platform/context.ts";
import * as z from "zod";
import type { Principal } from "../../platform/auth/index.ts";
import { conversations } from "../tables/conversations.ts";
import { findConversation } from "../conversations/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { Author } from "../api/message.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import { userActor } from "../../platform/audit/index.ts";

const clientConversationId = z.uuid();

/** A user as a message author. */
export function authorOf({ user }: Pick<Principal, "user">): Author {
  return userActor(user);
}

/** The error for any other conversation. */
export function noConversation(): AppError {
  return new AppError("not_found", "That conversation doesn’t exist.");
}

/**
 * A conversation that the user may read. Throws `not_found`, `private`, without addressing an object.
 * Routes open conversations only through this function or `knownOrFresh`.
 */
export async function requireConversation(
  ctx: TenantContext,
  who: Principal,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await findIdentity(ctx, who, conversationId);
  if (identity === null) throw noConversation();
  return identity;
}

/**
 * An existing conversation, or a new web chat: a page creates the ID (a UUID) itself and may open the
 * socket before the first message. Throws `not_found` for any other ID, and for one of another team;
 * `private`.
 */
export async function knownOrFresh(
  ctx: TenantContext,
  who: Principal,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await findIdentity(ctx, who, conversationId);
  if (identity !== null) return identity;
  if (!clientConversationId.safeParse(conversationId).success) throw noConversation();
  if (await ctx.deployment.system.isIdTaken(conversations, conversationId)) throw noConversation();
  return { tenantId: who.tenant.id, conversationId, source: "web_chat" };
}

/** A deterministic UUID from these parts. */
export async function derivedUuid(...parts: readonly string[]): Promise<string> {
  const hex = await sha256Hex(JSON.stringify(parts));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function findIdentity(
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
