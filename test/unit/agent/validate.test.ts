import { expect, it } from "vitest";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import { validateRequest } from "../../../src/agent/validate.ts";

const text = (value: string) => ({ type: "text", text: value });
const use = (id: string) => ({ type: "tool_use", id, name: "t", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "x" });
const mark = { cache_control: { type: "ephemeral" } };
const user = (...content: object[]) => ({ role: "user", content });
const agent = (...content: object[]) => ({ role: "assistant", content });

function problems(messages: object[], more: object = {}): string[] {
  return validateRequest({
    model: "m",
    maxTokens: 10,
    system: [],
    tools: [],
    thinking: false,
    outputSchema: null,
    messages: messages as MessageParam[],
    ...more,
  });
}

it.each([
  ["a plain question", [user(text("hi"))]],
  [
    "calls and their results",
    [user(text("hi")), agent(use("a"), use("b")), user(result("a"), result("b"), text("and"))],
  ],
])("accepts %s", (_, messages) => {
  expect(problems(messages)).toEqual([]);
});

it.each([
  ["nothing at all", []],
  ["a first message of the agent", [agent(text("hi")), user(text("x"))]],
  ["a last message of the agent", [user(text("hi")), agent(text("x"))]],
  ["a role twice", [user(text("a")), user(text("b"))]],
  ["an empty message", [user()]],
  ["an empty text", [user(text(" \n"))]],
  ["a call without an answer", [user(text("a")), agent(use("a")), user(text("b"))]],
  ["an answer after other words", [user(text("a")), agent(use("a")), user(text("b"), result("a"))]],
  ["an answer to no call", [user(text("a")), agent(text("b")), user(result("a"))]],
  ["an answer twice", [user(text("a")), agent(use("a")), user(result("a"), result("a"))]],
  [
    "a call's id twice",
    [user(text("a")), agent(use("a")), user(result("a")), agent(use("a")), user(result("a"))],
  ],
  ["a part of ours", [user({ type: "outcome" })]],
  [
    "a breakpoint on thinking",
    [user(text("a")), agent({ type: "thinking", thinking: "x", signature: "s", ...mark }), user(text("b"))],
  ],
  ["five breakpoints", [user(...Array.from({ length: 5 }, () => ({ ...text("a"), ...mark })))]],
])("refuses %s", (_, messages) => {
  expect(problems(messages)).not.toEqual([]);
});

it("refuses two tools of one name", () => {
  const tool = { name: "t", input_schema: { type: "object" } };
  expect(problems([user(text("a"))], { tools: [tool, tool] })).not.toEqual([]);
});

const deferred = (name: string) => ({ name, input_schema: { type: "object" }, defer_loading: true });
const find = { name: "find_tools", input_schema: { type: "object" } };
const reference = (name: string) => ({ type: "tool_reference", tool_name: name });
const answered = (...content: object[]) => [
  user(text("a")),
  agent(use("a")),
  user({ type: "tool_result", tool_use_id: "a", content }),
];

it("accepts references to deferred tools", () => {
  expect(problems(answered(reference("b")), { tools: [find, deferred("b")] })).toEqual([]);
});

it.each([
  ["a reference to a tool that is not there", answered(reference("c"))],
  ["a reference to a tool that is not deferred", answered(reference("find_tools"))],
  ["a reference beside text", answered(reference("b"), text("x"))],
  ["a reference outside an answer", [user(reference("b"))]],
])("refuses %s", (_, messages) => {
  expect(problems(messages, { tools: [find, deferred("b")] })).not.toEqual([]);
});

it("refuses tools that are all deferred", () => {
  expect(problems([user(text("a"))], { tools: [deferred("b")] })).not.toEqual([]);
});
