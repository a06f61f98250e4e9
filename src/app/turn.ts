/** Composition of a conversation: its log, its agent and the world around them. Used by ConversationObject alone. */
import { AgentRunner, agentOf, speakerCheck } from "../agents/index.ts";
import { ConversationLog, flusher, TurnSupervisor, type Peers } from "../conversations/index.ts";
import { tenantDb } from "../db/index.ts";
import type { ObjectSql } from "../db/object-sql.ts";
import { systemClock as clock } from "../kernel/clock.ts";
import type { Env } from "../platform/env.ts";
import { transcripts } from "../platform/transcripts.ts";
import { systemLogger as logger } from "../platform/logger.ts";
import type { ConversationIdentity } from "../protocol/objects.ts";
import { viewCall } from "../tools/summarize.ts";
import { tenantObject } from "./admission.ts";
import { agentWorld } from "./agent-world.ts";
import { conversationNews } from "./feed.ts";
import { teller } from "./tell.ts";

/** A conversation in memory. */
export type OpenConversation = ReturnType<typeof openConversation>;

/** Opens a conversation. `settled` is called when a turn has ended and nothing else runs. */
export function openConversation(
  env: Env,
  { tenantId, agent: name }: Pick<ConversationIdentity, "tenantId" | "agent">,
  { sql, peers, settled }: { readonly sql: ObjectSql; readonly peers: Peers; readonly settled: () => void },
) {
  const emit = peers.broadcast.bind(peers);
  const changed = conversationNews(env, tenantId);
  const log = new ConversationLog({ sql, clock, emit, changed, watched: () => peers.any(), viewCall });
  const agent = agentOf(name);
  const runner = new AgentRunner({ agent, world: agentWorld(env, tenantId), log });
  const tenant = () => tenantObject(env, tenantId);
  return {
    log,
    runner,
    supervisor: new TurnSupervisor({ log, agent, runner, clock, logger, emit, settled }),
    flush: flusher({
      log,
      db: tenantDb(env, tenantId),
      notify: teller(env, tenantId),
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
