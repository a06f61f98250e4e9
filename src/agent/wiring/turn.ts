/** Composition of a conversation: its log, its agent and the world around them. Used by ConversationObject alone. */
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
import { teller } from "../conversations/teller.ts";

/** A conversation in memory. */
export type OpenConversation = ReturnType<typeof openConversation>;

/** Opens a conversation. `settled` is called when a turn has ended and nothing else runs. */
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
  /** Reads again who may read the conversation. */
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
      notify: teller(ctx),
      isLed: runner.holdsOutsideWords,
      transcripts: ctx.files.transcripts,
      logger: ctx.log,
    }),
    sessionAlive: speakerCheck(ctx.tenantId, ctx.objects.team, runner),
    /** Tells the tenant's object that a session watches. Never throws. */
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

/** The same world; a conversation that quotes what one member alone may read is private before it holds the words. */
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

/** How long news of a conversation may wait for more of it. A turn's first steps take less, a person's eye more. */
const GATHER_MS = 100;

/**
 * Tells the feed what became of one conversation: several changes within a moment as one, the last. The calls a turn makes to the tenant's
 * object before its first token so never queue behind hints.
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
