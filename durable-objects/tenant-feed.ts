/**
 * Sockets of the live feed: who holds them, what they may send (hello, presence and ping), and when they are closed. They carry hints
 * only; a page that missed some refetches over HTTP.
 */
import type { Connection, DurableObjectCapability } from "agents/lifecycle";
import { WebSockets } from "agents/websockets";
import { peopleOf, presenceOf, type Presence } from "../src/agent/conversations/index.ts";
import { withoutGrounds } from "../src/approvals/index.ts";
import { msOf, type Clock } from "../src/kernel/clock.ts";
import { LIMITS } from "../src/kernel/limits.ts";
import { systemLogger } from "../src/platform/logger.ts";
import { mayRead } from "../src/platform/privacy.ts";
import { SOCKET_HEADERS } from "../src/agent/api/objects.ts";
import {
  clientFrameSchema,
  CLOSE_CODES,
  type FeedEvent,
  type PresentPerson,
} from "../src/platform/api/socket.ts";

const SOCKETS_PER_SESSION = 20;
/** Presence changes within this time are sent together. */
const PRESENCE_MS = 150;
/** Query parameters that would select the library's other transport or a custom connection ID. */
const LIBRARY_PARAMETERS = ["__agents_transport", "_pk"];

/** The owner of a socket; survives hibernation. */
interface Holder {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly expiresAtMs: number;
  /** Absent on sockets opened before the feed had presence. */
  readonly userId?: string;
  readonly userName?: string;
  readonly presence?: Presence;
}

/** What the feed needs from its object. */
interface FeedHost {
  readonly clock: Clock;
  /** Whether a handshake's tenant is this object's. */
  owns(tenantId: string): Promise<boolean>;
  sessionAlive(tenantId: string, sessionId: string): Promise<boolean>;
}

/** The sockets of one tenant's feed. Install `door` before `sockets`. */
export class TenantFeed {
  readonly #host: FeedHost;
  readonly sockets: WebSockets;
  /** Rejects handshakes our Worker didn't make, and the library's own transports, which would bypass frame checks and never hibernate. */
  readonly door: DurableObjectCapability;
  #told = "";
  #telling = false;
  /** When the last event was sent. Lost on hibernation, which only happens to idle objects. */
  #changedAtMs: number | null = null;

  constructor(host: FeedHost) {
    this.#host = host;
    this.door = { onWebSocketUpgrade: ({ request }) => this.#refusal(request) };
    this.sockets = new WebSockets({
      protocol: false,
      getConnectionTags: (_connection, { request }) => [tagOf(holderOf(request).sessionId)],
      handlers: {
        onConnect: (connection, { request }) => this.#connected(connection, holderOf(request)),
        onMessage: (connection, message) => this.#received(connection, message),
        onClose: (connection) => this.#gone(connection),
        onError: (connection) => this.#gone(connection),
      },
    });
  }

  /** Sends an event to every open page. If it has a reader, other members' pages get a redacted version. */
  publish(event: FeedEvent, reader: string | null = null): void {
    if (event.type !== "presence") this.#changedAtMs = this.#host.clock.now();
    const frame = JSON.stringify(event);
    const forOthers = reader === null ? event : withoutWords(event);
    const otherFrame = forOthers === event ? frame : forOthers === null ? null : JSON.stringify(forOthers);
    for (const connection of this.sockets.getConnections()) {
      const shown = mayRead(reader, (connection.state as Holder).userId) ? frame : otherFrame;
      if (this.#isOver(connection)) close(connection, CLOSE_CODES.sessionOver, "session over");
      else if (shown !== null) send(connection, shown);
    }
  }

  hasListeners(): boolean {
    return this.sockets.getConnections().next().done !== true;
  }

  /** Closes the sockets of a session. */
  endSession(sessionId: string): void {
    for (const connection of this.sockets.getConnections(tagOf(sessionId))) {
      close(connection, CLOSE_CODES.sessionOver, "session over");
    }
  }

  /** Closes a person's sockets and returns their sessions. */
  endMember(userId: string): string[] {
    const ended = new Set<string>();
    for (const connection of this.sockets.getConnections()) {
      const holder = connection.state as Holder;
      if (holder.userId !== userId) continue;
      ended.add(holder.sessionId);
      close(connection, CLOSE_CODES.sessionOver, "session over");
    }
    return [...ended];
  }

  #people(exceptId?: string): PresentPerson[] {
    const pages = [...this.sockets.getConnections()].flatMap((connection) => {
      const { userId, userName, presence } = connection.state as Holder;
      if (connection.id === exceptId || userId === undefined || presence === undefined) return [];
      return [{ userId, name: userName ?? "", presence }];
    });
    return peopleOf(pages);
  }

  /** Sends presence, throttled: however fast one page changes, others are updated rarely. */
  #tellPeople(exceptId?: string): void {
    if (this.#telling) return;
    this.#telling = true;
    setTimeout(() => {
      this.#telling = false;
      const people = this.#people(exceptId);
      const told = JSON.stringify(people);
      if (told === this.#told) return;
      this.#told = told;
      this.publish({ type: "presence", people });
    }, PRESENCE_MS);
  }

  #gone(connection: Connection): void {
    if ((connection.state as Holder | null)?.presence !== undefined) this.#tellPeople(connection.id);
  }

  async #refusal(request: Request): Promise<Response | undefined> {
    const { searchParams } = new URL(request.url);
    const { tenantId, sessionId, expiresAtMs } = holderOf(request);
    const isOurs =
      !LIBRARY_PARAMETERS.some((name) => searchParams.has(name)) &&
      tenantId !== "" &&
      sessionId !== "" &&
      !Number.isNaN(expiresAtMs) &&
      (await this.#host.owns(tenantId));
    return isOurs ? undefined : new Response(null, { status: 403 });
  }

  #connected(connection: Connection, holder: Holder): void {
    connection.setState(holder);
    const held = [...this.sockets.getConnections(tagOf(holder.sessionId))].length;
    if (held > SOCKETS_PER_SESSION) close(connection, CLOSE_CODES.tooMany, "too many pages");
    else send(connection, this.#ready());
  }

  /** A page loads its data before its socket opens, so the server reports whether anything changed since. */
  #ready(): string {
    const changedMs =
      this.#changedAtMs === null ? undefined : Math.max(0, this.#host.clock.now() - this.#changedAtMs);
    return JSON.stringify({ type: "feed.ready", changedMs } satisfies FeedEvent);
  }

