/** What the product asks of a model beside talk: tools that are searched for, in both ways, and questions with a schema. */
import { describe, expect, it } from "vitest";
import { operate } from "../../../sandbox/operator/operator.ts";
import { Conversation, NOW, TOOLS, type TestTool } from "./conversation.ts";

const HIDDEN: Readonly<Record<string, TestTool>> = {
  ...TOOLS,
  list_schedules: {
    takes: [],
    run: () => [{ id: "s1", title: "Call the roofer", when: "Once, tomorrow" }],
    deferred: true,
  },
  find_tools: { takes: ["query"], run: () => [] },
};

describe("a tool that is searched for", () => {
  it.each([false, true])("is found and called, in two steps: %s", async (twoSteps) => {
    const conversation = new Conversation();
    conversation.twoSteps = twoSteps;
    conversation.tools = twoSteps
      ? { ...HIDDEN, use_tool: { takes: ["name", "input"], run: () => [] } }
      : HIDDEN;
    const { said, calls } = await conversation.say("What is scheduled?");
    expect(calls).toEqual([
      { tool: "find_tools", input: { query: "list schedules" } },
      twoSteps
        ? { tool: "use_tool", input: { name: "list_schedules", input: {} } }
        : { tool: "list_schedules", input: {} },
    ]);
    expect(said).toContain("Once, tomorrow, Call the roofer");
  });
});

const URGENCY = {
  type: "object",
  properties: {
    urgent: { type: "boolean" },
    reason: { type: "string" },
    contact: { type: ["string", "null"] },
  },
  required: ["urgent", "reason", "contact"],
};

/** The answer to a question asked once, with a schema. */
async function answer(words: string, schema: object): Promise<unknown> {
  const format = { type: "json_schema", schema };
  const { content } = await operate(
    {
      model: "claude-haiku-4-5",
      max_tokens: 500,
      system: [{ type: "text", text: "Judge." }],
      tools: [],
      messages: [{ role: "user", content: [{ type: "text", text: words }] }],
      stream: false,
      output_config: { format },
    },
    { now: () => NOW },
  );
  return JSON.parse(String(content[0]?.["text"]));
}

describe("a question with a schema", () => {
  it.each([
    ["Water is coming through my ceiling", true],
    ["Locked myself out, phone at 3%", true],
    ["No hay calefacción y mi mamá tiene frío", true],
    ["It is 54 degrees in here and my mother is 81", true],
    ["Thank you all so much", false],
    ["When is the rent due?", false],
  ])("is judged urgent or not: %s", async (words, urgent) => {
    expect(await answer(words, URGENCY)).toMatchObject({ urgent, contact: null });
  });

  it("gets the least its schema takes, where the script can't know", async () => {
    const schema = {
      type: "object",
      properties: {
        count: { type: "integer" },
        names: { type: "array", items: { type: "string" } },
        kind: { enum: ["a", "b"] },
      },
      required: ["count", "names", "kind"],
    };
    expect(await answer("How many?", schema)).toEqual({ count: 0, names: [], kind: "b" });
  });
});
