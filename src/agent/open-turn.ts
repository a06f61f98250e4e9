/** Composes a conversation: its log, its agent, their dependencies and its forks. Used only by ConversationObject. */
import { AgentRunner, agentOf, speakerCheck, type AgentWorld, loadBounds, loadSnapshot } from "./index.ts";
import {
  ConversationLog,
  flusher,
  talkChanged,
  TurnSupervisor,
  type Peers,
  carryUpTo,
  forkPoint,
  mayGoOnInFork,
  identityAt,
} from "./conversations/index.ts";
import type { ObjectSql } from "../platform/db/object-sql.ts";
import type { TenantContext } from "../platform/context.ts";
import type { Conversation } from "./api/conversation.ts";
import { readerOf, recordQuotes, type Reader } from "../platform/privacy.ts";
import type { ConversationIdentity, Accepted, InboundMessage, ConversationRpc } from "./api/objects.ts";
import type { Quote } from "../platform/api/search-items.ts";
import {
  viewCall,
  bringsOutsideText,
  isRead,
  summarizeCall,
  tellsOfPeople,
  toolsBringing,
} from "./tools/summarize.ts";
import { noticeSender } from "./conversations/conversation-notices.ts";
import { modelToolsOf, offeredTools, offerTo, reachOfTool } from "./tools/agent-tools.ts";
import { agentServices } from "./services.ts";
import { askWorld, runTool } from "./open.ts";
import { getPolicy } from "../approvals/policy/index.ts";

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

function agentWorld(ctx: TenantContext): AgentWorld {
  const services = agentServices(ctx);
  let step = ctx.fresh();
  return {
    ...askWorld(ctx, () => step),
    ids: ctx.ids,
    reachOf: reachOfTool,
    toolsOf: (agent, { tools }) => modelToolsOf(tools?.[agent] ?? offeredTools(agent)),
    runTool: runTool(ctx, () => step),
    summarize: summarizeCall,
    isRead,
    bringsOutsideText,
    tellsOfPeople,
    recordTools: toolsBringing("records"),
    factTools: toolsBringing("facts"),
    publicTools: toolsBringing("public"),
    threadOf: (identity, asked) => agentServices(step).threadOf(identity, asked),
    aroundOf: services.aroundOf,
    skillFor: services.skillFor,
    readPicture: (ref) => agentServices(step).readPicture(ref),
    loadSnapshot(agent) {
      step = ctx.fresh();
      return loadSnapshot({
        db: step.db,
        services: agentServices(step),
        clock: ctx.clock,
        offer: (connected) => offerTo(agent, connected),
        tenant: () => ctx.team(),
      });
    },
    // Limits are reloaded at the start of each step.
    loadBounds: () => loadBounds((step = ctx.fresh()).db),
    loadDelta: ({ timeZone, loadedAt, memoryEtag = null }, conversationId) =>
      services.news({ timeZone, since: loadedAt, memoryEtag, conversationId }),
  };
}

/** Sends a message to the chat's fork. Null if the chat accepts it itself. Idempotent. */
export async function sendToFork(
  ctx: TenantContext,
  { log, runner }: Pick<OpenConversation, "log" | "runner">,
  sql: ObjectSql,
  message: InboundMessage,
): Promise<Accepted | null> {
  if (!mayGoOnInFork(log, message.messageId)) return null;
  const { startedBy } = log.store.get().identity;
  const { policy } = await getPolicy(ctx.db);
  const fork = forkPoint(log, { clock: ctx.clock, ids: ctx.ids }, policy.sessions);
  if (fork === null) return null;
  const identity = {
    tenantId: ctx.tenantId,
    conversationId: fork.id,
    source: "web_chat" as const,
    ...(startedBy === undefined ? {} : { startedBy }),
  };
  const { why } = log.store.get().closed ?? {};
  const carried = carryUpTo({ log, sql, takenIn: runner.takenIn }, fork.seq);
  const object = await ctx.objects.conversation(fork.id);
  await object.beginFork(identity, { ...carried, why: why === "closed" ? undefined : why });
  const accepted = await object.send(identity, message);
  log.announce();
  return { ...accepted, conversationId: accepted.conversationId ?? fork.id };
}

/** Reads a page of messages of another conversation of the tenant. */
export async function messagesOf(
  ctx: TenantContext,
  conversationId: string,
  page: Parameters<ConversationRpc["messages"]>[1],
): ReturnType<ConversationRpc["messages"]> {
  const object = await ctx.objects.conversation(conversationId);
  return object.messages(identityAt({ tenantId: ctx.tenantId, conversationId }), page);
}
