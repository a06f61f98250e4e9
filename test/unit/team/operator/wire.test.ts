/** What the product asks of a model beside talk: tools that are searched for, in both ways, and questions with a schema. */
import { describe, expect, it } from "vitest";
import { operate } from "../../../../sandbox/operator/operator.ts";
import { urgencyJudge } from "../../../../src/messaging/agents/urgency-judge.ts";
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

describe("a tool to write into calendars", () => {
  it.each([
    [
      "Schedule a showing with Nadia Tuesday 3pm",
      {
        calendar: "Dana Whitfield",
        title: "Showing with Nadia",
        start: "2026-03-24T15:00",
        end: "2026-03-24T16:00",
      },
    ],
    [
      "Put an inspection in Priya's calendar for Friday",
      { calendar: "Priya", title: "Inspection", start: "2026-03-20", end: "2026-03-20" },
    ],
  ])("is used where there is one: %s", async (wish, input) => {
    const conversation = new Conversation();
    conversation.tools = {
      ...TOOLS,
      create_event: { takes: ["calendar", "title", "start", "end"], run: null },
    };
    expect((await conversation.say(wish)).calls).toEqual([{ tool: "create_event", input }]);
    expect((await conversation.say("cancel that")).calls).toMatchObject([{ tool: "withdraw_draft" }]);
  });
});

/** The answer to the product's own question whether a message can wait. */
async function answer(words: string): Promise<unknown> {
  const { content } = await operate(
    {
      model: "claude-haiku-4-5",
      max_tokens: 300,
      system: [{ type: "text", text: urgencyJudge.instructions }],
      tools: [],
      messages: [{ role: "user", content: [{ type: "text", text: `<message>\n${words}\n</message>` }] }],
      stream: false,
    },
    { now: () => NOW },
  );
  return JSON.parse(String(content[0]?.["text"]));
}

describe("the question whether a message can wait", () => {
  it.each([
    ["Water is coming through my ceiling", true],
    ["Locked myself out, phone at 3%", true],
    ["No hay calefacción y mi mamá tiene frío", true],
    ["It is 54 degrees in here and my mother is 81", true],
    ["Thank you all so much", false],
    ["When is the rent due?", false],
  ])("is answered: %s", async (words, urgent) => {
    expect(await answer(words)).toMatchObject({ urgent });
  });
});
