import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelEvent, ModelRequest } from "../../../../src/agent/ports.ts";
import { anthropicModel, bodyOf } from "../../../../src/integrations/anthropic/client.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { comesAbout } from "../../../support/event-loop.ts";

const REQUEST: ModelRequest = {
  model: "claude-sonnet-5-5",
  maxTokens: 100,
  system: [{ type: "text", text: "You are." }],
  tools: [],
  messages: [{ role: "user", content: "hi" }],
  thinking: true,
  outputSchema: null,
};

type Handler = (response: ServerResponse) => void;
let server: Server;
let handlers: Handler[];
let received: { headers: NodeJS.Dict<string | string[]>; body: string }[];

beforeEach(async () => {
  handlers = [];
  received = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      (handlers.shift() ?? ((answer: ServerResponse) => answer.writeHead(500).end()))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const HEAD = event("message_start", {
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 4, cache_creation_input_tokens: 2 },
  },
});
const block = (index: number, start: object, ...deltas: object[]): string =>
  event("content_block_start", { index, content_block: start }) +
  deltas.map((delta) => event("content_block_delta", { index, delta })).join("") +
  event("content_block_stop", { index });
const TAIL =
  event("message_delta", {
    delta: { stop_reason: "tool_use", stop_sequence: null },
    usage: { output_tokens: 7 },
  }) + event("message_stop", {});
const WHOLE =
  HEAD +
  block(
    0,
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: "hm" },
    { type: "signature_delta", signature: "sig" },
  ) +
  block(
    1,
    { type: "text", text: "" },
    { type: "text_delta", text: "Hel" },
    { type: "text_delta", text: "lo" },
  ) +
  block(
    2,
    { type: "tool_use", id: "toolu_1", name: "search_contacts", input: {} },
    { type: "input_json_delta", partial_json: '{"query":' },
    { type: "input_json_delta", partial_json: '"Ana"}' },
  ) +
  TAIL;

const streams =
  (text: string): Handler =>
  (response) =>
    void response.writeHead(200, { "content-type": "text/event-stream", "request-id": "req_9" }).end(text);
const fails =
  (status: number, type: string, headers: Record<string, string> = {}): Handler =>
  (response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ type: "error", error: { type, message: "no" } }));

function run(
  options: {
    signal?: AbortSignal;
    silenceMs?: number;
    triesMs?: number;
    admitRetry?: () => Promise<boolean>;
  } = {},
) {
  const events: ModelEvent[] = [];
  const waits: number[] = [];
  const signs = { ofLife: 0 };
  const { port } = server.address() as AddressInfo;
  const call = anthropicModel({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: "sk-test",
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    random: () => 1,
    ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
    ...(options.triesMs === undefined ? {} : { triesMs: options.triesMs }),
  });
  const reply = call(REQUEST, {
    signal: options.signal ?? new AbortController().signal,
    onEvent: (one) => {
      if (one.type === "alive") signs.ofLife += 1;
      else events.push(one);
    },
    admitRetry: options.admitRetry ?? (() => Promise.resolve(true)),
  });
  return { reply, events, waits, signs };
}

