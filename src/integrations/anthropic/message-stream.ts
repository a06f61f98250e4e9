/**
 * Reads an answer of the Messages API as it streams (platform.claude.com, "Streaming messages", read 2026-11-21) and puts the message
 * together. Blocks are kept as they came: they are sent back unmodified.
 */
import type {
  ContentBlock,
  Message,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from "@anthropic-ai/sdk/resources/messages";

/** A failure the service named. `status` and `headers` are undefined for one in the middle of a stream. */
export class ModelServiceError extends Error {
  override readonly name = "ModelServiceError";
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** Such as `overloaded_error`; null where the answer named none. */
  readonly type: string | null;
  readonly requestId: string | null;

  constructor(body: unknown, requestId: string | null, from?: { status: number; headers: Headers }) {
    const { type = null, message = "" } = errorIn(body);
    super([from?.status, type, message].filter(Boolean).join(" "));
    this.status = from?.status;
    this.headers = from?.headers;
    this.type = type;
    this.requestId = requestId;
  }
}

/** The stream ended or went silent before the message was complete. */
export class CutStreamError extends Error {
  override readonly name = "CutStreamError";
}

/** An error's body: `{"type":"error","error":{"type":"…","message":"…"}}`. */
function errorIn(body: unknown): { type?: string; message?: string } {
  const { error } = (body ?? {}) as { error?: { type?: unknown; message?: unknown } };
  return {
    ...(typeof error?.type === "string" ? { type: error.type } : {}),
    ...(typeof error?.message === "string" ? { message: error.message } : {}),
  };
}

/** Throws what an answer says that is no stream. */
export async function refuseFailure(response: Response): Promise<void> {
  if (response.ok) return;
  const { status, headers } = response;
  throw new ModelServiceError(parseJson(await response.text()), headers.get("request-id"), {
    status,
    headers,
  });
}

interface Listener {
  /** Called for every chunk: the service sends pings while a model thinks. */
  readonly onBytes: () => void;
  readonly onEvent: (event: RawMessageStreamEvent) => void;
}

/** The whole message. Throws CutStreamError for a stream without its end, ModelServiceError for an error in the middle of one. */
export async function readMessage(response: Response, { onBytes, onEvent }: Listener): Promise<Message> {
  if (response.body === null) throw new CutStreamError();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const lines = new EventLines();
  const message = new GrowingMessage();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (!done) onBytes();
      for (const data of lines.take(done ? "\n\n" : decoder.decode(value, { stream: true }))) {
        const event = JSON.parse(data) as RawMessageStreamEvent | { type: "error" } | { type: "ping" };
        if (event.type === "error") throw new ModelServiceError(event, response.headers.get("request-id"));
        if (event.type === "ping") continue;
        message.take(event);
        onEvent(event);
      }
      if (done) return message.whole();
    }
  } catch (error) {
    // A body nobody reads holds its connection.
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** The data of server-sent events (WHATWG HTML, "Interpreting an event stream"). Each event of the Messages API names its type in its data. */
class EventLines {
  #rest = "";
  #data: string[] = [];

  take(text: string): string[] {
    // A carriage return at the end may be half of a line's end.
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => {
      if (line.startsWith("data:")) this.#data.push(line.slice(line[5] === " " ? 6 : 5));
      if (line !== "" || this.#data.length === 0) return [];
      return [this.#data.splice(0).join("\n")];
    });
  }
}

class GrowingMessage {
  #message: Message | null = null;
  /** The input of calls by block, as JSON that arrives in pieces. */
  readonly #inputs = new Map<number, string>();
  #isWhole = false;

  take(event: RawMessageStreamEvent): void {
    if (event.type === "message_stop") this.#isWhole = true;
    if (event.type === "message_start") this.#message = event.message;
    if (event.type === "content_block_start") this.#begun.content[event.index] = event.content_block;
    if (event.type === "content_block_delta") this.#extend(event.index, event.delta);
    if (event.type === "message_delta") {
      const { usage } = this.#begun;
      Object.assign(this.#begun, event.delta);
      // Totals of the whole message; what doesn't apply is left out.
      for (const [name, total] of Object.entries(event.usage))
        if (total !== null) Object.assign(usage, { [name]: total });
    }
  }

  whole(): Message {
    const message = this.#begun;
    if (!this.#isWhole || message.stop_reason === null) throw new CutStreamError();
    for (const [index, json] of this.#inputs)
      Object.assign(message.content[index] ?? {}, { input: inputOf(json, message.stop_reason) });
    return message;
  }

  get #begun(): Message {
    if (this.#message === null) throw new CutStreamError();
    return this.#message;
  }

  #extend(index: number, delta: RawContentBlockDelta): void {
    const block = this.#begun.content[index];
    if (block === undefined) throw new CutStreamError();
    if (delta.type === "input_json_delta")
      this.#inputs.set(index, (this.#inputs.get(index) ?? "") + delta.partial_json);
    else extend(block, delta);
  }
}

function extend(block: ContentBlock, delta: RawContentBlockDelta): void {
  if (block.type === "text") {
    if (delta.type === "text_delta") block.text += delta.text;
    if (delta.type === "citations_delta") block.citations = [...(block.citations ?? []), delta.citation];
  }
  if (block.type === "thinking") {
    if (delta.type === "thinking_delta") block.thinking += delta.thinking;
    if (delta.type === "signature_delta") block.signature = delta.signature;
  }
}

/** A call's input. That of a reply which broke off may be no JSON; such calls are never run (src/agent/runs/next-step.ts). */
function inputOf(json: string, stopReason: Message["stop_reason"]): unknown {
  const input = json === "" ? {} : parseJson(json);
  if (input !== undefined) return input;
  if (stopReason === "tool_use") throw new CutStreamError();
  return {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
