import { describe, expect, it } from "vitest";
import type { Message, MessagesRequest, ToolDefinition } from "../../../sandbox/anthropic/types.ts";
import { operate } from "../../../sandbox/operator/operator.ts";
import { contextTail } from "../../../src/agents/context.ts";
import { modelTools } from "../../../src/tools/model-tools.ts";
import { NOW } from "./conversation.ts";

const TOOLS = modelTools([
  "search_contacts",
  "list_messages",
  "send_message",
  "ask_user",
  "create_schedule",
  "list_schedules",
  "update_schedule",
  "delete_schedule",
]) as unknown as ToolDefinition[];
const ZONE = "America/New_York";

function answer(messages: readonly Message[]) {
  const request: MessagesRequest = {
    model: "claude-sonnet-5-5",
    max_tokens: 8000,
    system: [{ type: "text", text: "You are Steward." }],
    tools: TOOLS,
    messages: [...messages],
    stream: false,
  };
  const { content } = operate(request, { now: () => NOW });
  return {
    content,
    said: content.flatMap((block) => (block.type === "text" ? [String(block["text"])] : [])).join("\n"),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ tool: String(block["name"]), input: block["input"] }] : [],
    ),
  };
}

function said(text: string): Message {
  const context = contextTail({
    nowMs: NOW,
    timeZone: ZONE,
    speaker: { kind: "user", name: "Dana Whitfield" },
    source: "web_chat",
  });
  return {
    role: "user",
    content: [
      { type: "text", text },
      { type: "text", text: context },
    ],
  };
}

function due(...instructions: string[]): Message {
  const context = contextTail({
    nowMs: NOW,
    timeZone: ZONE,
    speaker: { kind: "system", name: "Open repairs" },
    source: "schedule",
    trigger: { contact: null },
  });
  const texts = [...instructions.map((text) => `<notice>\n${text}\n</notice>`), context];
  return { role: "user", content: texts.map((text) => ({ type: "text", text })) };
}

// It is Wednesday, March 18, 2026, 11:30 AM in New York.
describe("the operator, asked for something by the clock", () => {
  it.each([
    ["Remind me Friday 9am to call the roofer", { at: "2026-03-20T09:00" }, "Remind Dana: call the roofer"],
    [
      "remind me tomorrow at 14:30 about the walk-through",
      { at: "2026-03-19T14:30" },
      "Remind Dana: the walk-through",
    ],
    [
      "Please remind us in 2 hours that the plumber comes",
      { at: "2026-03-18T13:30", tell: "team" },
      "Remind the team: the plumber comes",
    ],
    [
      "Schedule a reminder to water the plants every Monday at 9",
      { cron: "0 9 * * 1" },
      "Remind Dana: water the plants",
    ],
    [
      "Schedule: text Maria Lopez that the filter is due every weekday at 8:30am",
      { cron: "30 8 * * 1-5" },
      "Text Maria Lopez that the filter is due",
    ],
    [
      "Every Monday and Thursday at 5pm list the open repairs",
      { cron: "0 17 * * 1,4" },
      "List the open repairs",
    ],
    ["Remind me on March 30 to renew the lease", { at: "2026-03-30T09:00" }, "Remind Dana: renew the lease"],
  ])("schedules %j", (words, when, instruction) => {
    const { calls, said: told } = answer([said(words)]);
    expect(calls).toMatchObject([{ tool: "create_schedule", input: { ...when, instruction } }]);
    expect(Object.keys(calls[0]?.input as object).sort()).toEqual(
      [...Object.keys(when), "instruction", "title"].sort(),
    );
    expect(told).toContain(instruction);
  });

  it("says exactly what will be run and when, and that a proposed one waits", () => {
    const asked = said("Remind me Friday 9am to call the roofer");
    const first = answer([asked]);
    const reply: Message = {
      role: "assistant",
      content: first.content.map((block) =>
        block.type === "tool_use" ? { ...block, id: "toolu_1" } : block,
      ),
    };
    const result = (status: string): Message => ({
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: JSON.stringify({
            format: "verbatim",
            content: [
              { instruction: "Remind Dana: call the roofer", when: "Once, on Friday at 9:00 AM", status },
            ],
          }),
        },
      ],
    });
    expect(answer([asked, reply, result("active")]).said).toBe(
      "Scheduled. Once, on Friday at 9:00 AM, I run: “Remind Dana: call the roofer”. You can pause or delete it under Schedules.",
    );
    expect(answer([asked, reply, result("proposed")]).said).toContain(
      "Nothing runs before a colleague starts it",
    );
  });

  it("asks when it is not said", () => {
    expect(answer([said("Remind me to call the roofer")]).calls).toMatchObject([{ tool: "ask_user" }]);
  });

  it("looks at what is scheduled", () => {
    expect(answer([said("What is scheduled?")]).calls).toMatchObject([{ tool: "list_schedules" }]);
  });

  it("still reminds a contact where a contact is meant", () => {
    expect(answer([said("Remind Maria Lopez that the plumber comes at 2")]).calls).toMatchObject([
      { tool: "search_contacts" },
    ]);
  });
});

describe("the operator, in a scheduled run", () => {
  it("says a reminder", () => {
    const { said: told, calls } = answer([
      due("Remind Dana: call the roofer\n(This was due on Friday and is late.)"),
    ]);
    expect(told).toBe("Reminder for Dana: call the roofer");
    expect(calls).toEqual([]);
  });

  it("follows an instruction as if a colleague had said it", () => {
    expect(answer([due("Text Maria Lopez that the filter is due")]).calls).toMatchObject([
      { tool: "search_contacts", input: { query: "Maria Lopez" } },
    ]);
  });

  it("says so where no pattern fits", () => {
    expect(answer([due("Reconcile the ledgers of all buildings")]).said).toContain("This is due: “Reconcile");
  });
});
