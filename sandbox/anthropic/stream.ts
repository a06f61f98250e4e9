/** Replies as server-sent events in the real order and framing, with delays and cuts as scripted. */
import { setTimeout as sleep } from "node:timers/promises";
import { CutConnection } from "../router.ts";
import { errorBody } from "./errors.ts";
import { textOf } from "./prompt.ts";
import { messageObject, type CompleteReply } from "./reply.ts";
import { webUse } from "./web-tools.ts";
import type { Block } from "./types.ts";

/** Characters per text chunk: a few words. */
const CHUNK_CHARS = 20;

export interface Pace {
  readonly chunkDelayMs: number;
  /** Chunks after which the connection drops. */
  readonly cutAfterChunks: number | null;
  /** An error event instead of the end. */
  readonly error: { readonly type: string; readonly message: string; readonly requestId: string } | null;
  readonly signal: AbortSignal;
}

/** The body of a streamed response. Errors where the pace cuts it, which drops the connection. */
export function streamBody(reply: CompleteReply, pace: Pace): ReadableStream<Uint8Array> {
  const frames = framesOf(reply, pace);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await frames.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await frames.return(undefined);
    },
  });
}

async function* framesOf(reply: CompleteReply, pace: Pace): AsyncGenerator<Uint8Array, void> {
  let chunks = 0;
  const mayGoOn = async (): Promise<void> => {
    if (pace.cutAfterChunks !== null && chunks >= pace.cutAfterChunks) throw new CutConnection();
    chunks += 1;
    // An aborted sleep ends the stream quietly: nobody is reading.
    if (pace.chunkDelayMs > 0)
      await sleep(pace.chunkDelayMs, undefined, { signal: pace.signal }).catch(() => undefined);
  };

  yield frame("message_start", { message: messageObject(reply, "start") });
  for (const [index, block] of reply.content.entries()) {
    yield frame("content_block_start", { index, content_block: startOf(block) });
    if (index === 0) yield frame("ping", {});
    for (const delta of deltasOf(block)) {
      await mayGoOn();
      yield frame("content_block_delta", { index, delta });
    }
    yield frame("content_block_stop", { index });
  }
  if (pace.cutAfterChunks !== null) throw new CutConnection();
  if (pace.error !== null) {
    yield encode("error", errorBody(pace.error.type, pace.error.message, pace.error.requestId));
    return;
  }
  const { cache_creation: _split, ...usage } = reply.usage;
  yield frame("message_delta", {
    delta: { stop_reason: reply.stopReason, stop_sequence: null, stop_details: null, container: null },
    usage: { ...usage, output_tokens_details: null, server_tool_use: webUse(reply.content) },
  });
  yield frame("message_stop", {});
}

function startOf(block: Block): Block {
  switch (block.type) {
    case "text":
      return { ...block, text: "", citations: citationsOf(block).length > 0 ? [] : null };
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "tool_use":
    case "server_tool_use":
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltasOf(block: Block): Record<string, unknown>[] {
  switch (block.type) {
    case "text":
      return [
        ...pieces(textOf(block, "text")).map((text) => ({ type: "text_delta", text })),
        ...citationsOf(block).map((citation) => ({ type: "citations_delta", citation })),
      ];
    case "thinking":
      return [
        ...pieces(textOf(block, "thinking")).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: block["signature"] },
      ];
    case "tool_use":
    case "server_tool_use":
      return pieces(JSON.stringify(block["input"])).map((partial) => ({
        type: "input_json_delta",
        partial_json: partial,
      }));
    default:
      return [];
  }
}

function citationsOf(block: Block): readonly unknown[] {
  return Array.isArray(block["citations"]) ? (block["citations"] as unknown[]) : [];
}

/** Splits between characters. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = "";
  for (const character of text) {
    piece += character;
    if (piece.length >= CHUNK_CHARS) {
      found.push(piece);
      piece = "";
    }
  }
  return piece === "" ? found : [...found, piece];
}

function frame(type: string, data: Record<string, unknown>): Uint8Array {
  return encode(type, { type, ...data });
}

const encoder = new TextEncoder();

function encode(event: string, data: Record<string, unknown>): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
