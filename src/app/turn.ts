/** Composition of a conversation: its log, its agent and the world around them. Used by ConversationObject alone. */
import { asc, isNull } from "drizzle-orm";
import {
  AgentRunner,
  grantsOf,
  instructionsByAgent,
  steward,
  summarizer,
  tenantBlock,
  type AgentWorld,
} from "../agents/index.ts";
import { listLines } from "../connections/index.ts";
import { Ledger, noticeOf, project, TurnKeeper, type Epoch, type Peers } from "../conversations/index.ts";
import { dbFor, systemDb, users } from "../db/index.ts";
import type { ObjectSql } from "../db/object-sql.ts";
import { anthropicModel } from "../integrations/anthropic/client.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { systemIds } from "../kernel/ids.ts";
import { alertAdmins, tell } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { getPolicy } from "../policy/index.ts";
import { promptSkills } from "../skills/index.ts";
import { modelTools } from "../tools/model-tools.ts";
import { bringsOutsideText, isRead, summarizeCall } from "../tools/summarize.ts";
import { promptMemory, promptNews } from "../workspace/index.ts";
import { admission, tenantObject } from "./admission.ts";
import { conversationNews } from "./feed.ts";
import { notificationDeps } from "./notifications.ts";
import { skillFor } from "./run-skill.ts";
import { runTool } from "./tools.ts";
import { workspace } from "./workspace.ts";

/** A conversation in memory. */
export interface OpenConversation {
  readonly ledger: Ledger;
  readonly keeper: TurnKeeper;
  readonly runner: AgentRunner;
  /** Writes the outbox to D1 and tells the team what it is to be told; true where nothing is left. Never throws. */
  readonly flush: () => Promise<boolean>;
  /**
   * Whether a session may act. With the words of a message to be sent, the first step of its turn is reserved in the same breath: nothing of the
   * tenant's is asked for again before the first token.
   */
  readonly sessionAlive: (sessionId: string, words: string | null) => Promise<boolean>;
  /** Tells the tenant's object that a session watches. Never throws. */
  readonly noteSocket: (sessionId: string) => Promise<void>;
}

/** Opens the conversation of a tenant. `settled` is called when a turn has ended and nothing else runs. */
export function openConversation(
  env: Env,
  tenantId: string,
  options: { readonly sql: ObjectSql; readonly peers: Peers; readonly settled: () => void },
): OpenConversation {
  const db = dbFor(env.DB, tenantId);
  const emit = options.peers.broadcast.bind(options.peers);
  const ledger = new Ledger({
    sql: options.sql,
    clock: systemClock,
    ids: systemIds,
    emit,
    changed: conversationNews(env, tenantId),
    watched: () => options.peers.any(),
  });
  const runner = new AgentRunner({
    agent: steward,
    summarizer,
    world: agentWorld(env, tenantId),
    ledger,
    emit,
  });
  const keeper = new TurnKeeper({
    ledger,
    clock: systemClock,
    logger: systemLogger,
    emit,
    run: (attempt) => runner.run(attempt),
    summarize: (row) => runner.summarize(row),
    settled: options.settled,
    alert: (turn) => {
      const { conversationId } = ledger.store.get().identity;
      void alertAdmins(notificationDeps(env, tenantId), {
        code: "turn_failed",
        turnId: turn.id,
        conversationId,
      });
    },
  });
  return {
    ledger,
    keeper,
    runner,
    flush: flusher(async () => {
      await project(db, ledger);
      await tellTeam(env, tenantId, ledger);
      return ledger.store.outbox().length === 0;
    }),
    async sessionAlive(sessionId, words) {
      const tenant = await tenantObject(env, tenantId);
      const reserveMicroUsd = words === null ? null : runner.firstStepMicroUsd(words);
      if (reserveMicroUsd === null) return tenant.sessionAlive(tenantId, sessionId);
      const reservationId = `ahead.${systemIds.newId()}`;
      const step = { reservationId, runId: reservationId, reserveMicroUsd };
      const { alive, admitted } = await tenant.admitSpeaker(tenantId, sessionId, step);
      if (admitted) runner.fund(step);
      return alive;
    },
    async noteSocket(sessionId) {
      const { conversationId } = ledger.store.get().identity;
      try {
        await (await tenantObject(env, tenantId)).noteSocket(tenantId, sessionId, conversationId);
      } catch (error) {
        systemLogger.warn("socket.note_failed", { tenantId, conversationId, error });
      }
    },
  };
}

