/**
 * Streams a turn as Server-Sent Events: the frames of the conversation's socket that belong to it, then
 * `done` with the answer.
 */
import type { Principal } from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { AccountAnswer } from "../api/account-query.ts";
import type { ConversationIdentity } from "../../agent/api/objects.ts";
import { serverFrameSchema, type ServerFrame } from "../../agent/api/conversation-frames.ts";
import type { TenantContext } from "../../platform/context.ts";
import { socketRequest } from "../../platform/http/sockets.ts";

/** Maximum duration of a stream; anything later is in the conversation. */
const LONGEST_MS = 10 * 60_000;

interface StreamOf {
  readonly object: Awaited<ReturnType<TenantContext["objects"]["conversation"]>>;
  readonly principal: Principal;
  readonly identity: ConversationIdentity;
  readonly send: () => Promise<{ readonly turnId: string }>;
  readonly answer: (turnId: string) => Promise<AccountAnswer>;
}

/** Throws if the conversation can't be watched. */
export async function accountStream(request: Request, of: StreamOf): Promise<Response> {
  const handshake = new Request(request.url, { headers: { upgrade: "websocket" } });
  const { webSocket: socket } = await of.object.fetch(socketRequest(handshake, of.principal, of.identity));
  if (!socket)
    throw new AppError("unavailable", "The conversation can’t be watched right now. Ask without a stream.");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const write = (event: string, data: unknown): void => {
    void writer
      .write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      .catch(() => socket.close());
  };
  const heard: ServerFrame[] = [];
  let turnId: string | null = null;
  let isOver = false;
  const end = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    try {
      if (turnId !== null) write("done", await of.answer(turnId));
    } catch {
      write("error", { message: "The answer couldn’t be read. It is in the conversation." });
    }
    socket.close();
    await writer.close().catch(() => undefined);
  };
  const take = (frame: ServerFrame): void => {
    if (isOver || !("turnId" in frame && frame.turnId === turnId)) return;
    write(frame.type, frame);
    if (frame.type === "turn.finished" || frame.type === "turn.failed") void end();
  };
  const timer = setTimeout(() => void end(), LONGEST_MS);
  socket.addEventListener("message", ({ data }) => {
    const frame = serverFrameSchema.safeParse(JSON.parse(String(data)));
    if (!frame.success) return;
    if (turnId === null) heard.push(frame.data);
    else take(frame.data);
  });
  socket.addEventListener("close", () => void end());
  socket.accept();
  const sent = await of.send().catch(async (error: unknown) => {
    isOver = true;
    clearTimeout(timer);
    socket.close();
    await writer.abort().catch(() => undefined);
    throw error;
  });
  turnId = sent.turnId;
  write("accepted", { conversationId: of.identity.conversationId, turnId });
  for (const frame of heard) take(frame);
  return new Response(readable, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}
