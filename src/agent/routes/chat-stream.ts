/**
 * A chat call as server-sent events (HTML Standard, 9.2): what the agent writes and looks up while it works, then the
 * whole answer as the last event.
 */
import type { Principal } from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { ChatEvent, ChatResponse } from "../api/chat.ts";
import type { ServerFrame } from "../api/conversation-frames.ts";
import { socketRequest } from "../../platform/http/sockets.ts";

/** Comments in between keep proxies from closing a quiet stream. */
const QUIET_MS = 10_000;
const EVENTS = "text/event-stream";

/** Whether a client asked for a stream of events. */
export function asksForEvents(accept: string | undefined): boolean {
  return accept?.includes(EVENTS) === true;
}

/** Receives the turns of a call, once they are known. */
export type OnTurns = (
  turns: readonly string[],
  object: SocketObject,
  identity: ConversationIdentity,
) => void;

interface SocketObject {
  fetch(request: Request): Promise<Response>;
}

/**
 * Responds with events while `work` runs. `waits` keeps the process alive until then; a client that leaves ends
 * only the stream.
 */
export function eventStream(
  {
    url,
    principal,
    log,
    waits,
  }: {
    readonly url: string;
    readonly principal: Principal;
    readonly log: Logger;
    readonly waits: (work: Promise<unknown>) => void;
  },
  work: (onTurns: OnTurns) => Promise<ChatResponse>,
): Response {
  const encoder = new TextEncoder();
  let to: ReadableStreamDefaultController<Uint8Array> | null = null;
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => void (to = controller),
    cancel: () => void (to = null),
  });
  const write = (text: string): void => to?.enqueue(encoder.encode(text));
  const send = ({ event, ...data }: ChatEvent): void =>
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const quiet = setInterval(() => write(": at work\n\n"), QUIET_MS);
  let socket: WebSocket | null = null;
  const watch: OnTurns = (turns, object, identity) => {
    const handshake = new Request(new URL("/", url), { headers: { upgrade: "websocket" } });
    object.fetch(socketRequest(handshake, principal, identity)).then(
      ({ webSocket }) => {
        if (webSocket === null || webSocket === undefined) return;
        socket = webSocket;
        webSocket.accept();
        webSocket.addEventListener("message", ({ data }) => {
          for (const event of eventsOf(JSON.parse(String(data)) as ServerFrame, turns)) send(event);
        });
      },
      (error: unknown) => log.warn("chat.not_streamed", { error }),
    );
  };
  waits(
    work(watch)
      .then(
        (answer) => send({ event: "answer", ...answer }),
        (error: unknown) => {
          const known = error instanceof AppError;
          if (!known) log.error("chat.stream_failed", { error });
          send({
            event: "error",
            code: known ? error.code : "internal",
            message: known ? error.message : "Something went wrong on our side.",
          });
        },
      )
      .finally(() => {
        clearInterval(quiet);
        socket?.close(1000);
        to?.close();
      }),
  );
  return new Response(readable, { headers: { "content-type": EVENTS, "cache-control": "no-store" } });
}

/** A frame of the conversation's socket as events; other turns, thinking and results stay out. Pure. */
export function eventsOf(frame: ServerFrame, turns: readonly string[]): ChatEvent[] {
  if (frame.type === "snapshot") {
    const { turn } = frame;
    return turn === undefined || !turns.includes(turn.turnId) || turn.text === ""
      ? []
      : [{ event: "text", messageId: turn.messageId, text: turn.text }];
  }
  if (!("turnId" in frame) || !turns.includes(frame.turnId)) return [];
  if (frame.type === "text.delta") return [{ event: "text", messageId: frame.messageId, text: frame.text }];
  if (frame.type === "turn.restarted") return [{ event: "restart" }];
  return frame.type === "tool.started" ? [{ event: "tool", name: frame.name, summary: frame.summary }] : [];
}
