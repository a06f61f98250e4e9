/** Answers as the real SDK reads them: streams, scripts, thinking, errors, records. */
import Anthropic from "@anthropic-ai/sdk";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import { describe, expect, it } from "vitest";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
const client = (): Anthropic =>
  new Anthropic({ apiKey: "k", baseURL: `${sandbox.url}/anthropic`, maxRetries: 0 });
const script = async (marker: string, ...responses: Json[]): Promise<void> => {
  const answer = await sandbox.post("/control/anthropic/script", { marker, responses });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
};
const ask = (content: string): { model: string; max_tokens: number; messages: MessageParam[] } => ({
  model: "claude-sonnet-5-5",
  max_tokens: 1000,
  messages: [{ role: "user", content }],
});

describe("a streamed answer", () => {
  it("reads the same through the SDK as a whole one, with every kind of block", async () => {
    const content = [
      { type: "thinking", thinking: "They ask about the heater; I look it up first." },
      { type: "text", text: "Ich schaue nach: 🔥 — einen Moment bitte." },
      {
        type: "tool_use",
        id: "toolu_a",
        name: "look",
        input: { query: 'a "quoted" word', list: [1, { deep: null }] },
      },
      { type: "tool_use", id: "toolu_b", name: "look", input: {} },
    ];
    await script("heater-1", { content }, { content });
    const whole = await client().messages.create(ask("heater-1"));
    const streamed = await client().messages.stream(ask("heater-1")).finalMessage();
    const unsigned = (message: Anthropic.Message): Json[] =>
      message.content.map((block) => ({ ...block, ...("signature" in block ? { signature: "…" } : {}) }));
    expect(unsigned(streamed)).toEqual(unsigned(whole));
    expect(unsigned(streamed)).toMatchObject(content);
    expect(streamed.stop_reason).toBe("tool_use");
    expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens);
    expect(streamed.usage.input_tokens).toBe(whole.usage.input_tokens);
  });

  it("is framed as named events in the documented order", async () => {
    await script("frames", { content: [{ type: "text", text: "x".repeat(45) }] });
    const answer = await sandbox.messages({ ...ask("frames"), stream: true });
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const frames = (await answer.text()).trimEnd().split("\n\n");
    const names = frames.map((frame) => /^event: (\w+)\ndata: (\{.*\})$/.exec(frame)?.[1]);
    expect(names).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    for (const frame of frames) {
      const [event = "", data = ""] = frame.split("\n");
      expect((JSON.parse(data.slice(6)) as Json)["type"]).toBe(event.slice(7));
    }
  });

  it("breaks off after as many pieces as the script says, and the next try gets the next answer", async () => {
    await script(
      "cut-me",
      { content: [{ type: "text", text: "y".repeat(200) }], cutAfterChunks: 3 },
      { content: [{ type: "text", text: "whole" }] },
    );
    let seen = "";
    const stream = client().messages.stream(ask("cut-me"));
    stream.on("text", (delta) => (seen += delta));
    await expect(stream.finalMessage()).rejects.toThrow();
    expect(seen).toBe("y".repeat(60));
    expect((await client().messages.create(ask("cut-me"))).content).toMatchObject([{ text: "whole" }]);
  });

  it("waits where the script says so", async () => {
    await script("slow", {
      content: [{ type: "text", text: "z".repeat(60) }],
      delayMs: 60,
      chunkDelayMs: 30,
    });
    // oxlint-disable-next-line no-restricted-properties -- the sandbox's own pace; a lower bound holds on a busy machine
    const begun = performance.now();
    await client().messages.stream(ask("slow")).finalMessage();
    // oxlint-disable-next-line no-restricted-properties -- as above
    expect(performance.now() - begun).toBeGreaterThan(140);
  });

  it("ends in an error event where the script gives content and an error", async () => {
    await script("late-error", {
      content: [{ type: "text", text: "half" }],
      error: { status: 529, message: "Overloaded" },
    });
    const failure = await client()
      .messages.stream(ask("late-error"))
      .finalMessage()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Anthropic.APIError);
    expect((failure as InstanceType<typeof Anthropic.APIError>).status).toBeUndefined();
  });
});

