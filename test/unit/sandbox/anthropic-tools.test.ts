/** Deferred tools and references to them, answers by schema, strict tools, search results with citations. */
import { describe, expect, it } from "vitest";
import { knownTools } from "../../../sandbox/anthropic/deferred-tools.ts";
import { cited } from "../../../sandbox/anthropic/citations.ts";
import { useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
const cached = { cache_control: { type: "ephemeral" } };
const object = (properties: Json = {}, more: Json = {}): Json => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const find: Json = { name: "find_tools", input_schema: object({ query: { type: "string" } }) };
const deferred = (name: string, more: Json = {}): Json => ({
  name,
  description: `Does what ${name} says. `.repeat(20),
  input_schema: object(),
  defer_loading: true,
  ...more,
});
const user = (...content: Json[]): Json => ({ role: "user", content });
const text = (words: string, more: Json = {}): Json => ({ type: "text", text: words, ...more });
const reference = (name: string): Json => ({ type: "tool_reference", tool_name: name });
const valid: Json = { model: "claude-sonnet-5-5", max_tokens: 100, messages: [user(text("hi"))] };
/** A request in which `find_tools` was called and answered with `content`. */
const found = (content: Json[], tools: Json[] = [find, deferred("send_fax")]): Json => ({
  ...valid,
  tools,
  messages: [
    user(text("hi")),
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "t1", name: "find_tools", input: { query: "fax" } }],
    },
    user({ type: "tool_result", tool_use_id: "t1", content }),
  ],
});
const byFormat = (schema: Json, more: Json = {}): Json => ({
  ...valid,
  output_config: { format: { type: "json_schema", schema } },
  ...more,
});
const strict = (schema: Json, count = 1): Json => ({
  ...valid,
  tools: Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    strict: true,
    input_schema: schema,
  })),
});
const searchResult = (enabled?: boolean, words = "The hatch key is with Tom."): Json => ({
  type: "search_result",
  source: "areas/keys.md",
  title: "Keys",
  content: [text(words)],
  ...(enabled === undefined ? {} : { citations: { enabled } }),
});
const named = (count: number, schema: Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, schema]));

describe("a request that the real service takes is taken", () => {
  it.each<[string, Json]>([
    ["deferred tools beside one that is not", { ...valid, tools: [find, deferred("send_fax")] }],
    ["a reference to a deferred tool", found([reference("send_fax")])],
    ["several references", found([reference("send_fax"), reference("find_tools")])],
    [
      "an answer by schema",
      byFormat(
        object(
          {
            kind: { enum: ["a", "b", null] },
            at: { type: "string", format: "date-time" },
            code: { type: "string", pattern: "^[A-Z]{2}\\d+$" },
            rows: { type: "array", minItems: 1, items: object({ n: { type: ["integer", "null"] } }) },
            other: { $ref: "#/$defs/Other" },
          },
          { $defs: { Other: object({ yes: { type: "boolean", default: false } }) } },
        ),
      ),
    ],
    ["twenty strict tools", strict(object(), 20)],
    [
      "the limits of a tool that is not strict",
      {
        ...valid,
        tools: [
          {
            name: "a",
            input_schema: { type: "object", properties: named(40, { type: "string", minLength: 1 }) },
          },
        ],
      },
    ],
    ["search results with citations", { ...valid, messages: [user(searchResult(true), searchResult(true))] }],
    ["the heavy model", { ...valid, model: "claude-opus-5-5" }],
  ])("%s", async (_name, body) => {
    const answer = await sandbox.messages(body);
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  });
});

