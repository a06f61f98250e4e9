/** Routes of the conversation directory, messages and sockets. Messages are stored in each conversation's object. */
import type { TenantContext } from "../../platform/context.ts";
import { disabledWords, findAgent, getAgentSettings } from "../index.ts";
import { findConversation, listConversations, talkChanged } from "../conversations/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { agentEndpoints } from "../api/agent.ts";
import { conversationEndpoints } from "../api/conversation.ts";
import { authorOf, requireConversation, knownOrFresh, noConversation } from "./conversation-asked.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { OK, pathParam, serve, type App } from "../../platform/http/serve.ts";
import { socketRequest } from "../../platform/http/sockets.ts";
import { resumeSession, sessionRoutes } from "./sessions.ts";

function talkDeps({ db, clock, ids }: TenantContext) {
  return { db, clock, newId: () => ids.newId() };
}

export function conversationRoutes(app: App): void {
  serve(app, conversationEndpoints.list, async ({ db, principal, query }) =>
    withOpaqueCursor(query, (page) => listConversations(db, principal.user.id, page)),
  );

  serve(app, conversationEndpoints.create, async ({ ctx, db, tenantId, principal, body }) => {
    if (body.agent !== undefined) await checkAgent(db, body.agent);
    if (body.resume === true) return resumeSession({ ctx, db, tenantId, principal, agent: body.agent });
    const id = body.id ?? ctx.ids.newId();
    const identity = await knownOrFresh(ctx, principal, id);
    const object = await ctx.objects.conversation(id);
    return object.open({
      ...(body.agent === undefined ? {} : { agent: body.agent }),
      startedBy: principal.user.id,
      ...identity,
      ...(body.title === undefined ? {} : { title: body.title }),
    });
  });

  serve(app, conversationEndpoints.get, async ({ db, principal, param }) => {
    const conversation = await findConversation(db, principal.user.id, param("id"));
    if (conversation === null) throw noConversation();
    return conversation;
  });

  serve(app, conversationEndpoints.update, async ({ ctx, principal, param, body }) => {
    const identity = await requireConversation(ctx, principal, param("id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    const changed = await object.update(identity, {
      ...(body.title === undefined ? {} : { title: body.title }),
      ...(body.unread === undefined ? {} : { unread: body.unread }),
      ...(body.deleted === undefined ? {} : { deleted: body.deleted }),
      ...(body.closed === true ? { closedBy: principal.user.name } : {}),
      ...(body.closed === false ? { reopened: true } : {}),
    });
    if (body.title !== undefined || body.deleted !== undefined)
      await talkChanged(talkDeps(ctx), identity.conversationId);
    return changed;
  });

  serve(app, conversationEndpoints.remove, async ({ ctx, principal, param }) => {
    const identity = await requireConversation(ctx, principal, param("id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    await object.update(identity, { deleted: true });
    await talkChanged(talkDeps(ctx), identity.conversationId);
    return OK;
  });

  serve(app, conversationEndpoints.messages, async ({ ctx, principal, param, query }) => {
    const identity = await requireConversation(ctx, principal, param("id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    return object.messages(identity, {
      ...(query.before === undefined ? {} : { before: query.before }),
      limit: query.limit ?? LIMITS.messageWindow,
    });
  });

  serve(app, conversationEndpoints.send, async ({ ctx, principal, param, body }) => {
    const identity = await knownOrFresh(ctx, principal, param("id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    return object.send(identity, {
      messageId: body.clientMessageId,
      author: authorOf(principal),
      text: body.text,
      answer: body.answer,
    });
  });

  serve(app, conversationEndpoints.stop, async ({ ctx, principal, param }) => {
    const identity = await requireConversation(ctx, principal, param("id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    return object.stop(identity, authorOf(principal));
  });

  promptRoute(app);
  socketRoute(app);
  sessionRoutes(app);
}

function promptRoute(app: App): void {
  serve(app, agentEndpoints.prompt, async ({ ctx, principal, param }) => {
    const identity = await requireConversation(ctx, principal, param("id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    return object.prompt(identity, authorOf(principal));
  });
}

/** Not in the endpoint tables, because its answer is an upgrade. */
function socketRoute(app: App): void {
  app.get("/api/conversations/:id/socket", async (c) => {
    const principal = await authenticate(c);
    const ctx = c.var.deployment.tenant(principal.tenant.id);
    const identity = await knownOrFresh(ctx, principal, pathParam(c, "id"));
    const object = await ctx.objects.conversation(identity.conversationId);
    return object.fetch(socketRequest(c.req.raw, principal, identity));
  });
}

/** Throws if a person may not start a conversation with an agent: `not_found`, or `agent_disabled` with the reason. */
async function checkAgent(db: TenantDb, name: string): Promise<void> {
  const agent = findAgent(name);
  if (agent === null || !agent.conversational)
    throw new AppError("not_found", "That agent can’t be talked to.");
  const { enabled } = await getAgentSettings(db, name);
  if (!enabled) throw new AppError("agent_disabled", disabledWords(agent));
}
