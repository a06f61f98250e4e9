/** A conversation as pages and the product see it: its object over RPC and real sockets, its model the sandbox's. */
import { conversationObjectName } from "../../../../src/kernel/tenant-names.ts";
import type { Message } from "../../../../src/agent/api/message.ts";
import { SOCKET_HEADERS, type ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { serverFrameSchema, type ServerFrame } from "../../../../src/agent/api/conversation-frames.ts";
import { CannotCome } from "../../../support/cannot-come.ts";
import { until } from "../../../support/until.ts";
import { control, testEnv } from "../../../support/worker.ts";

export { until };

export const TENANT = "tenant_alder";
export const DANA = { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } as const;

/** A fresh conversation. */
export function newIdentity(): ConversationIdentity {
  return { tenantId: TENANT, conversationId: crypto.randomUUID(), source: "web_chat" };
}

/** Its object. */
export async function objectOf(identity: ConversationIdentity) {
  return testEnv.CONVERSATIONS.getByName(
    await conversationObjectName(identity.tenantId, identity.conversationId),
  );
}

/** Its object as the test tools take it. */
export async function stubOf(identity: ConversationIdentity) {
  const name = await conversationObjectName(identity.tenantId, identity.conversationId);
  return (testEnv.CONVERSATIONS as unknown as DurableObjectNamespace).getByName(name);
}

/** Queues the model's answers to requests that contain the marker. */
export async function script(marker: string, responses: readonly Record<string, unknown>[]): Promise<void> {
  await control("anthropic/script", { marker, responses });
}

/** An answer of plain text. */
export function says(text: string, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { content: [{ type: "text", text }], ...extra };
}

/** A tool call in an answer; its id is made of the letter. */
export function calls(letter: string, name: string, input: Record<string, unknown>): Record<string, unknown> {
  return { type: "tool_use", id: `toolu_${letter}`, name, input };
}

/** Requests the model received that contain the marker. */
export async function requestsOf(
  marker: string,
): Promise<{ request: Record<string, unknown>; usage: unknown }[]> {
  const answer = (await control(`anthropic/requests?marker=${encodeURIComponent(marker)}`)) as {
    items: { request: Record<string, unknown>; usage: unknown }[];
  };
  return answer.items;
}

/** All messages of the conversation. */
export async function messagesOf(identity: ConversationIdentity): Promise<Message[]> {
  const { items } = await (await objectOf(identity)).messages(identity, { limit: 200 });
  return items;
}

/** What a message says. */
export function textOf(message: Message): string {
  return message.parts
    .map((part) => (part.type === "text" ? String((part as { text?: unknown }).text) : ""))
    .join("");
}

type FrameOf<Type extends ServerFrame["type"]> = ServerFrame & { type: Type };

/** A page on the conversation's socket. Every frame it gets is checked against the wire contract. */
export class Page {
  readonly frames: ServerFrame[] = [];
  closed: number | null = null;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      this.frames.push(serverFrameSchema.parse(JSON.parse(event.data as string)));
    });
    socket.addEventListener("close", (event) => {
      this.closed = event.code;
    });
    socket.accept();
  }

  static async open(
    identity: ConversationIdentity,
    session: { id: string; expiresAt: string },
  ): Promise<Page> {
    const object = await objectOf(identity);
    const answer = await object.fetch(
      new Request("https://app/api/conversations/x/socket", {
        headers: {
          upgrade: "websocket",
          [SOCKET_HEADERS.tenantId]: identity.tenantId,
          [SOCKET_HEADERS.conversation]: encodeURIComponent(JSON.stringify(identity)),
          [SOCKET_HEADERS.sessionId]: session.id,
          [SOCKET_HEADERS.sessionExpiresAt]: session.expiresAt,
          [SOCKET_HEADERS.userId]: DANA.id,
          [SOCKET_HEADERS.userName]: encodeURIComponent(DANA.name),
        },
      }),
    );
    if (answer.webSocket === null) throw new Error(`no socket: ${answer.status}`);
    return new Page(answer.webSocket);
  }

  say(frame: unknown): void {
    this.#socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  send(text: string, clientMessageId: string = crypto.randomUUID()): string {
    this.say({ type: "message.send", clientMessageId, text });
    return clientMessageId;
  }

  close(): void {
    this.#socket.close(1000, "done");
  }

  of<Type extends ServerFrame["type"]>(type: Type): FrameOf<Type>[] {
    return this.frames.filter((frame): frame is FrameOf<Type> => frame.type === type);
  }

  /** All text streamed in an attempt. */
  streamed(attempt = 1): string {
    return this.of("text.delta")
      .filter((frame) => frame.attempt === attempt)
      .map(({ text }) => text)
      .join("");
  }

  /** The first frame of a type that fits, now or to come. */
  next<Type extends ServerFrame["type"]>(
    type: Type,
    fits: (frame: FrameOf<Type>) => boolean = () => true,
    timeoutMs?: number,
  ): Promise<FrameOf<Type>> {
    return until(() => {
      const found = this.of(type).find(fits);
      if (found === undefined && this.closed !== null)
        throw new CannotCome(`no such ${type}: the socket was closed with ${this.closed}`);
      return found;
    }, timeoutMs);
  }

  /** The code with which the object ends the socket. Fails at once where it answers another frame instead. */
  ended(): Promise<number> {
    const before = this.of("pong").length;
    try {
      // With a number: a plain ping is answered without the object.
      this.say({ type: "ping", n: 1 });
    } catch {
      // It is closed already.
    }
    return until(() => {
      if (this.closed === null && this.of("pong").length > before)
        throw new CannotCome("the socket is open: the object answers");
      return this.closed;
    });
  }
}

/** A signed-in session of Dana's, as rows. */
export async function session(
  id = `session_${crypto.randomUUID()}`,
): Promise<{ id: string; expiresAt: string }> {
  const now = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const dana = await testEnv.DB.prepare(
    "select id from users where email = 'dana@alderfinch.example'",
  ).first<{ id: string }>();
  await testEnv.DB.prepare(
    "insert into sessions (id, tenant_id, user_id, secret_hash, device, created_at, last_seen_at, expires_at) values (?, ?, ?, ?, 'test', ?, ?, ?)",
  )
    .bind(id, TENANT, dana?.id ?? "", crypto.randomUUID(), now, now, expiresAt)
    .run();
  return { id, expiresAt };
}
