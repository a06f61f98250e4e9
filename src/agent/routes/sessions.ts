/** Routes of chats: resuming, forks, transcripts. */
import type { TenantContext } from "../../platform/context.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { findConversation, findSession, transcriptFile } from "../conversations/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { conversationEndpoints, type Conversation } from "../api/conversation.ts";
import type { Carried, ConversationIdentity } from "../api/objects.ts";
import { derivedUuid, requireConversation, knownOrFresh } from "./conversation-asked.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { pathParam, serve, type App } from "../../platform/http/serve.ts";

export function sessionRoutes(app: App): void {
  serve(app, conversationEndpoints.fork, async ({ ctx, tenantId, principal, param, body }) => {
    const parent = await requireConversation(ctx, principal, param("id"));
    const { conversationId, source } = await knownOrFresh(ctx, principal, body.id);
    const identity = { tenantId, conversationId, source, startedBy: principal.user.id };
    const carried = await carryFrom(ctx, principal, parent, body.messageId);
    return (await ctx.objects.conversation(conversationId)).beginFork(identity, carried);
  });
  transcriptRoute(app);
}

/** The data for a fork. A message shown in a fork may belong to its parent, which is then forked instead. */
async function carryFrom(
  ctx: TenantContext,
  who: Principal,
  parent: ConversationIdentity,
  messageId: string | undefined,
): Promise<Carried> {
  for (let identity = parent; ;) {
    const carried = await (
      await ctx.objects.conversation(identity.conversationId)
    ).carry(identity, messageId);
    if (!("elsewhere" in carried)) return carried;
    identity = await requireConversation(ctx, who, carried.elsewhere);
  }
}

/** The chat that a member continues. Two simultaneous requests get the same new one. */
export async function resumeSession({
  ctx,
  db,
  tenantId,
  principal,
  agent,
}: {
  readonly ctx: TenantContext;
  readonly db: TenantDb;
  readonly tenantId: string;
  readonly principal: Principal;
  readonly agent: string | undefined;
}): Promise<Conversation> {
  const userId = principal.user.id;
  const { open, last } = await findSession(db, { userId, agent: agent ?? "steward" });
  if (open !== null) {
    const found = await findConversation(db, userId, open);
    if (found !== null) return found;
  }
  const conversationId = await derivedUuid("session", tenantId, userId, agent ?? "steward", last ?? "");
  const object = await ctx.objects.conversation(conversationId);
  const begun = { startedBy: userId, ...(agent === undefined ? {} : { agent }) };
  return object.open({ ...(await knownOrFresh(ctx, principal, conversationId)), ...begun });
}

/** Streams the transcript as a file, page by page. */
function transcriptRoute(app: App): void {
  app.get(conversationEndpoints.transcript.path, async (c) => {
    const principal = await authenticate(c);
    const ctx = c.var.deployment.tenant(principal.tenant.id);
    const identity = await requireConversation(ctx, principal, pathParam(c, "id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    const file = transcriptFile((after) => object.transcript(identity, after));
    c.header("content-type", "application/json");
    c.header(
      "content-disposition",
      `attachment; filename="conversation-${identity.conversationId.replaceAll(/[^\w-]/g, "-")}.json"`,
    );
    c.header("x-content-type-options", "nosniff");
    return c.body(file);
  });
}
