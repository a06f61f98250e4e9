/** Prompt-cache accounting by true byte prefix. */
import { describe, expect, it } from "vitest";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
interface Usage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation: Json;
}

const LONG = "Every heater in the building was checked in October. ".repeat(60);
const mark = (ttl?: string): Json => ({ cache_control: { type: "ephemeral", ...(ttl ? { ttl } : {}) } });
const text = (words: string, more: Json = {}): Json => ({ type: "text", text: words, ...more });
const request = (system: Json[], messages: Json[], more: Json = {}): Json => ({
  model: "claude-sonnet-5-5",
  max_tokens: 50,
  system,
  messages,
  ...more,
});
const user = (...content: Json[]): Json => ({ role: "user", content });
const assistant = (...content: Json[]): Json => ({ role: "assistant", content });

async function usageOf(body: Json, key = "k"): Promise<Usage> {
  const answer = await sandbox.messages(body, { "x-api-key": key, "anthropic-version": "2026-10-21" });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { usage: Usage }).usage;
}

async function countOf(body: Json): Promise<number> {
  const { max_tokens: _, ...countable } = body;
  const answer = await sandbox.messages(
    countable,
    { "x-api-key": "k", "anthropic-version": "2026-10-21" },
    "/count_tokens",
  );
  return ((await answer.json()) as { input_tokens: number }).input_tokens;
}

describe("the prompt cache", () => {
  const base = request([text(LONG, mark())], [user(text("hello"))]);

  it("writes at a breakpoint, then reads, and the parts always add up to the whole prompt", async () => {
    const whole = await countOf(base);
    const first = await usageOf(base);
    const second = await usageOf(base);
    expect(first.cache_read_input_tokens).toBe(0);
    expect(first.cache_creation_input_tokens).toBeGreaterThan(700);
    expect(first.cache_creation_input_tokens + first.input_tokens).toBe(whole);
    expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
    expect(second.cache_creation_input_tokens).toBe(0);
    expect(second.cache_read_input_tokens + second.input_tokens).toBe(whole);
  });

  it.each<[string, Json]>([
    ["one character of the prefix", request([text(`${LONG}.`, mark())], [user(text("hello"))])],
    ["a tool before it", { ...base, tools: [{ name: "look", input_schema: { type: "object" } }] }],
    ["another model", { ...base, model: "claude-haiku-5-5" }],
  ])("misses when %s changes", async (_name, changed) => {
    await usageOf(base);
    expect((await usageOf(changed)).cache_read_input_tokens).toBe(0);
  });

  it("is kept apart by account", async () => {
    await usageOf(base);
    expect((await usageOf(base, "another")).cache_read_input_tokens).toBe(0);
  });

  it("does not care where breakpoints moved to", async () => {
    await usageOf(request([text(LONG, mark())], [user(text("one", mark()))]));
    const next = await usageOf(
      request([text(LONG)], [user(text("one")), assistant(text("two")), user(text("three", mark()))]),
    );
    expect(next.cache_read_input_tokens).toBeGreaterThan(700);
    expect(next.cache_creation_input_tokens).toBeGreaterThan(0);
  });

  it("caches nothing below the model's minimum", async () => {
    const small = request([text("A short rule.", mark())], [user(text("hello"))]);
    await usageOf(small);
    expect(await usageOf(small)).toMatchObject({
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    });
    const medium = { ...base, model: "claude-haiku-4-5" };
    await usageOf(medium);
    expect((await usageOf(medium)).cache_read_input_tokens).toBe(0);
  });

  it.each([
    ["5m", undefined, 5],
    ["1h", "1h", 60],
  ])("keeps a %s entry that long after its last use", async (_name, ttl, minutes) => {
    const body = request([text(LONG, mark(ttl))], [user(text("hello"))]);
    const written = await usageOf(body);
    const field = ttl === "1h" ? "ephemeral_1h_input_tokens" : "ephemeral_5m_input_tokens";
    expect(written.cache_creation[field]).toBe(written.cache_creation_input_tokens);
    sandbox.clock.ms += (minutes - 1) * 60_000;
    expect((await usageOf(body)).cache_read_input_tokens).toBeGreaterThan(0);
    sandbox.clock.ms += (minutes - 1) * 60_000;
    expect((await usageOf(body)).cache_read_input_tokens).toBeGreaterThan(0);
    sandbox.clock.ms += minutes * 60_000 + 1;
    expect((await usageOf(body)).cache_read_input_tokens).toBe(0);
  });

  it("looks back twenty blocks from a breakpoint and no further", async () => {
    const blocks = (count: number): Json[] => Array.from({ length: count }, (_, n) => text(`note ${n}`));
    const grown = (count: number): Json =>
      request([text(LONG, mark())], [user(...blocks(count), text("end", mark()))]);
    // The system entry stands 19 blocks before the end: still found from there. At 20 it is not, but its own breakpoint finds it.
    const alone = (count: number): Json =>
      request([text(LONG)], [user(...blocks(count), text("end", mark()))]);
    await usageOf(grown(0));
    expect((await usageOf(alone(18))).cache_read_input_tokens).toBeGreaterThan(700);
    await sandbox.post("/control/reset");
    await usageOf(grown(0));
    expect((await usageOf(alone(19))).cache_read_input_tokens).toBe(0);
    await sandbox.post("/control/reset");
    await usageOf(grown(0));
    expect((await usageOf(grown(30))).cache_read_input_tokens).toBeGreaterThan(700);
  });

  it("takes the top-level cache_control as a breakpoint on the last block", async () => {
    const body = request([text(LONG)], [user(text("hello"))], { cache_control: { type: "ephemeral" } });
    expect((await usageOf(body)).input_tokens).toBe(0);
    expect((await usageOf(body)).cache_read_input_tokens).toBe(await countOf(body));
  });

  it("loses the messages, not tools and system, when thinking changes", async () => {
    const both = request([text(LONG, mark())], [user(text(LONG, mark()))]);
    const first = await usageOf(both);
    const changed = await usageOf({ ...both, thinking: { type: "between_tools" } });
    expect(changed.cache_read_input_tokens).toBeGreaterThan(700);
    expect(changed.cache_read_input_tokens).toBeLessThan(first.cache_creation_input_tokens);
  });

  it("survives a restart of the sandbox", async () => {
    await usageOf(base);
    await sandbox.restart();
    expect((await usageOf(base)).cache_read_input_tokens).toBeGreaterThan(700);
  });
});
