/**
 * One conversation: a thin shell around its log. Sockets, RPC and the alarm enter here; policy is in `src/agent/conversations`. Waking
 * the object also resumes an open turn whose runner died. The class name is persisted: never rename it.
 */
import { Lifecycle, type LifecycleJobContext, type LifecycleJobOutcome } from "agents/lifecycle";
import { WebSockets } from "agents/websockets";
import { messagesOf, sendToFork, openConversation, type OpenConversation } from "../src/agent/open-turn.ts";
import { deliveries } from "../src/platform/deliveries.ts";
import {
  acceptMessage,
  acceptOutcome,
  beginFork,
  carry,
  closeSession,
  expireIdle,
  messagePage,
  transcriptPage,
  wasRewritten,
  CONVERSATION_TABLES,
  endRestored,
  identityAt,
  settleAgent,
  FrameGuard,
  migrate,
  noticeUnread,
  Peers,
  peopleOf,
  presenceOf,
  markUrgent,
  receiveNotice,
  receiveTexts,
  receiveTrigger,
  reopenSession,
  snapshotEvent,
  standingOf,
  talkOf,
  type Peer,
  type SocketSession,
} from "../src/agent/conversations/index.ts";
import { changeRows, listTables } from "../src/platform/db/object-rows.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { systemIds } from "../src/kernel/ids.ts";
import { LIMITS } from "../src/kernel/limits.ts";
import { standingContext, type TenantContext } from "../src/platform/context.ts";
import { systemLogger } from "../src/platform/logger.ts";
import { copyQuotes, mayRead } from "../src/platform/privacy.ts";
import type { PromptView } from "../src/agent/api/agent.ts";
import type { Approval } from "../src/approvals/api/approval.ts";
import type { Conversation, Source } from "../src/agent/api/conversation.ts";
import type { Author, Message } from "../src/agent/api/message.ts";
import type {
  Accepted,
  Carried,
  ContactText,
  InboundNotice,
  ConversationAddress,
  ConversationIdentity,
  ConversationRpc,
  InboundMessage,
  OutcomeDelivery,
  TurnStanding,
} from "../src/agent/api/objects.ts";
import type { StoredChange } from "../src/platform/api/stored-rows.ts";
import type { ServerEvent } from "../src/agent/api/conversation-frames.ts";
import { CLOSE_CODES, type ClientFrame, type PresentPerson } from "../src/platform/api/socket.ts";
import { StoredObject } from "./stored-object.ts";
import { pageOf, sessionTag, socketStateOf, socketUpgrade, type SocketState } from "./socket-upgrade.ts";

/** Name of the single job, which resumes open turns and flushes the outbox. Persisted. */
const HEARTBEAT = "beat";

/** Conversation sources whose runs yield to incoming deliveries, up to a maximum wait. */
const GIVES_WAY: ReadonlySet<Source> = new Set(["sms", "email"]);
const GIVES_WAY_MS = 15_000;

const DEPS = { clock: systemClock, ids: systemIds };

type Connection = ReturnType<WebSockets["getConnection"]> & object;

