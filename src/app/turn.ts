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
import { alertAdmins } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { getPolicy } from "../policy/index.ts";
import { promptSkills } from "../skills/index.ts";
import { modelTools } from "../tools/model-tools.ts";
import { bringsOutsideText, isRead, summarizeCall } from "../tools/summarize.ts";
import { admission, tenantObject } from "./admission.ts";
import { conversationNews } from "./feed.ts";
import { notificationDeps } from "./notifications.ts";
import { skillFor } from "./run-skill.ts";
import { tell } from "./team-news.ts";
import { toolRuntime } from "./tools.ts";
import { workspace } from "./workspace.ts";

/** A conversation in memory. */
export interface OpenConversation {
  readonly ledger: Ledger;
  readonly keeper: TurnKeeper;
  readonly runner: AgentRunner;
  /** Writes the outbox to D1 and tells the team what it is to be told; true where nothing is left. Never throws. */
  readonly flush: () => Promise<boolean>;
  readonly sessionAlive: (sessionId: string) => Promise<boolean>;
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
    sessionAlive: async (sessionId) => (await tenantObject(env, tenantId)).sessionAlive(tenantId, sessionId),
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
  let runtime: { turnId: string; tools: ReturnType<typeof toolRuntime> } | null = null;
  return {
    models: { main: env.AGENT_MODEL, cheap: env.CHEAP_MODEL },
    callModel: anthropicModel({ baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY }),
    admission: admission(env, tenantId),
    tools: modelTools(grantsOf(steward.name)),
    runTool: async (call, scope) => {
      if (runtime?.turnId !== scope.turnId)
        runtime = { turnId: scope.turnId, tools: toolRuntime(env, tenantId) };
      return (await runtime.tools).runTool(call, scope);
    },
    summarize: summarizeCall,
    isRead,
    bringsOutsideText,
    skillFor: (identity, runId) => skillFor(env, tenantId, identity, runId),
    loadEpoch: () => loadEpoch(env, tenantId),
    clock: systemClock,
    logger: systemLogger,
  };
}

/** What the prompt says about the tenant, and the limits of its turns. Throws `not_found` for a tenant that is none. */
async function loadEpoch(env: Env, tenantId: string): Promise<Epoch> {
  const db = dbFor(env.DB, tenantId);
  const [tenant, team, lines, { policy }, instructions, skills] = await Promise.all([
    systemDb(env.DB).findTenant(tenantId),
    db.rows(users, isNull(users.removedAt)).orderBy(asc(users.email)).limit(100),
    listLines(db),
    getPolicy(db),
    instructionsByAgent(db),
    promptSkills(workspace(env, tenantId)),
  ]);
  if (tenant === null) throw new AppError("not_found", "There is no such team.");
  return {
    text: tenantBlock({ name: tenant.name, timeZone: tenant.timeZone, team, lines, skills }),
    instructions,
    timeZone: tenant.timeZone,
    limits: {
      modelCalls: policy.turn.modelCalls,
      toolCalls: policy.turn.toolCalls,
      workMs: policy.turn.minutes * 60_000,
      costMicroUsd: Math.floor(policy.turn.costUsd * 1_000_000),
    },
    loadedAt: isoTime(systemClock.now()),
  };
}