describe("what the real service refuses is refused in its words", () => {
  const property = (schema: Json): Json => byFormat(object({ a: schema }));
  it.each<[string, Json, string | RegExp]>([
    [
      "only deferred tools",
      { ...valid, tools: [deferred("a"), deferred("b")] },
      "At least one tool must have defer_loading=false. All tools cannot be deferred.",
    ],
    [
      "a breakpoint on a deferred tool",
      { ...valid, tools: [find, deferred("send_fax", cached)] },
      "Tool 'send_fax' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    ],
    [
      "a reference to no tool",
      found([reference("send_pigeon")]),
      "Tool reference 'send_pigeon' not found in available tools",
    ],
    [
      "a reference beside text",
      found([text("Here it is:"), reference("send_fax")]),
      "Tool definitions/code execution functions cannot be mixed with other content",
    ],
    [
      "a reference in a message",
      { ...valid, tools: [find], messages: [user(reference("find_tools"))] },
      /^messages\.0/,
    ],
    [
      "an object that is open",
      byFormat({ type: "object", properties: {} }),
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ],
    [
      "an open object inside",
      property({
        type: "array",
        items: { type: "object", properties: {}, additionalProperties: { type: "string" } },
      }),
      "output_config.format.schema: For 'object' type, 'additionalProperties: object' is not supported. Please set 'additionalProperties' to false",
    ],
    [
      "a length",
      property({ type: "string", minLength: 1 }),
      "output_config.format.schema: For 'string' type, property 'minLength' is not supported",
    ],
    [
      "bounds of a number",
      property({ type: "integer", minimum: 1, maximum: 5 }),
      "output_config.format.schema: For 'integer' type, properties maximum, minimum are not supported",
    ],
    [
      "a bound of one of several types",
      property({ type: ["number", "null"], minimum: 1 }),
      "output_config.format.schema: For 'number' type, property 'minimum' is not supported",
    ],
    [
      "three items",
      property({ type: "array", minItems: 3, items: { type: "string" } }),
      "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
    ],
    ["a lookahead", property({ type: "string", pattern: "^(?!x)\\w+$" }), /lookahead and lookbehind/],
    ["a backreference", property({ type: "string", pattern: "(a)\\1" }), /backreferences/],
    ["a word boundary", property({ type: "string", pattern: "\\bx" }), /word boundaries/],
    ["an unknown format", property({ type: "string", format: "color" }), /format 'color' is not supported/],
    ["oneOf", property({ oneOf: [{ type: "string" }, { type: "null" }] }), /'oneOf' is not supported/],
    ["an object among the values", property({ enum: [{ a: 1 }] }), /'enum' may hold/],
    ["a reference to elsewhere", property({ $ref: "https://example.com/a.json" }), /External \$ref/],
    [
      "a schema that holds itself",
      byFormat(
        object(
          { tree: { $ref: "#/$defs/Node" } },
          { $defs: { Node: object({ children: { type: "array", items: { $ref: "#/$defs/Node" } } }) } },
        ),
      ),
      "output_config.format.schema: Circular reference detected in schema definitions: Node -> Node",
    ],
    [
      "the same in a strict tool",
      strict(object({ words: { type: "string", maxLength: 9 } })),
      "tools.0.custom: For 'string' type, property 'maxLength' is not supported",
    ],
    ["twenty-one strict tools", strict(object(), 21), /^Too many strict tools \(21\)/],
    [
      "twenty-five optional parameters",
      byFormat(object(named(25, { type: "string" }), { required: [] })),
      /^Schemas contains too many optional parameters \(25\)/,
    ],
    [
      "seventeen unions",
      byFormat(object(named(17, { type: ["string", "null"] }))),
      /^Schemas contains too many parameters with union types \(17 /,
    ],
    [
      "prefill with an answer by schema",
      byFormat(object(), {
        model: "claude-haiku-4-5",
        messages: [user(text("a")), { role: "assistant", content: [text("{")] }],
      }),
      /does not support assistant message prefill/,
    ],
    [
      "citations of some search results",
      { ...valid, messages: [user(searchResult(true), searchResult())] },
      /for all search results or for none/,
    ],
    [
      "citations with an answer by schema",
      byFormat(object(), { messages: [user(searchResult(true))] }),
      /citations are not supported with structured outputs/,
    ],
    ["an empty search result", { ...valid, messages: [user(searchResult(true, ""))] }, /non-empty/],
  ])("%s", async (_name, body, message) => {
    const answer = await sandbox.messages(body);
    expect(await answer.json()).toEqual({
      type: "error",
      error: {
        type: "invalid_request_error",
        message: typeof message === "string" ? message : (expect.stringMatching(message) as string),
      },
      request_id: expect.stringMatching(/^req_/) as string,
    });
    expect(answer.status).toBe(400);
  });
});

describe("tokens and the cached prefix", () => {
  interface Usage {
    readonly input_tokens: number;
    readonly cache_creation_input_tokens: number;
    readonly cache_read_input_tokens: number;
  }
  const usageOf = async (body: Json): Promise<Usage> =>
    ((await (await sandbox.messages(body)).json()) as { usage: Usage }).usage;
  const total = (usage: Usage): number =>
    usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
  const system = [text("Every heater was checked in October. ".repeat(90), cached)];

  it("count a deferred tool nowhere before it is found, and from there on once", async () => {
    const without = total(await usageOf({ ...valid, tools: [find] }));
    expect(total(await usageOf({ ...valid, tools: [find, deferred("send_fax")] }))).toBe(without);

    const other = { ...deferred("fax_more"), description: "Short." };
    const small = total(await usageOf(found([reference("fax_more")], [find, deferred("send_fax"), other])));
    const large = total(await usageOf(found([reference("send_fax")], [find, deferred("send_fax"), other])));
    expect(large - small).toBeGreaterThan(80);
    const twice = total(
      await usageOf(found([reference("send_fax"), reference("send_fax")], [find, deferred("send_fax")])),
    );
    expect(twice - large).toBeLessThan(30);
  });

  it("read the prefix from the cache whatever deferred tools there are, and after one was found", async () => {
    await usageOf({ ...valid, system, tools: [find, deferred("send_fax")] });
    const written = await usageOf({ ...valid, system, tools: [find, deferred("send_fax")] });
    expect(written.cache_read_input_tokens).toBeGreaterThan(700);
    for (const body of [
      { ...valid, tools: [find] },
      { ...valid, tools: [find, deferred("send_fax"), deferred("send_pigeon")] },
      found([reference("send_fax")]),
    ])
      expect((await usageOf({ ...body, system })).cache_read_input_tokens).toBe(
        written.cache_read_input_tokens,
      );
  });

  it("miss when the schema of the answer changes", async () => {
    await usageOf(byFormat(object({ a: { type: "string" } }), { system }));
    const same = await usageOf(byFormat(object({ a: { type: "string" } }), { system }));
    const other = await usageOf(byFormat(object({ b: { type: "string" } }), { system }));
    expect([same.cache_read_input_tokens > 700, other.cache_read_input_tokens]).toEqual([true, 0]);
  });
});

it("a model knows the tools of the prompt and those that were found", () => {
  const { tools, messages } = found(
    [reference("send_fax")],
    [find, deferred("send_fax"), deferred("send_pigeon")],
  ) as unknown as Parameters<typeof knownTools>[0];
  expect(knownTools({ tools, messages }).map(({ name }) => name)).toEqual(["find_tools", "send_fax"]);
  expect(knownTools({ tools, messages: messages.slice(0, 1) }).map(({ name }) => name)).toEqual([
    "find_tools",
  ]);
});

describe("what an answer cites", () => {
  const ask = async (scripted: Json[] | null, ...results: Json[]): Promise<Json[]> => {
    const marker = `cite ${Math.random()}`;
    if (scripted !== null)
      await sandbox.post("/control/anthropic/script", { marker, responses: [{ content: scripted }] });
    const answer = await sandbox.messages({ ...valid, messages: [user(...results, text(marker))] });
    return ((await answer.json()) as { content: Json[] }).content;
  };
  const quoting = (cited_text: string): Json[] => [
    { type: "text", text: "Tom.", citations: [{ type: "search_result_location", cited_text }] },
  ];

  it("is named by its place among the search results of the request", async () => {
    const [first] = await ask(
      quoting("hatch key is with Tom"),
      searchResult(true, "The attic is dry."),
      searchResult(true),
    );
    expect(first?.["citations"]).toEqual([
      expect.objectContaining({
        source: "areas/keys.md",
        title: "Keys",
        search_result_index: 1,
        start_block_index: 0,
        end_block_index: 1,
      }),
    ]);
  });

  it("is nothing where no search result with citations says it", async () => {
    expect(await ask(quoting("The hatch key is with Tom."), searchResult(false))).toMatchObject([
      { citations: null },
    ]);
    expect(await ask(quoting("The hatch key is with Ann."), searchResult(true))).toMatchObject([
      { citations: null },
    ]);
  });

  it("comes from the playbook's quotes, in pieces that make up its text", () => {
    const said = "The files say:\n- “The hatch key is with Tom.” (keys.md)\n- “Nobody knows.” (x.md)";
    const request = { ...valid, messages: [user(searchResult(true))] } as never;
    const pieces = cited(request, [{ type: "text", text: said }]);
    expect(pieces.map((piece) => piece["text"]).join("")).toBe(said);
    expect(pieces.map(({ citations = [] }) => (citations as Json[]).map((one) => one["cited_text"]))).toEqual(
      [[], ["The hatch key is with Tom."], []],
    );
    const off = { ...valid, messages: [user(searchResult(false))] } as never;
    expect(cited(off, [{ type: "text", text: said }])).toEqual([{ type: "text", text: said }]);
  });
});

it("a scripted answer streams its citations behind its text", async () => {
  const citation = {
    type: "search_result_location",
    cited_text: "The hatch key is with Tom.",
    search_result_index: 0,
    source: "areas/keys.md",
    title: "Keys",
    start_block_index: 0,
    end_block_index: 1,
  };
  await sandbox.post("/control/anthropic/script", {
    marker: "who has the key",
    responses: [{ content: [{ type: "text", text: "Tom has it.", citations: [citation] }] }],
  });
  const body = { ...valid, stream: true, messages: [user(searchResult(true), text("who has the key"))] };
  const events = (await (await sandbox.messages(body)).text())
    .split("\n\n")
    .flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? [])
    .map((data) => JSON.parse(data) as { type: string; content_block?: Json; delta?: Json });
  expect(events.find(({ type }) => type === "content_block_start")?.content_block).toEqual({
    type: "text",
    text: "",
    citations: [],
  });
  const deltas = events.flatMap(({ type, delta }) => (type === "content_block_delta" ? [delta] : []));
  expect(deltas.at(-1)).toEqual({ type: "citations_delta", citation });
  expect(deltas[0]).toMatchObject({ type: "text_delta" });
});
