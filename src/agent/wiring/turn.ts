/** Composes a conversation: its log, its agent and their dependencies. Used only by ConversationObject. */
import { AgentRunner, agentOf, speakerCheck, type AgentWorld } from "../index.ts";
import { ConversationLog, flusher, talkChanged, TurnSupervisor, type Peers } from "../conversations/index.ts";
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Conversation } from "../api/conversation.ts";
import { readerOf, recordQuotes, type Reader } from "../../platform/privacy.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { Quote } from "../../platform/api/search-items.ts";
import { viewCall } from "../tools/summarize.ts";
import { agentWorld } from "./agent-world.ts";
import { noticeSender } from "../conversations/conversation-notices.ts";

export type OpenConversation = ReturnType<typeof openConversation>;

/** `settled` is called when a turn has ended and nothing else runs. */
export function openConversation(
  ctx: TenantContext,
  { conversationId, agent: name }: ConversationIdentity,
  {
    sql,
    peers,
    settled,
    closeTo,
  }: {
    readonly sql: ObjectSql;
    readonly peers: Peers;
    readonly settled: () => void;
    readonly closeTo: (reader: string) => void;
  },
) {
  const emit = peers.broadcast.bind(peers);
  const changed = conversationNews(ctx);
  const log = new ConversationLog({
    sql,
    clock: ctx.clock,
    emit,
    changed,
    closeTo,
    watched: () => peers.any(),
    viewCall,
  });
  const agent = agentOf(name);
  const db = ctx.db;
  /** Reloads who may read the conversation. */
  const renewReader = async (): Promise<void> => {
    if (log.readBy(await readerOf(db, conversationId)))
      await talkChanged({ db, clock: ctx.clock, newId: () => ctx.ids.newId() }, conversationId);
  };
  const world = watchedWorld(agentWorld(ctx), renewReader, (quotes) =>
    recordQuotes(db, conversationId, quotes),
  );
  const runner = new AgentRunner({ agent, world, log });
  return {
    log,
    runner,
    renewReader,
    supervisor: new TurnSupervisor({
      log,
      agent,
      runner,
      clock: ctx.clock,
      logger: ctx.log,
      emit,
      settled,
    }),
    flush: flusher({
      log,
      db,
      notify: noticeSender(ctx),
      leadOf: runner.leadOf,
      transcripts: ctx.files.transcripts,
      logger: ctx.log,
    }),
    sessionAlive: speakerCheck(ctx.tenantId, ctx.objects.team, runner),
    /** Registers a session's socket with the tenant's object. Never throws. */
    noteSocket: async (sessionId: string): Promise<void> => {
      const { conversationId } = log.store.get().identity;
      try {
        await (await ctx.objects.team()).noteSocket(ctx.tenantId, sessionId, conversationId);
      } catch (error) {
        ctx.log.warn("socket.note_failed", { tenantId: ctx.tenantId, conversationId, error });
      }
    },
  };
}

/** Makes the conversation private before it stores text that only one member may read. */
function watchedWorld(
  world: AgentWorld,
  renewReader: () => Promise<void>,
  record: (quotes: readonly Quote[]) => Promise<void>,
): AgentWorld {
  return {
    ...world,
    async runTool(call, scope) {
      const answer = await world.runTool(call, scope);
      if (answer.quotes !== undefined) await renewReader();
      return answer;
    },
    async aroundOf(asked, by) {
      const around = await world.aroundOf(asked, by);
      if (around !== null && around.quotes.length > 0) {
        await record(around.quotes);
        await renewReader();
      }
      return around;
    },
  };
}

/**
 * How long changes of a conversation are collected before the feed is updated; shorter than a turn's first
 * steps, and than people notice.
 */
const GATHER_MS = 100;

/**
 * Sends changes of a conversation to the feed, merging those within a moment. Otherwise a turn's first
 * calls to the tenant's object would queue behind these updates.
 */
function conversationNews(ctx: TenantContext): (conversation: Conversation, reader: Reader) => void {
  let newest: { readonly conversation: Conversation; readonly reader: Reader } | null = null;
  const send = (): void => {
    const news = newest;
    newest = null;
    if (news === null) return;
    const { conversation, reader } = news;
    void ctx.publish({ type: "conversation.updated", conversation }, reader);
  };
  return (conversation, reader) => {
    if (newest === null) setTimeout(send, GATHER_MS);
    newest = { conversation, reader };
  };
}
