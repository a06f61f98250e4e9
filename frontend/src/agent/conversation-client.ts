/** One open conversation: its socket, its state, and its outgoing messages. It outlives re-renders, but not the page. */
import { conversationEndpoints, type Conversation } from "../../../src/agent/api/conversation.ts";
import { serverFrameSchema } from "../../../src/agent/api/conversation-frames.ts";
import { type Approval } from "../../../src/approvals/api/approval.ts";
import { type Message } from "../../../src/agent/api/message.ts";
import type { FormAnswer } from "../../../src/agent/api/question.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import {
  applyFrame,
  forNewLine,
  EMPTY_CONVERSATION,
  isCutShort,
  prependMessages,
  withWholeMessages,
  type ConversationState,
} from "./conversation-state.ts";
import { LiveSocket, type LineState } from "../api/live-socket.ts";
import {
  accepted,
  EMPTY_OUTBOX,
  enqueue,
  handOver,
  parseOutbox,
  refused,
  retry,
  serializeOutbox,
  settle,
  unsent,
  type Outbox,
} from "../api/outbox.ts";
import { newId, readStored, writeStored } from "../api/storage.ts";

/** State that a page renders. A new object on every change. */
export interface ConversationView {
  readonly state: ConversationState;
  readonly outbox: Outbox;
  readonly line: LineState;
  /** Set when the conversation cannot be opened at all. */
  readonly problem: ApiError | null;
  /** Shown when an action over the connection was refused. */
  readonly notice: string | null;
  readonly loadingOlder: boolean;
}

/** Callbacks of the client to the rest of the app. */
export interface ConversationClientEvents {
  onApproval(approval: Approval): void;
  onConversation(conversation: Conversation): void;
  /** The chat continues in a fork, which receives the unconfirmed messages. */
  onForked?(id: string): void;
}

const OLDER_WINDOW = 50;
/** Maximum messages per question. */
const MAX_PAGE = 200;
const FRAME_TYPES: ReadonlySet<unknown> = new Set(
  serverFrameSchema.options.map((option) => option.shape.type.value),
);

function outboxKey(userId: string, conversationId: string): string {
  return `outbox.${userId}.${conversationId}`;
}

/** Stores the first message of a conversation that doesn't exist yet; the page that opens it creates it and sends the message. */
export function startConversation(userId: string, text: string): string {
  const id = newId();
  const outbox = enqueue(
    { ...EMPTY_OUTBOX, create: true },
    { clientMessageId: newId(), text, at: new Date().toISOString() },
  );
  writeStored(outboxKey(userId, id), serializeOutbox(outbox));
  return id;
}

export class ConversationClient {
  readonly id: string;
  private readonly key: string;
  private readonly userId: string;
  private readonly events: ConversationClientEvents;
  private readonly path: string;
  private readonly listeners = new Set<() => void>();
  private socket: LiveSocket | null = null;
  private view: ConversationView;
  private stopped = false;
  private looking = false;
  private readingWhole = false;

