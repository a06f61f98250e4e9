/** Composition of a conversation: its log, its agent and the world around them. Used by ConversationObject alone. */
import { AgentRunner, agentOf, speakerCheck, type AgentWorld } from "../index.ts";
import { ConversationLog, flusher, talkChanged, TurnSupervisor, type Peers } from "../conversations/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { systemIds as ids } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import { transcripts } from "../../platform/transcripts.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import { readerOf, recordQuotes } from "../privacy/index.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { Quote } from "../../knowledge/api/search-items.ts";
import { viewCall } from "../tools/summarize.ts";
import { tenantObject } from "./admission.ts";
import { agentWorld } from "./agent-world.ts";
import { conversationNews } from "../../platform/wiring/feed.ts";
import { teller } from "./tell.ts";

/** A conversation in memory. */
export type OpenConversation = ReturnType<typeof openConversation>;

/** Opens a conversation. `settled` is called when a turn has ended and nothing else runs. */
export function openConversation(
  env: Env,
  { tenantId, conversationId, agent: name }: ConversationIdentity,
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
  const changed = conversationNews(env, tenantId);
  const log = new ConversationLog({
    sql,
    clock,
    emit,
    changed,
    closeTo,
    watched: () => peers.any(),
    viewCall,
  });
  const agent = agentOf(name);
  const db = tenantDb(env, tenantId);
  /** Reads again who may read the conversation. */
  const renewReader = async (): Promise<void> => {
    if (log.readBy(await readerOf(db, conversationId)))
      await talkChanged({ db, clock, newId: () => ids.newId() }, conversationId);
  };
  const world = watchedWorld(agentWorld(env, tenantId), renewReader, (quotes) =>
    recordQuotes(db, conversationId, quotes),
  );
  const runner = new AgentRunner({ agent, world, log });
  const tenant = () => tenantObject(env, tenantId);
  return {
    log,
    runner,
    renewReader,
    supervisor: new TurnSupervisor({ log, agent, runner, clock, logger, emit, settled }),
    flush: flusher({
      log,
      db,
      notify: teller(env, tenantId),
      isLed: runner.holdsOutsideWords,
      transcripts: transcripts(env.FILES, tenantId),
      logger,
    }),
    sessionAlive: speakerCheck(tenantId, tenant, runner),
    /** Tells the tenant's object that a session watches. Never throws. */
    noteSocket: async (sessionId: string): Promise<void> => {
      const { conversationId } = log.store.get().identity;
      try {
        await (await tenant()).noteSocket(tenantId, sessionId, conversationId);
      } catch (error) {
        logger.warn("socket.note_failed", { tenantId, conversationId, error });
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
