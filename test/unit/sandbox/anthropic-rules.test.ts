/** Everything the real Messages API refuses, one row a rule, beside the request that is accepted. */
import { describe, expect, it } from "vitest";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
const tool: Json = { name: "look", input_schema: { type: "object", properties: {} } };
const user = (content: unknown): Json => ({ role: "user", content });
const assistant = (...content: Json[]): Json => ({ role: "assistant", content });
const call = (id: string): Json => ({ type: "tool_use", id, name: "look", input: {} });
const result = (id: string): Json => ({ type: "tool_result", tool_use_id: id, content: "ok" });
const text = (words: string, more: Json = {}): Json => ({ type: "text", text: words, ...more });
const cached = { cache_control: { type: "ephemeral" } };
const valid: Json = { model: "claude-sonnet-5-5", max_tokens: 100, messages: [user("hi")] };
const withMessages = (...messages: Json[]): Json => ({ ...valid, tools: [tool], messages });

describe("a request that the real service takes is taken", () => {
  it.each<[string, Json]>([
    ["plain", valid],
    ["consecutive messages of one role", withMessages(user("a"), user("b"), assistant(text("c")), user("d"))],
    [
      "a call and its result",
      withMessages(user("a"), assistant(call("t1")), user([result("t1"), text("go on")])),
    ],
    [
      "results spread over consecutive user messages",
      withMessages(user("a"), assistant(call("t1"), call("t2")), user([result("t1")]), user([result("t2")])),
    ],
    ["four breakpoints", { ...valid, system: [1, 2, 3, 4].map((n) => text(`s${n}`, cached)) }],
    ["between_tools on Sonnet 5.5", { ...valid, thinking: { type: "between_tools" } }],
    ["disabled on Haiku 5.5", { ...valid, model: "claude-haiku-5-5", thinking: { type: "disabled" } }],
    [
      "prefill on Haiku 4.5",
      { ...valid, model: "claude-haiku-4-5", messages: [user("a"), assistant(text("b"))] },
    ],
    [
      "a web search tool",
      { ...valid, tools: [{ type: "web_search_20260318", name: "web_search", max_uses: 2 }] },
    ],
    [
      "a long breakpoint before a short one",
      {
        ...valid,
        system: [text("a", { cache_control: { type: "ephemeral", ttl: "1h" } }), text("b", cached)],
      },
    ],
  ])("%s", async (_name, body) => {
    const answer = await sandbox.messages(body);
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  });
});