  constructor(id: string, userId: string, events: ConversationClientEvents) {
    this.id = id;
    this.path = `/api/conversations/${encodeURIComponent(id)}/socket`;
    this.key = outboxKey(userId, id);
    this.userId = userId;
    this.events = events;
    this.view = {
      state: EMPTY_CONVERSATION,
      outbox: parseOutbox(readStored(this.key)),
      line: "connecting",
      problem: null,
      notice: null,
      loadingOlder: false,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): ConversationView => this.view;

  /** Connects; first creates the conversation if it was started on this device. */
  async start(): Promise<void> {
    this.stopped = false;
    if (this.view.outbox.create && !(await this.create())) return;
    if (this.stopped || this.socket) return;
    this.socket = new LiveSocket({
      path: this.path,
      greeting: JSON.stringify({ type: "hello" }),
      onMessage: (data) => this.receive(data),
      onState: (line) => this.lineChanged(line),
      onRefused: () => this.mayComeBack(),
    });
  }

  stop(): void {
    this.stopped = true;
    this.socket?.close();
    this.socket = null;
  }

  /** Puts a message in line and sends it as soon as there is one. */
  say(text: string, answer?: FormAnswer): void {
    const given = answer === undefined ? {} : { answer };
    const entry = { clientMessageId: newId(), text, at: new Date().toISOString(), ...given };
    this.setOutbox(enqueue(this.view.outbox, entry));
    this.socket?.send({ type: "message.send", clientMessageId: entry.clientMessageId, text, ...given });
  }

  sayAgain(clientMessageId: string): void {
    this.setOutbox(retry(this.view.outbox, clientMessageId));
    this.flush();
  }

  discard(clientMessageId: string): void {
    this.setOutbox(settle(this.view.outbox, new Set([clientMessageId])));
  }

  stopTurn(): void {
    if (!this.socket?.send({ type: "turn.stop" })) {
      void call(conversationEndpoints.stop, { params: { id: this.id } }).catch((error: unknown) =>
        this.set({ notice: error instanceof Error ? error.message : "Couldn’t stop the turn." }),
      );
    }
  }

  /** Whether this page is visible and focused; sent to the other clients and again after each reconnect. */
  look(now: boolean): void {
    if (this.looking === now) return;
    this.looking = now;
    this.tellPresence();
  }

  /** A change made over HTTP, shown before the socket tells it. */
  know(conversation: Conversation): void {
    this.set({ state: { ...this.view.state, conversation } });
    this.events.onConversation(conversation);
  }

  dismissNotice(): void {
    this.set({ notice: null });
  }

  async loadOlder(limit = OLDER_WINDOW): Promise<void> {
    const first = this.view.state.messages[0];
    if (!first || this.view.loadingOlder || !this.view.state.hasMore) return;
    this.set({ loadingOlder: true });
    try {
      const page = await call(conversationEndpoints.messages, {
        params: { id: this.id },
        query: { before: first.id, limit },
      });
      this.set({ state: prependMessages(this.view.state, page) });
    } catch (error) {
      this.set({ notice: error instanceof Error ? error.message : "Couldn’t load older messages." });
    } finally {
      this.set({ loadingOlder: false });
    }
  }

  /** Loads long tool results that the socket sent truncated, once they are opened. */
  async readWhole(): Promise<void> {
    const { messages } = this.view.state;
    const cut = messages.findIndex(isCutShort);
    if (cut < 0 || this.readingWhole) return;
    this.readingWhole = true;
    try {
      const limit = Math.min(messages.length - cut, MAX_PAGE);
      const page = await call(conversationEndpoints.messages, { params: { id: this.id }, query: { limit } });
      const state = withWholeMessages(this.view.state, page.items);
      if (state !== this.view.state) this.set({ state });
    } catch {
      // The beginning stays, and says how much is missing.
    } finally {
      this.readingWhole = false;
    }
  }

  private async create(): Promise<boolean> {
    for (let attempt = 0; !this.stopped; attempt++) {
      try {
        const conversation = await call(conversationEndpoints.create, {
          body: { id: this.id },
        });
        this.events.onConversation(conversation);
        break;
      } catch (error) {
        if (error instanceof ApiError && (error.code === "exists" || error.code === "conflict")) break;
        if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
          this.set({ problem: error });
          return false;
        }
        this.set({ line: "waiting" });
        await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * (attempt + 1), 10_000)));
      }
    }
    this.setOutbox({ ...this.view.outbox, create: false });
    return true;
  }

  /** A socket that was refused does not say why; the same question over HTTP does. */
  private async mayComeBack(): Promise<boolean> {
    try {
      await call(conversationEndpoints.get, { params: { id: this.id } });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) return true;
      // The conversation is now private to another member: drop its content from this page.
      if (error.code === "private") this.set({ problem: error, state: EMPTY_CONVERSATION });
      else if (error.status !== 401) this.set({ problem: error });
      return false;
    }
  }

  private lineChanged(line: LineState): void {
    const state = line === "open" ? forNewLine(this.view.state) : this.view.state;
    this.set({ line, state });
    if (line === "open" && this.looking) this.tellPresence();
  }

  private receive(data: unknown): void {
    const parsed = serverFrameSchema.safeParse(data);
    if (!parsed.success) return this.notUnderstood(data);
    const frame = parsed.data;
    const state = applyFrame(this.view.state, frame, new Date().toISOString());
    this.set({ state });
    if (frame.type === "snapshot") {
      for (const approval of frame.approvals) this.events.onApproval(approval);
      this.events.onConversation(frame.conversation);
      this.settleShown(frame.messages);
      this.flush();
    } else if (frame.type === "message.added") {
      this.settleShown([frame.message]);
    } else if (frame.type === "message.accepted") {
      this.taken(frame.clientMessageId, frame.conversationId);
    } else if (frame.type === "error") {
      this.refuse(frame.error.message, frame.clientMessageId);
    } else if (frame.type === "approval.requested" || frame.type === "approval.updated") {
      this.events.onApproval(frame.approval);
    } else if (frame.type === "conversation.updated") {
      this.events.onConversation(frame.conversation);
      this.followFork(frame.conversation.session?.goesOn);
    }
    if (state.needsSnapshot) this.askForSnapshot();
  }

  private taken(clientMessageId: string, elsewhere: string | undefined): void {
    if (elsewhere !== undefined) return this.goOnIn(elsewhere);
    this.setOutbox(accepted(this.view.outbox, clientMessageId));
    this.settleShown(this.view.state.messages);
  }

  private followFork(fork: { readonly id: string } | undefined): void {
    if (fork !== undefined) this.goOnIn(fork.id);
  }

  /** Passes unconfirmed messages to the fork; the server drops those it already has. */
  private goOnIn(id: string): void {
    const key = outboxKey(this.userId, id);
    writeStored(key, serializeOutbox(handOver(this.view.outbox, parseOutbox(readStored(key)))));
    this.setOutbox(EMPTY_OUTBOX);
    this.events.onForked?.(id);
  }

  /**
   * Unreadable frames are dropped and reported, but not requested again, since the same frame would come back. Unknown kinds of frames from a newer
   * server are ignored.
   */
  private notUnderstood(data: unknown): void {
    const { type } = (data ?? {}) as { type?: unknown };
    if (data !== undefined && !FRAME_TYPES.has(type)) return;
    if (this.view.state.conversation !== null) {
      this.set({
        notice: "The server sent something this page can’t read. Reloading may help.",
      });
      return;
    }
    const message = "The server sent something this version of the page can’t read. Reloading may help.";
    this.set({ problem: new ApiError({ status: 200, code: "unreadable", message }) });
  }

  private tellPresence(): void {
    this.socket?.send({ type: "presence", looking: this.looking });
  }

  private askForSnapshot(): void {
    this.set({ state: { ...this.view.state, needsSnapshot: false } });
    this.socket?.send({ type: "hello" });
  }

  private refuse(message: string, clientMessageId: string | undefined): void {
    if (clientMessageId) this.setOutbox(refused(this.view.outbox, clientMessageId, message));
    else this.set({ notice: message });
  }

  private settleShown(messages: readonly Message[]): void {
    this.setOutbox(settle(this.view.outbox, new Set(messages.map((message) => message.id))));
  }

  private flush(): void {
    for (const { clientMessageId, text, answer } of unsent(this.view.outbox)) {
      this.socket?.send({
        type: "message.send",
        clientMessageId,
        text,
        ...(answer === undefined ? {} : { answer }),
      });
    }
  }

  private setOutbox(outbox: Outbox): void {
    if (outbox === this.view.outbox) return;
    writeStored(this.key, serializeOutbox(outbox));
    this.set({ outbox });
  }

  private set(change: Partial<ConversationView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
