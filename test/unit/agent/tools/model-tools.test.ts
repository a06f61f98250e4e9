import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { foundOutcome } from "../../../../src/agent/tools/answer.ts";
import { catalogue, findTool } from "../../../../src/agent/tools/catalogue.ts";
import { formOf } from "../../../../src/approvals/index.ts";
import { inputSchemaOf, modelTools, wholeDefinitionOf } from "../../../../src/agent/tools/model-tools.ts";
import { createResolver } from "../../../../src/agent/tools/resolve-call.ts";
import { viewCall } from "../../../../src/agent/tools/summarize.ts";
import { MARIA, servicesOf, textingOf } from "./world.ts";

const ALL = ["ask_user", "send_message", "create_contact", "list_messages", "search_contacts"];

describe("tools for the model", () => {
  it("are the same bytes in the same order, however they are asked for", () => {
    expect(JSON.stringify(modelTools(ALL))).toBe(JSON.stringify(modelTools(ALL.toReversed())));
    expect(modelTools(ALL).map(({ name }) => name)).toEqual([
      "create_contact",
      "search_contacts",
      "list_messages",
      "send_message",
      "ask_user",
    ]);
  });

  it("hold only what the API takes", () => {
    for (const tool of modelTools(ALL)) {
      expect(Object.keys(tool)).toEqual(["name", "description", "input_schema"]);
      expect(tool.input_schema).toMatchObject({ type: "object", properties: expect.anything() as unknown });
      expect(tool.input_schema).not.toHaveProperty("$schema");
    }
  });

  it("leave out what an agent was not given", () => {
    expect(modelTools(["search_contacts", "no_such_tool"]).map(({ name }) => name)).toEqual([
      "search_contacts",
    ]);
  });
});

describe.each(["replaces", "note"])("`%s`", (argument) => {
  const properties = (name: string) =>
    Object.keys(modelTools([name])[0]?.input_schema.properties as Record<string, unknown>);

  it("is an argument of every tool that acts outside, and of no other", () => {
    const having = catalogue().filter(({ name }) => properties(name).includes(argument));
    const acting = catalogue().filter(({ effect }) => effect === "external");
    expect(acting.length).toBeGreaterThan(2);
    expect(having).toEqual(acting);
  });

  it("stands in no edit form and in no line about a call", () => {
    const tool = findTool("send_message")?.tool;
    if (tool === undefined) throw new Error("send_message is gone");
    expect(formOf(inputSchemaOf(tool)).map(({ path }) => path)).not.toContain(`/${argument}`);
    const call = { id: "t", name: "send_message", input: { to: "+14125550142", text: "At 4." } };
    const replacing = { ...call, input: { ...call.input, [argument]: "approval_1" } };
    expect(viewCall(replacing)).toEqual(viewCall(call));
  });
});

describe("the edit form", () => {
  it("has a field for every leaf of the schema, nested ones too", () => {
    const tool = findTool("send_message")?.tool;
    if (tool === undefined) throw new Error("send_message is gone");
    expect(
      formOf(inputSchemaOf(tool)).map(({ path, label, type, required, maxLength }) => ({
        path,
        label,
        type,
        required,
        maxLength,
      })),
    ).toEqual([
      { path: "/to", label: "To", type: "text", required: true, maxLength: 64 },
      { path: "/text", label: "Text", type: "longtext", required: true, maxLength: 1600 },
      { path: "/createContact", label: "Create contact", type: "group", required: false, maxLength: null },
      { path: "/urgent", label: "Urgent", type: "boolean", required: false, maxLength: null },
    ]);
  });
});

describe("resolving an edit", () => {
  const resolver = createResolver(
    "tenant_alder",
    servicesOf(async () => textingOf([MARIA])),
  );
  const scope = { conversationId: "chat-1", toolCallId: "toolu_1", agent: "steward" };

  it("goes through the same resolution as the model's call", async () => {
    const resolution = await resolver.resolve("send_message", { to: "+14125550142", text: "Edited" }, scope);
    expect(resolution).toMatchObject({ kind: "resolved", effects: [{ document: { text: "Edited" } }] });
  });

  it("refuses arguments that do not fit, with their places", async () => {
    await expect(
      resolver.resolve("send_message", { to: "+14125550142", text: "" }, scope),
    ).rejects.toMatchObject({
      code: "invalid_arguments",
      details: { issues: expect.arrayContaining([expect.objectContaining({ path: "/text" })]) as unknown },
    });
  });

  it("refuses a tool that is gone or changes nothing outside", async () => {
    await expect(resolver.resolve("no_such_tool", {}, scope)).rejects.toMatchObject({ code: "not_found" });
    await expect(resolver.resolve("search_contacts", { query: "x" }, scope)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(resolver.form("no_such_tool", {})).toEqual([]);
    expect(resolver.power("no_such_tool")).toBeNull();
  });
});

describe("what an answer tells to call again with", () => {
  const LISTS = catalogue().filter(({ lists }) => lists === true);
  const sources = globSync("src/**/tools/**/*.ts").map((path) => readFileSync(path, "utf8"));

  it("is asked of every tool that returns a list", () => {
    const listing = sources.filter((text) => /kind: "list"/.test(text) && /defineTool\(/.test(text));
    const named = listing.map((text) => /defineTool\(\{\s*name: "(\w+)"/.exec(text)?.[1]);
    expect(new Set(named)).toEqual(new Set(LISTS.map(({ name }) => name)));
    expect(LISTS.length).toBeGreaterThan(30);
  });

  it.each(LISTS.map((tool) => [tool.name, tool] as const))("stands among the arguments of %s", (_, tool) => {
    const items = Array.from({ length: 300 }, (__, at) => `${at} ${"x".repeat(90)}`);
    const answers = [
      foundOutcome(tool, { kind: "list", items, keep: "first" }),
      foundOutcome(tool, { kind: "list", items: items.slice(0, 3), keep: "first", total: 90 }),
    ];
    const told = answers.flatMap(({ content }) => {
      const { rest = "" } = JSON.parse(content) as { readonly rest?: string };
      return [...rest.matchAll(/(\w+): \d+/g)].map(([, name]) => name);
    });
    expect(told).toContain("skip");
    const { properties } = wholeDefinitionOf(tool).input_schema as { readonly properties: object };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(told));
    const [onDemand] = modelTools([], [tool.name]);
    expect(onDemand?.input_schema.properties).toHaveProperty("skip");
  });

  it("leaves definitions that every prompt holds as they are", () => {
    for (const { input_schema } of modelTools(["search_contacts", "list_messages"]))
      expect(input_schema.properties).not.toHaveProperty("skip");
  });
});
