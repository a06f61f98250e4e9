import { expect, it } from "vitest";
import type { ToolDefinition } from "../../../sandbox/anthropic/types.ts";
import { modelTools } from "../../../src/tools/model-tools.ts";
import { Conversation } from "./conversation.ts";

function conversationWith(...tools: Parameters<typeof modelTools>[0]): Conversation {
  const conversation = new Conversation();
  conversation.tools = modelTools(tools) as unknown as ToolDefinition[];
  return conversation;
}

it.each([
  ["What is 17.5% of 2,340?", "17.5 / 100 * 2340", 409.5, "17.5 / 100 × 2340 = 409.5 "],
  ["what's $1,250 plus $85.50", "1250 + 85.50", 1335.5, "= 1,335.5 "],
  ["Please calculate (900 - 120) × 12", "(900 - 120) * 12", 9360, "= 9,360 "],
  ["How much is 580 divided by 3?", "580 / 3", 580 / 3, "= 193.333333 "],
])("“%s” is worked out with code", (words, code, result, said) => {
  const conversation = conversationWith("search_contacts", "list_messages", "ask_user", "run_code");
  conversation.played.set("run_code", [{ result }]);
  const turn = conversation.say(words);
  expect(turn.calls).toEqual([{ tool: "run_code", input: { code } }]);
  expect(turn.said).toContain(said);
  expect(turn.said).toContain("not a language model");
});

it.each([
  "What is 412-555-0142?",
  "What is +1 412 555 0142?",
  "What is 2026-03-18?",
  "What is the plan for 3B + 4A?",
])("“%s” is no sum", (words) => {
  const { calls } = conversationWith("search_contacts", "list_messages", "ask_user", "run_code").say(words);
  expect(calls.map(({ tool }) => tool)).not.toContain("run_code");
});

it("a sum is not guessed where nothing can work it out", () => {
  const { calls, said } = conversationWith("search_contacts", "list_messages", "ask_user").say(
    "What is 2 + 2?",
  );
  expect(calls).toEqual([]);
  expect(said).not.toContain("4");
});