  async #received(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    const size = typeof message === "string" ? message.length : message.byteLength;
    if (size > LIMITS.socketFrameBytes) return close(connection, CLOSE_CODES.tooLarge, "frame too large");
    if (!(await this.#isAlive(connection))) return close(connection, CLOSE_CODES.sessionOver, "session over");
    const frame = frameIn(message);
    if (frame?.type === "ping") send(connection, JSON.stringify({ type: "pong" } satisfies FeedEvent));
    if (frame?.type === "hello") {
      send(connection, this.#ready());
      const people = this.#people();
      if (people.length > 0)
        send(connection, JSON.stringify({ type: "presence", people } satisfies FeedEvent));
    }
    if (frame?.type === "presence") {
      connection.setState({ ...(connection.state as Holder), presence: presenceOf(frame) });
      this.#tellPeople();
    }
  }

  /** If the session can't be looked up, it counts as ended. */
  async #isAlive(connection: Connection): Promise<boolean> {
    if (this.#isOver(connection)) return false;
    const { tenantId, sessionId } = connection.state as Holder;
    try {
      return await this.#host.sessionAlive(tenantId, sessionId);
    } catch (error) {
      systemLogger.warn("feed.session_check_failed", { error });
      return false;
    }
  }

  #isOver(connection: Connection): boolean {
    return (connection.state as Holder).expiresAtMs <= this.#host.clock.now();
  }
}

/** The public part of an event about a private conversation; null if there is none. */
function withoutWords(event: FeedEvent): FeedEvent | null {
  if (event.type === "conversation.updated")
    return { type: "conversation.closed", id: event.conversation.id };
  if (event.type === "approval.updated") return { ...event, approval: withoutGrounds(event.approval) };
  return event.type === "notification.added" ? null : event;
}

function holderOf(request: Request): Holder {
  return {
    tenantId: request.headers.get(SOCKET_HEADERS.tenantId) ?? "",
    sessionId: request.headers.get(SOCKET_HEADERS.sessionId) ?? "",
    expiresAtMs: msOf(request.headers.get(SOCKET_HEADERS.sessionExpiresAt) ?? ""),
    userId: request.headers.get(SOCKET_HEADERS.userId) ?? "",
    userName: decoded(request.headers.get(SOCKET_HEADERS.userName) ?? ""),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function tagOf(sessionId: string): string {
  return `session:${sessionId}`.slice(0, 256);
}

/** A valid client frame; undefined for anything else. */
function frameIn(message: string | ArrayBuffer | ArrayBufferView) {
  return typeof message === "string" ? clientFrameSchema.safeParse(parseJson(message)).data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The page may have gone since it was listed. */
function send(connection: Connection, frame: string): void {
  try {
    connection.send(frame);
  } catch {
    close(connection, 1011, "not delivered");
  }
}

function close(connection: Connection, code: number, reason: string): void {
  try {
    connection.close(code, reason);
  } catch {
    // Already closed.
  }
}