/** The client's limits pass when the test says so. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

describe("the model client", () => {
  it("hands the whole reply back as it came, and streams text and thinking", async () => {
    handlers = [streams(WHOLE)];
    const { reply, events } = run();
    expect(await reply).toEqual({
      content: [
        { type: "thinking", thinking: "hm", signature: "sig" },
        { type: "text", text: "Hello" },
        { type: "tool_use", id: "toolu_1", name: "search_contacts", input: { query: "Ana" } },
      ],
      stopReason: "tool_use",
      usage: { inputTokens: 10, outputTokens: 7, cacheReadTokens: 4, cacheWriteTokens: 2 },
      requestId: "req_9",
    });
    expect(events).toEqual([
      { type: "thinking", text: "hm" },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
    ]);
    expect(JSON.parse(received[0]!.body)).toEqual({ ...bodyOf(REQUEST), stream: true });
  });

  it("leaves an input empty that the limit of tokens has cut", async () => {
    const tool = { type: "tool_use", id: "toolu_1", name: "search_contacts", input: {} };
    handlers = [
      streams(HEAD + block(0, tool, { type: "input_json_delta", partial_json: '{"query": "An' }) + TAIL),
    ];
    expect((await run().reply).content).toEqual([tool]);
  });

  it("signs in, and asks for the version of the API that the SDK is made for", async () => {
    handlers = [streams(WHOLE)];
    await run().reply;
    const sdk = await readFile("node_modules/@anthropic-ai/sdk/client.mjs", "utf8");
    expect(received[0]?.headers).toMatchObject({
      authorization: "Bearer sk-test",
      "anthropic-version": /'anthropic-version': '([\d-]+)'/.exec(sdk)?.[1],
      "content-type": "application/json",
    });
  });

  it.each([
    [429, "rate_limit_error", "busy"],
    [529, "overloaded_error", "busy"],
    [500, "api_error", "error"],
    [503, "api_error", "error"],
  ])("asks again after %i", async (status, type, reason) => {
    handlers = [fails(status, type), streams(WHOLE)];
    const { reply, events, waits } = run();
    await reply;
    expect(events[0]).toEqual({ type: "retrying", attempt: 2, delayMs: 500, reason });
    expect(waits).toEqual([500]);
  });

  it("waits as long as the service asks", async () => {
    handlers = [fails(429, "rate_limit_error", { "retry-after": "3" }), streams(WHOLE)];
    const { reply, waits } = run();
    await reply;
    expect(waits).toEqual([3_000]);
  });

  it("takes a service that asks for a long pause for down", async () => {
    handlers = [fails(429, "rate_limit_error", { "retry-after": "3600" })];
    await expect(run().reply).rejects.toMatchObject({ status: 429 });
  });

  it.each([
    [
      "a stream that is cut",
      HEAD + event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ],
    ["a stream without its end", WHOLE.replace(event("message_stop", {}), "")],
    [
      "an overload in the middle",
      HEAD + event("error", { error: { type: "overloaded_error", message: "busy" } }),
    ],
  ])("asks again after %s", async (_, text) => {
    handlers = [streams(text), streams(WHOLE)];
    const { reply, events } = run();
    expect((await reply).stopReason).toBe("tool_use");
    expect(events.filter(({ type }) => type === "retrying")).toHaveLength(1);
  });

  it("takes silence for a cut stream", async () => {
    handlers = [
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(HEAD),
      streams(WHOLE),
    ];
    standStill();
    const { reply, events, signs } = run({ silenceMs: 1_000 });
    await comesAbout("the stream begins", () => signs.ofLife > 0);
    vi.advanceTimersByTime(1_000);
    await reply;
    expect(events[0]).toMatchObject({ type: "retrying", reason: "cut" });
  });

  it("asks no more once its tries have taken too long together", async () => {
    const hangs = (response: ServerResponse): void =>
      void response.writeHead(200, { "content-type": "text/event-stream" }).write(HEAD);
    handlers = [hangs, hangs, streams(WHOLE)];
    standStill();
    const { reply, events, signs } = run({ silenceMs: 300, triesMs: 450 });
    for (const tries of [1, 2]) {
      await comesAbout(`try ${tries} begins`, () => signs.ofLife === tries);
      vi.advanceTimersByTime(300);
    }
    await expect(reply).rejects.toMatchObject({ name: "IntegrationError" });
    expect(events.filter(({ type }) => type === "retrying")).toHaveLength(1);
    expect(received).toHaveLength(2);
  });

  it("lets a model think for longer than the limit of silence while the service sends pings", async () => {
    const silenceMs = 1_500;
    const answering = Promise.withResolvers<ServerResponse>();
    handlers = [(response) => answering.resolve(response)];
    standStill();
    const { reply, events, signs } = run({ silenceMs });
    const response = await answering.promise;
    response.writeHead(200, { "content-type": "text/event-stream" }).write(HEAD);
    // Three times the limit has passed before the first event that is no ping.
    for (let pings = 0; pings < 15; pings++) {
      await comesAbout(`ping ${pings} is heard`, () => signs.ofLife > pings);
      vi.advanceTimersByTime(silenceMs / 5);
      response.write(event("ping", {}));
    }
    response.end(WHOLE.slice(HEAD.length));
    expect((await reply).stopReason).toBe("tool_use");
    expect(signs.ofLife).toBeGreaterThan(15);
    expect(events.filter(({ type }) => type === "retrying")).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it.each([
    [400, "invalid_request_error"],
    [401, "authentication_error"],
    [413, "request_too_large"],
  ])("gives up at once at %i", async (status, type) => {
    handlers = [fails(status, type), streams(WHOLE)];
    await expect(run().reply).rejects.toMatchObject({
      name: "IntegrationError",
      outcome: "not_applied",
      status,
    });
    expect(received).toHaveLength(1);
  });

  it("gives up after four retries, waiting longer each time", async () => {
    handlers = Array.from({ length: 9 }, () => fails(500, "api_error"));
    const { reply, waits } = run();
    await expect(reply).rejects.toBeInstanceOf(IntegrationError);
    expect(received).toHaveLength(5);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it("stops when told to", async () => {
    const controller = new AbortController();
    handlers = [
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(HEAD),
    ];
    const { reply } = run({ signal: controller.signal });
    await comesAbout("the question arrives", () => received.length === 1);
    controller.abort();
    await expect(reply).rejects.toMatchObject({ name: "AbortError" });
    expect(received).toHaveLength(1);
  });
});

describe("how a model is told to think", () => {
  it.each([
    ["claude-sonnet-5-5", true, { type: "adaptive", display: "summarized" }],
    ["claude-sonnet-5-5", false, { type: "between_tools" }],
    ["claude-haiku-5-5", false, { type: "disabled" }],
    ["claude-sonnet-4-6", true, { type: "adaptive", display: "summarized" }],
    ["claude-haiku-4-5", true, undefined],
    ["llama-3", true, undefined],
  ])("%s, thinking %s", (model, thinking, expected) => {
    expect((bodyOf({ ...REQUEST, model, thinking }) as { thinking?: unknown }).thinking).toEqual(expected);
  });

  it("gives up with the failure it had where a further try is not admitted", async () => {
    handlers = [fails(529, "overloaded_error"), streams(WHOLE)];
    const { reply } = run({ admitRetry: () => Promise.resolve(false) });
    await expect(reply).rejects.toMatchObject({ name: "IntegrationError", status: 529 });
    expect(handlers).toHaveLength(1);
  });
});