/** Rings for what the outbox holds. An entry goes once its notification is recorded; a repeat rings nobody twice. */
async function tellTeam(env: Env, tenantId: string, ledger: Ledger): Promise<void> {
  for (const entry of ledger.store.outbox()) {
    if (entry.kind !== "notice") continue;
    const notice = noticeOf(ledger, entry);
    if (notice !== null) await tell(notificationDeps(env, tenantId), notice);
    ledger.store.clearOutbox([entry]);
  }
}

/** One flush at a time; a call during one is answered by the next. */
function flusher(write: () => Promise<boolean>): () => Promise<boolean> {
  let tail: Promise<boolean> = Promise.resolve(true);
  return () => {
    tail = tail.then(write).catch((error: unknown) => {
      systemLogger.warn("conversation.projection_failed", { error });
      return false;
    });
    return tail;
  };
}

function agentWorld(env: Env, tenantId: string): AgentWorld {
  return {
    models: { main: env.AGENT_MODEL, cheap: env.CHEAP_MODEL },
    callModel: anthropicModel({ baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY }),
    admission: admission(env, tenantId),
    tools: modelTools(grantsOf(steward.name)),
    runTool: runTool(env, tenantId),
    summarize: summarizeCall,
    isRead,
    bringsOutsideText,
    skillFor: (identity, runId) => skillFor(env, tenantId, identity, runId),
    loadEpoch: () => loadEpoch(env, tenantId),
    loadNews: ({ timeZone, loadedAt, memoryEtag = null }) =>
      promptNews(workspace(env, tenantId), { timeZone, since: loadedAt, memoryEtag }),
    clock: systemClock,
    logger: systemLogger,
  };
}

/** What the prompt says about the tenant, and the limits of its turns. Throws `not_found` for a tenant that is none. */
async function loadEpoch(env: Env, tenantId: string): Promise<Epoch> {
  const db = dbFor(env.DB, tenantId);
  const files = workspace(env, tenantId);
  // Taken before anything is read: what changes meanwhile is said as news.
  const loadedAt = isoTime(systemClock.now());
  const [{ tenant, news }, team, lines, { policy }, instructions, skills, memory] = await Promise.all([
    tenantWithNews(env, tenantId, loadedAt),
    db.rows(users, isNull(users.removedAt)).orderBy(asc(users.email)).limit(100),
    listLines(db),
    getPolicy(db),
    instructionsByAgent(db),
    promptSkills(files),
    promptMemory(files),
  ]);
  return {
    text: tenantBlock({
      name: tenant.name,
      timeZone: tenant.timeZone,
      team,
      lines,
      skills,
      memory: memory.text,
      files: memory.tree,
    }),
    instructions,
    memoryEtag: memory.etag,
    news,
    timeZone: tenant.timeZone,
    limits: {
      modelCalls: policy.turn.modelCalls,
      toolCalls: policy.turn.toolCalls,
      workMs: policy.turn.minutes * 60_000,
      costMicroUsd: Math.floor(policy.turn.costUsd * 1_000_000),
    },
    loadedAt,
  };
}

/** The tenant, and what its workspace has to say beside the tenant block. Throws `not_found` for a tenant that is none. */
async function tenantWithNews(env: Env, tenantId: string, since: string) {
  const tenant = await systemDb(env.DB).findTenant(tenantId);
  if (tenant === null) throw new AppError("not_found", "There is no such team.");
  const { timeZone } = tenant;
  return {
    tenant,
    news: await promptNews(workspace(env, tenantId), { timeZone, since, memoryEtag: null }),
  };
}