export class ConversationObject extends StoredObject implements ConversationRpc {
  protected readonly tables = CONVERSATION_TABLES;
  readonly #peers = new Peers(() => this.#pages());
  readonly #frames = new FrameGuard({
    clock: systemClock,
    logger: systemLogger,
    peers: this.#peers,
    sessionAlive: (sessionId, words) => this.#conversation().sessionAlive(sessionId, words),
    perform: (frame, session, peer) => this.#perform(frame, session, peer),
  });
  readonly #sockets = new WebSockets({
    protocol: false,
    getConnectionTags: (_, { request }) => [sessionTag(socketStateOf(request)?.session.sessionId ?? "none")],
    handlers: {
      onConnect: (connection, { request }) => this.#connected(connection, request),
      onMessage: (connection, message) => this.#received(connection, message),
      onClose: (connection) => this.#gone(connection),
      onError: (connection) => this.#gone(connection),
    },
  });
  readonly lifecycle = Lifecycle.install(this).use(socketUpgrade).use(this.#sockets);
  #opened: OpenConversation | null = null;
  /** The only reader of a private conversation; null if it isn't private. Other sockets are closed, which may take a moment. */
  #reader: string | null = null;
  /** Next heartbeat as known to this instance. */
  #heartbeatAt: number | null = null;

  /** Called by the lifecycle before anything else. */
  onStart(): void {
    migrate(this.sql);
    this.ctx.setWebSocketAutoResponse(
      new WebSocketRequestResponsePair('{"type":"ping"}', '{"seq":0,"type":"pong"}'),
    );
  }

  async open(identity: ConversationIdentity): Promise<Conversation> {
    const { log, flush } = await this.#enter(identity);
    log.list();
    await flush();
    return log.open(identity);
  }

  async send(identity: ConversationIdentity, message: InboundMessage): Promise<Accepted> {
    const { flush } = await this.#enter(identity);
    const { accepted, fresh } = await this.#take(message);
    // A new conversation becomes listed with its first message; the turn doesn't wait for it.
    if (fresh) await flush();
    await this.#schedule();
    return accepted;
  }

  async receiveTexts(identity: ConversationIdentity, texts: readonly ContactText[]): Promise<void> {
    // Texts are gathered before their turn and no page waits for the first token, so nothing is prefetched.
    const { log, supervisor, flush } = await this.#enter(identity, false);
    const accepted = receiveTexts(log, DEPS, identity, texts);
    supervisor.wake();
    await this.#schedule();
    if (accepted.some(({ duplicate }) => !duplicate)) this.ctx.waitUntil(flush());
  }

  async receiveNotice(identity: ConversationIdentity, notice: InboundNotice): Promise<void> {
    const { log, flush } = await this.#enter(identity, false);
    receiveNotice(log, DEPS, notice);
    this.ctx.waitUntil(flush());
    await this.#schedule();
  }

  async markUrgent(
    address: ConversationAddress,
    urgent: { readonly why: string; readonly at: string },
  ): Promise<void> {
    const { log, flush } = await this.#enter(identityAt(address), false);
    if (!markUrgent(log.store, urgent)) return;
    log.list();
    this.ctx.waitUntil(flush());
  }

  async receiveTrigger(identity: ConversationIdentity, message: InboundMessage): Promise<Accepted> {
    const { log, supervisor, flush } = await this.#enter(identity);
    const accepted = receiveTrigger(log, DEPS, identity, message);
    supervisor.wake();
    await this.#schedule();
    if (!accepted.duplicate) this.ctx.waitUntil(flush());
    return accepted;
  }

  async messages(
    identity: ConversationIdentity,
    page: { before?: string; limit: number },
  ): Promise<{ items: Message[]; hasMore: boolean }> {
    const { log } = await this.#enter(identity);
    return messagePage(log, page, (id, older) => messagesOf(this.#context(identity), id, older));
  }

  async carry(identity: ConversationIdentity, messageId?: string): ReturnType<ConversationRpc["carry"]> {
    const { log, runner } = await this.#enter(identity, false);
    return carry({ log, sql: this.sql, takenIn: runner.takenIn }, messageId);
  }

  async beginFork(identity: ConversationIdentity, carried: Carried): Promise<Conversation> {
    await this.lifecycle.start();
    const { agent } = carried;
    const { log, flush, renewReader } = this.#conversation({
      ...identity,
      ...(agent === undefined ? {} : { agent }),
    });
    await copyQuotes(this.#context(identity).db, carried.parent.id, identity.conversationId);
    beginFork({ log, sql: this.sql, clock: systemClock }, identity, carried);
    await renewReader();
    log.list();
    await flush();
    return log.open(identity);
  }

  async expire(address: ConversationAddress, idleDays: number | null): Promise<void> {
    const { log, flush } = await this.#enter(identityAt(address), false);
    expireIdle(log, systemClock, idleDays);
    await flush();
  }

  async transcript(identity: ConversationIdentity, after: number): ReturnType<ConversationRpc["transcript"]> {
    const { log } = await this.#enter(identity, false);
    return transcriptPage(log, after);
  }

  async said(_: ConversationAddress, runIds: readonly string[]): Promise<Readonly<Record<string, string>>> {
    await this.lifecycle.start();
    if (this.#opened === null && this.#identity() === null) return {};
    const { messages } = this.#conversation().log;
    return Object.fromEntries(runIds.map((runId) => [runId, talkOf(messages.saidIn(runId))]));
  }

  async standing(identity: ConversationIdentity, turnId: string): Promise<TurnStanding> {
    const { log } = await this.#enter(identity, false);
    return standingOf(log, turnId);
  }

  async stop(identity: ConversationIdentity, by: Author): Promise<{ stopped: boolean }> {
    const { supervisor } = await this.#enter(identity);
    return { stopped: supervisor.stop(by) };
  }

  async deliverOutcome(address: ConversationAddress, outcome: OutcomeDelivery): Promise<void> {
    const { log, supervisor } = await this.#enter(identityAt(address));
    acceptOutcome(log, DEPS, outcome);
    supervisor.wake();
    await this.#schedule();
  }

  async approvalChanged(address: ConversationAddress, approval: Approval): Promise<void> {
    const { log } = await this.#enter(identityAt(address));
    log.showApproval(approval);
    await this.#schedule();
  }

  async update(
    identity: ConversationIdentity,
    { closedBy: by, reopened, ...change }: Parameters<ConversationRpc["update"]>[1],
  ): Promise<Conversation> {
    const { log, flush } = await this.#enter(identity);
    if (by !== undefined) closeSession(log, systemClock, by);
    if (reopened === true) reopenSession(log);
    const conversation = log.update(change);
    await flush();
    await this.#schedule();
    return conversation;
  }

  async prompt(identity: ConversationIdentity, speaker: Author): Promise<PromptView> {
    const { runner } = await this.#enter(identity);
    return runner.promptView(speaker);
  }

  async readersChanged(address: ConversationAddress): Promise<void> {
    await this.lifecycle.start();
    if (this.#identity() === null) return;
    const { renewReader } = await this.#enter(identityAt(address), false);
    await renewReader();
  }

  async endSession(sessionId: string): Promise<void> {
    await this.lifecycle.start();
    for (const connection of this.#sockets.getConnections(sessionTag(sessionId))) {
      connection.close(CLOSE_CODES.sessionOver, "session over");
    }
  }

  async rewrite(_: ConversationAddress, changes: readonly StoredChange[]): Promise<void> {
    await this.lifecycle.start();
    if (this.#opened === null && this.#identity() === null) return;
    const { log, flush } = this.#conversation();
    this.sql.transaction(() => {
      changeRows(this.sql, listTables(this.sql, CONVERSATION_TABLES), changes);
      wasRewritten(log);
    });
    await flush();
    await this.#schedule();
  }

  async endRestored({ tenantId, conversationId }: ConversationAddress, at: string): Promise<void> {
    await this.lifecycle.start();
    const identity = this.#identity();
    if (identity?.tenantId === tenantId && identity.conversationId === conversationId)
      endRestored(this.sql, at);
  }

  /** The alarm: resumes open turns without a runner and flushes pending D1 writes. */
  async onJob({ job }: LifecycleJobContext): Promise<LifecycleJobOutcome> {
    if (job.fn !== HEARTBEAT) return undefined;
    if (this.#opened === null && this.#identity() === null) return undefined;
    const { log, supervisor, flush } = this.#conversation();
    const nowMs = systemClock.now();
    noticeUnread(log, nowMs, supervisor.answeringId());
    const { source, tenantId } = log.store.get().identity;
    const wake = (): Promise<boolean> => {
      const leaves = log.store.outbox().length > 0;
      supervisor.wake();
      return Promise.resolve(leaves);
    };
    // A run that no open page shows yields while webhook deliveries stream in.
    const isLeft = await (GIVES_WAY.has(source) && !this.#peers.any()
      ? deliveries.giveWay(`${tenantId} runs`, nowMs + GIVES_WAY_MS, wake)
      : wake());
    // If a turn starts now, its records are written at its end or at the next heartbeat.
    if (isLeft) await flush();
    const at = this.#nextLookAt();
    this.#heartbeatAt = at;
    return at === null ? undefined : { rescheduleAt: at };
  }

  /** Starts the object and opens the conversation; any entry resumes an open turn. `soon`: a turn someone is waiting for may follow. */
  async #enter(identity: ConversationIdentity, soon = true): Promise<OpenConversation> {
    await this.lifecycle.start();
    if (settleAgent(this.#conversation(identity).log, identity)) {
      this.#opened?.runner.release();
      this.#opened = null;
    }
    const opened = this.#conversation(identity);
    opened.log.open(identity);
    if (soon) opened.runner.prepare();
    opened.supervisor.wake();
    return opened;
  }

  /** The conversation in memory. Its own row determines tenant and agent; `first` is used if there is none yet. */
  #conversation(first: ConversationIdentity | null = null): OpenConversation {
    if (this.#opened !== null) return this.#opened;
    const identity = this.#identity() ?? first;
    if (identity === null) throw new Error("the conversation was not opened");
    this.#opened = openConversation(this.#context(identity), identity, {
      sql: this.sql,
      peers: this.#peers,
      settled: () => this.ctx.waitUntil(this.#settle()),
      closeTo: (reader) => this.#closeTo(reader),
    });
    return this.#opened;
  }

  #context({ tenantId }: Pick<ConversationIdentity, "tenantId">): TenantContext {
    return standingContext(this.env, { keepAlive: (work) => this.ctx.waitUntil(work) }).tenant(tenantId);
  }

  #identity(): ConversationIdentity | null {
    const row = this.sql.rows<{ identity: string }>("SELECT identity FROM conversation")[0];
    return row === undefined ? null : (JSON.parse(row.identity) as ConversationIdentity);
  }

  /** Accepts a message here, or in the fork where the chat continues. `fresh`: it is this object's first one. */
  async #take(message: InboundMessage): Promise<{ accepted: Accepted; fresh: boolean }> {
    const { log, runner, supervisor, flush } = this.#conversation();
    const elsewhere = await sendToFork(
      this.#context(log.store.get().identity),
      { log, runner },
      this.sql,
      message,
    );
    if (elsewhere !== null) {
      await flush();
      return { accepted: elsewhere, fresh: false };
    }
    const fresh = log.messages.lastCommitted() === null && log.messages.queued().length === 0;
    const accepted = acceptMessage(log, DEPS, message);
    supervisor.wake();
    return { accepted, fresh };
  }

  async #connected(connection: Connection, request: Request): Promise<void> {
    const state = socketStateOf(request);
    if (state === null) return;
    connection.setState(state);
    const { noteSocket, log } = await this.#enter(state.identity);
    // The conversation may have become private after the request was authorized.
    if (!mayRead(log.store.get().reader, state.session.userId)) {
      connection.close(CLOSE_CODES.private, "private conversation");
      return;
    }
    this.ctx.waitUntil(noteSocket(state.session.sessionId));
  }

  async #received(connection: Connection, message: unknown): Promise<void> {
    const state = connection.state as SocketState | null;
    if (state !== null) {
      const { log } = await this.#enter(state.identity);
      if (!mayRead(log.store.get().reader, state.session.userId)) return;
    }
    await this.#frames.take(connection, state?.session ?? null, message);
    this.#opened?.runner.release();
  }

  #pages(): Connection[] {
    return [...this.#sockets.getConnections()].filter(({ state }) =>
      mayRead(this.#reader, (state as SocketState | null)?.session.userId),
    );
  }

  /** Closes all sockets except those of the private conversation's reader. */
  #closeTo(reader: string): void {
    this.#reader = reader;
    for (const connection of this.#sockets.getConnections()) {
      const state = connection.state as SocketState | null;
      if (mayRead(reader, state?.session.userId)) continue;
      this.#peers.forget(connection);
      connection.close(CLOSE_CODES.private, "private conversation");
    }
  }

  #gone(connection: Connection): void {
    this.#frames.forget(connection);
    this.#peers.forget(connection);
    if ((connection.state as SocketState | null)?.presence === undefined) return;
    this.#peers.broadcast({ type: "presence", people: this.#people(connection.id) });
  }

  /** People present, without the departing page `exceptId`. */
  #people(exceptId?: string): PresentPerson[] {
    const open = [...this.#sockets.getConnections()].filter(({ id }) => id !== exceptId);
    return peopleOf(open.flatMap(({ state }) => pageOf(state as SocketState | null)));
  }

  async #perform(frame: ClientFrame, session: SocketSession, peer: Peer): Promise<ServerEvent | null> {
    const { log, supervisor, flush } = this.#conversation();
    switch (frame.type) {
      case "hello":
        if (log.store.get().unread) {
          log.update({ unread: false });
          this.ctx.waitUntil(flush());
        }
        return snapshotEvent(log, supervisor.live(), this.#people());
      case "message.send": {
        const { accepted, fresh } = await this.#take({
          messageId: frame.clientMessageId,
          author: { kind: "user", id: session.userId, name: session.userName },
          text: frame.text,
          answer: frame.answer,
        });
        if (fresh) this.ctx.waitUntil(flush());
        this.ctx.waitUntil(this.#schedule());
        const { duplicate, turnId, conversationId } = accepted;
        return {
          type: "message.accepted",
          clientMessageId: frame.clientMessageId,
          duplicate,
          turnId,
          ...(conversationId === undefined ? {} : { conversationId }),
        };
      }
      case "turn.stop":
        supervisor.stop({ kind: "user", id: session.userId, name: session.userName });
        return null;
      case "presence": {
        const before = JSON.stringify(this.#people());
        const connection = this.#sockets.getConnection(peer.id);
        const state = connection?.state as SocketState | undefined;
        if (state !== undefined) connection?.setState({ ...state, presence: presenceOf(frame) });
        const people = this.#people();
        if (JSON.stringify(people) !== before) this.#peers.broadcast({ type: "presence", people });
        return null;
      }
      case "ping":
        return { type: "pong" };
    }
  }

  /** After a turn: writes its records in one D1 batch, then deferred work. */
  async #settle(): Promise<void> {
    const { flush, runner } = this.#conversation();
    await flush();
    await this.#schedule();
    await runner.upkeep();
  }

  #nextLookAt(): number | null {
    const { supervisor, log } = this.#conversation();
    const turnAt = supervisor.nextLookAt();
    if (log.store.outbox().length === 0) return turnAt;
    const flushAt = systemClock.now() + LIMITS.turnAlarmMs;
    return turnAt === null ? flushAt : Math.min(turnAt, flushAt);
  }

  /** Schedules the next heartbeat if it would otherwise be too late. An earlier one is kept, since every change is a write. */
  async #schedule(): Promise<void> {
    const at = this.#nextLookAt();
    const nowMs = systemClock.now();
    const stands = this.#heartbeatAt !== null && this.#heartbeatAt > nowMs;
    if (at === null || (stands && Number(this.#heartbeatAt) <= at)) return;
    this.#heartbeatAt = null;
    await this.lifecycle.jobs.push({ id: HEARTBEAT, fn: HEARTBEAT, time: Math.max(at, nowMs) });
    this.#heartbeatAt = at;
  }
}