describe("scripts", () => {
  it("answer in order wherever the marker stands in the messages, then the operator takes over", async () => {
    await script(
      "m-7",
      { content: [{ type: "text", text: "one" }] },
      { content: [{ type: "text", text: "two" }] },
    );
    const history: MessageParam[] = [
      { role: "user", content: "m-7 please" },
      { role: "assistant", content: "sure" },
      { role: "user", content: "and now?" },
    ];
    expect((await client().messages.create(ask("m-7"))).content).toMatchObject([{ text: "one" }]);
    expect((await client().messages.create({ ...ask(""), messages: history })).content).toMatchObject([
      { text: "two" },
    ]);
    const [after] = (await client().messages.create(ask("m-7"))).content;
    expect(after).not.toMatchObject({ text: "two" });
    expect(after?.type).toBe("text");
  });

  it("of several markers the one that occurs latest counts", async () => {
    await script("old-marker", { content: [{ type: "text", text: "old" }] });
    await script("new-marker", { content: [{ type: "text", text: "new" }] });
    const messages: MessageParam[] = [
      { role: "user", content: "old-marker" },
      { role: "assistant", content: "…" },
      { role: "user", content: "new-marker" },
    ];
    expect((await client().messages.create({ ...ask(""), messages })).content).toMatchObject([
      { text: "new" },
    ]);
  });

  it("are found in tool results too, and are not used up by a refused request", async () => {
    await script("in-result", { content: [{ type: "text", text: "found" }] });
    const call = { type: "tool_use" as const, id: "t1", name: "look", input: {} };
    const opening: MessageParam[] = [
      { role: "user", content: "go" },
      { role: "assistant", content: [call] },
    ];
    const result = { type: "tool_result" as const, tool_use_id: "t1", content: '{"note":"in-result"}' };
    await expect(
      client().messages.create({
        ...ask(""),
        messages: [...opening, { role: "user", content: [{ ...result, tool_use_id: "t2" }] }],
      }),
    ).rejects.toThrow("t1");
    const answer = await client().messages.create({
      ...ask(""),
      messages: [...opening, { role: "user", content: [result] }],
    });
    expect(answer.content).toMatchObject([{ text: "found" }]);
  });

  it.each([
    [429, "rate_limit_error", Anthropic.RateLimitError],
    [529, "overloaded_error", Anthropic.APIError],
    [401, "authentication_error", Anthropic.AuthenticationError],
  ])("can fail with %i", async (status, type, kind) => {
    await script("fail-now", { error: { status, message: "no" } });
    const failure = await client()
      .messages.create(ask("fail-now"))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject({ status, error: { error: { type, message: "no" } } });
  });

  it("that make no sense are refused with the field's name", async () => {
    const answer = await sandbox.post("/control/anthropic/script", {
      marker: "m",
      responses: [{ content: "text" }],
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("responses.0.content");
  });

  it("survive a restart of the sandbox", async () => {
    await script("kept", { content: [{ type: "text", text: "still here" }] });
    await sandbox.restart();
    expect((await client().messages.create(ask("kept"))).content).toMatchObject([{ text: "still here" }]);
  });
});

describe("thinking", () => {
  const first = { type: "thinking", thinking: "Think it over." };
  const converse = async (model: string): Promise<MessageParam[]> => {
    await script("ponder", { content: [first, { type: "text", text: "Done." }] });
    const reply = await client().messages.create({ ...ask("ponder"), model });
    return [
      { role: "user", content: "ponder" },
      { role: "assistant", content: reply.content as MessageParam["content"] },
      { role: "user", content: "go on" },
    ];
  };
  const send = (messages: MessageParam[], more: Json = {}): Promise<unknown> =>
    client().messages.create({ ...ask(""), messages, ...more });
  const edited = (messages: MessageParam[], change: Json): MessageParam[] =>
    messages.map((message, index) =>
      index === 1
        ? {
            ...message,
            content: (message.content as never as Json[]).map((block) =>
              block["type"] === "thinking" ? { ...block, ...change } : block,
            ) as never,
          }
        : message,
    );

  it("comes back unchanged and is taken, also after a restart and with other breakpoints", async () => {
    const messages = await converse("claude-sonnet-5-5");
    await sandbox.restart();
    await expect(send(messages)).resolves.toBeDefined();
    const marked = [{ type: "text", text: "ponder", cache_control: { type: "ephemeral" } }];
    await expect(
      send([{ role: "user", content: marked as never }, ...messages.slice(1)]),
    ).resolves.toBeDefined();
  });

  it.each<[string, Json]>([
    ["text", { thinking: "Think it under." }],
    ["signature", { signature: "AAAA" }],
  ])("is refused with a changed %s", async (_name, change) => {
    const messages = await converse("claude-sonnet-5-5");
    await expect(send(edited(messages, change))).rejects.toThrow("Invalid `signature` in `thinking` block");
  });

  it("is refused behind a changed prefix on models that bind it, and may be left out instead", async () => {
    const messages = await converse("claude-sonnet-5-5");
    await expect(send(messages, { system: "New rules." })).rejects.toThrow(
      "bound to a different conversation",
    );
    await expect(send([{ role: "user", content: "changed" }, ...messages.slice(1)])).rejects.toThrow("bound");
    const without = messages.map(({ role, content }) => ({
      role,
      content: Array.isArray(content) ? content.filter(({ type }) => type !== "thinking") : content,
    }));
    await expect(send(without as MessageParam[], { system: "New rules." })).resolves.toBeDefined();
  });

  it("of an older model is not bound to what stood before it", async () => {
    const messages = await converse("claude-sonnet-4-6");
    await expect(send(messages, { model: "claude-sonnet-4-6", system: "New rules." })).resolves.toBeDefined();
  });

  it("keeps a signature that the script chose", async () => {
    await script("own-signature", {
      content: [
        { ...first, signature: "mine" },
        { type: "text", text: "Done." },
      ],
    });
    const reply = await client().messages.create(ask("own-signature"));
    expect(reply.content[0]).toMatchObject({ signature: "mine" });
    const messages: MessageParam[] = [
      { role: "user", content: "own-signature" },
      { role: "assistant", content: reply.content as MessageParam["content"] },
      { role: "user", content: "go on" },
    ];
    await expect(send(messages)).resolves.toBeDefined();
    await expect(send(edited(messages, { thinking: "Other." }))).rejects.toThrow("Invalid `signature`");
  });
});

describe("the record of requests", () => {
  it("keeps the bytes, the usage and what was refused, by marker", async () => {
    const raw =
      '{"model":"claude-sonnet-5-5",  "max_tokens":9,\n"messages":[{"role":"user","content":"rec-1 \\u00e9"}]}';
    await sandbox.messages(raw);
    await sandbox.messages({ ...ask("rec-1 again"), temperature: 0 });
    await sandbox.messages(ask("something else"));
    const { items } = (await sandbox.get("/control/anthropic/requests?marker=rec-1")) as { items: Json[] };
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      raw,
      request: JSON.parse(raw) as Json,
      status: 200,
      usage: { output_tokens: expect.any(Number) as number },
    });
    expect(items[1]).toMatchObject({
      status: 400,
      usage: null,
      error: "temperature: Extra inputs are not permitted",
    });
    expect(((await sandbox.get("/control/anthropic/requests")) as { items: Json[] }).items).toHaveLength(3);
  });
});