describe("what the real service refuses is refused with its error shape", () => {
  it.each<[string, Json, RegExp]>([
    [
      "a missing max_tokens",
      { model: "claude-sonnet-5-5", messages: [user("a")] },
      /^max_tokens: Field required$/,
    ],
    ["too large a max_tokens", { ...valid, max_tokens: 200_000 }, /^max_tokens: 200000 > 128000/],
    ["temperature", { ...valid, temperature: 1 }, /^temperature: Extra inputs are not permitted$/],
    ["top_p", { ...valid, top_p: 0.5 }, /^top_p: Extra inputs/],
    ["top_k", { ...valid, top_k: 5 }, /^top_k: Extra inputs/],
    ["an unknown field", { ...valid, tone: "kind" }, /^tone: Extra inputs are not permitted$/],
    [
      "an unknown field in a block",
      withMessages(user([text("a", { mood: 1 })])),
      /mood: Extra inputs are not permitted$/,
    ],
    ["no messages", withMessages(), /at least one message/],
    [
      "an assistant first",
      withMessages(assistant(text("a")), user("b")),
      /first message must use the "user" role/,
    ],
    ["a system role in messages", withMessages(user("a"), { role: "system", content: "b" }), /messages\.1/],
    [
      "an assistant last",
      withMessages(user("a"), assistant(text("b"))),
      /does not support assistant message prefill/,
    ],
    ["an empty text block", withMessages(user([text("")])), /text content blocks must be non-empty/],
    ["a blank text block", withMessages(user([text(" \n")])), /must contain non-whitespace text/],
    ["an empty string as content", withMessages(user("")), /must be non-empty/],
    [
      "an empty text in a result",
      withMessages(
        user("a"),
        assistant(call("t")),
        user([{ type: "tool_result", tool_use_id: "t", content: [text("")] }]),
      ),
      /non-empty/,
    ],
    ["a message without content", withMessages(user([])), /all messages must have non-empty content/],
    [
      "a call without a result",
      withMessages(user("a"), assistant(call("t1")), user("b")),
      /`tool_use` ids were found without `tool_result` blocks immediately after: t1\./,
    ],
    [
      "a call at the end",
      withMessages(user("a"), assistant(call("t1"))),
      /without `tool_result` blocks immediately after: t1/,
    ],
    [
      "one of two calls unanswered",
      withMessages(user("a"), assistant(call("t1"), call("t2")), user([result("t1")])),
      /after: t2\./,
    ],
    [
      "a result behind text",
      withMessages(user("a"), assistant(call("t1")), user([text("b"), result("t1")])),
      /without `tool_result` blocks/,
    ],
    [
      "a result a turn late",
      withMessages(user("a"), assistant(call("t1")), user("b"), assistant(text("c")), user([result("t1")])),
      /without `tool_result` blocks/,
    ],
    [
      "a result without a call",
      withMessages(user([result("t9")])),
      /unexpected `tool_use_id` found in `tool_result` blocks: t9/,
    ],
    [
      "two results of a call",
      withMessages(user("a"), assistant(call("t1")), user([result("t1"), result("t1")])),
      /must have a single result/,
    ],
    [
      "an id used twice",
      withMessages(
        user("a"),
        assistant(call("t1")),
        user([result("t1")]),
        assistant(call("t1")),
        user([result("t1")]),
      ),
      /ids must be unique/,
    ],
    ["a call by the user", withMessages(user([call("t1")])), /^messages\.0/],
    [
      "a result by the assistant",
      withMessages(user("a"), assistant(result("t1")), user("b")),
      /^messages\.1/,
    ],
    [
      "a call whose input is no object",
      withMessages(user("a"), assistant({ ...call("t1"), input: "x" }), user([result("t1")])),
      /input: Input should be a valid dictionary$/,
    ],
    [
      "a document by the assistant",
      withMessages(user("a"), assistant({ type: "document", source: {} }), user("b")),
      /^messages\.1/,
    ],
    [
      "citations in a user's text",
      withMessages(user([text("a", { citations: [{ type: "char_location" }] })])),
      /citations are not permitted in user messages/,
    ],
    [
      "a schema that is no object",
      { ...valid, tools: [{ name: "look", input_schema: { type: "string" } }] },
      /^tools\.0\.custom\.input_schema\.type: Input should be 'object'$/,
    ],
    [
      "a tool without a schema",
      { ...valid, tools: [{ name: "look" }] },
      /^tools\.0\.custom\.input_schema: Field required$/,
    ],
    [
      "a tool name with a space",
      { ...valid, tools: [{ ...tool, name: "look up" }] },
      /^tools\.0\.custom\.name: String should match pattern/,
    ],
    ["two tools of one name", { ...valid, tools: [tool, tool] }, /Tool names must be unique/],
    [
      "tool_choice without tools",
      { ...valid, tool_choice: { type: "auto" } },
      /only be specified while providing tools/,
    ],
    [
      "forced tool use on Sonnet 5.5",
      { ...valid, tools: [tool], tool_choice: { type: "any" } },
      /not supported for this model/,
    ],
    [
      "a forced tool that is not there",
      { ...valid, model: "claude-haiku-5-5", tools: [tool], tool_choice: { type: "tool", name: "x" } },
      /'x' not found/,
    ],
    ["thinking disabled on Sonnet 5.5", { ...valid, thinking: { type: "disabled" } }, /Use 'between_tools'/],
    [
      "a thinking budget on Haiku 5.5",
      { ...valid, model: "claude-haiku-5-5", thinking: { type: "enabled", budget_tokens: 1024 } },
      /'enabled' is not supported/,
    ],
    [
      "between_tools elsewhere",
      { ...valid, model: "claude-haiku-5-5", thinking: { type: "between_tools" } },
      /'between_tools' is not supported/,
    ],
    [
      "between_tools at highest effort",
      { ...valid, thinking: { type: "between_tools" }, output_config: { effort: "max" } },
      /with effort 'max'/,
    ],
    [
      "a budget above max_tokens",
      { ...valid, model: "claude-haiku-4-5", thinking: { type: "enabled", budget_tokens: 1024 } },
      /must be greater than/,
    ],
    [
      "five breakpoints",
      { ...valid, system: [1, 2, 3, 4, 5].map((n) => text(`s${n}`, cached)) },
      /A maximum of 4 blocks with cache_control may be provided\. Found 5/,
    ],
    [
      "a short breakpoint before a long one",
      {
        ...valid,
        system: [text("a", cached), text("b", { cache_control: { type: "ephemeral", ttl: "1h" } })],
      },
      /must not come after/,
    ],
    [
      "a breakpoint on thinking",
      withMessages(
        user("a"),
        assistant({ type: "thinking", thinking: "t", signature: "s", ...cached }),
        user("b"),
      ),
      /cache_control: Extra inputs/,
    ],
    [
      "thinking that was never issued",
      withMessages(
        user("a"),
        assistant({ type: "thinking", thinking: "t", signature: "s" }, text("b")),
        user("c"),
      ),
      /^messages\.1\.content\.0: Invalid `signature` in `thinking` block/,
    ],
    [
      "a prompt over the window",
      { ...valid, model: "claude-haiku-4-5", messages: [user("x".repeat(900_000))] },
      /^prompt is too long: \d+ tokens > 200000 maximum$/,
    ],
  ])("%s", async (_name, body, message) => {
    const answer = await sandbox.messages(body);
    const error: unknown = await answer.json();
    expect(error).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringMatching(message) as string },
      request_id: expect.stringMatching(/^req_/) as string,
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("request-id")).toBe((error as { request_id: string }).request_id);
  });

  it("an unknown model is not found", async () => {
    const answer = await sandbox.messages({ ...valid, model: "claude-nobody" });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: { type: "not_found_error", message: "model: claude-nobody" },
    });
  });

  it.each<[string, Record<string, string>, number, string]>([
    ["no key", { "anthropic-version": "2026-10-21" }, 401, "authentication_error"],
    ["no version", { "x-api-key": "k" }, 400, "invalid_request_error"],
    [
      "an unknown version",
      { "x-api-key": "k", "anthropic-version": "2020-01-01" },
      400,
      "invalid_request_error",
    ],
  ])("%s", async (_name, headers, status, type) => {
    const answer = await sandbox.messages(valid, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ type: "error", error: { type } });
  });

  it("a body that is no JSON", async () => {
    const answer = await sandbox.messages("{");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });
});

describe("count_tokens", () => {
  it("counts the prompt, takes no max_tokens, and refuses what messages would refuse", async () => {
    const { max_tokens: _, ...countable } = withMessages(user("hello there"));
    const headers = { "x-api-key": "k", "anthropic-version": "2023-06-01" };
    const counted = (await (await sandbox.messages(countable, headers, "/count_tokens")).json()) as {
      input_tokens: number;
    };
    const created = (await (await sandbox.messages(withMessages(user("hello there")))).json()) as {
      usage: { input_tokens: number };
    };
    expect(counted.input_tokens).toBe(created.usage.input_tokens);
    expect((await sandbox.messages(withMessages(user("a")), headers, "/count_tokens")).status).toBe(400);
    const orphan = { ...countable, messages: [user([result("t")])] };
    expect((await sandbox.messages(orphan, headers, "/count_tokens")).status).toBe(400);
  });
});
