import { describe, expect, it } from "vitest";
import { historyParams } from "../../../../src/agent/build-request.ts";
import type { FormValues, QuestionField } from "../../../../src/agent/api/question.ts";
import type { Question } from "../../../../src/agent/api/conversation-frames.ts";
import { DANA, Memory } from "./memory.ts";

const FIELDS: QuestionField[] = [
  { id: "unit", label: "Unit", type: "select", options: ["4B", "6A"] },
  { id: "rooms", label: "Rooms", type: "multi-select", options: ["Kitchen", "Bath", "Hall"] },
  { id: "phone", label: "Phone", type: "text", placeholder: "+1 412 …" },
  { id: "note", label: "Note", type: "textarea" },
];

function asked(minFilled?: number): Memory {
  const memory = new Memory();
  memory.say("There is a leak.", "m-1");
  const turn = memory.log.next()?.turn.id ?? "";
  const question: Question = {
    toolCallId: "toolu_q",
    question: "About the leak",
    options: [],
    requiredFor: null,
    fields: FIELDS,
    ...(minFilled === undefined ? {} : { minFilled }),
  };
  memory.log.note({ question });
  memory.log.end(turn, { reason: "waiting_answer", error: null });
  return memory;
}

function answer(memory: Memory, values: FormValues, toolCallId = "toolu_q"): void {
  memory.accept({
    messageId: "m-2",
    author: DANA,
    text: "words of the page",
    answer: { toolCallId, values },
  });
}

const lastParts = (memory: Memory) => memory.log.messages.queued().at(-1)?.parts;

describe("an answer to a form", () => {
  it("comes as one message: its words for people, its values by field for the agent", () => {
    const memory = asked();
    answer(memory, { unit: "4B", rooms: ["Bath", "Hall"], phone: "  ", note: "Since Monday.\nIt drips." });
    const values = { unit: "4B", rooms: ["Bath", "Hall"], note: "Since Monday.\nIt drips." };
    expect(lastParts(memory)).toEqual([
      { type: "text", text: "Unit: 4B\nRooms: Bath, Hall\nNote: \nSince Monday.\nIt drips." },
      { type: "answer", toolCallId: "toolu_q", values },
    ]);
    memory.log.next();
    const messages = memory.log.messages.committedAfter(0);
    const params = historyParams({ compaction: null, messages, thinkingAfterSeq: 0 });
    expect(params.at(-1)?.content).toContainEqual({
      type: "text",
      text: `<form_answer>\n${JSON.stringify(values)}\n</form_answer>`,
    });
    expect(JSON.stringify(params)).not.toContain("Rooms: Bath");
  });

  it.each<[string, number | undefined, FormValues]>([
    ["nothing filled in", undefined, { unit: " ", rooms: [] }],
    ["too little filled in", 2, { unit: "4B" }],
    ["an option that is not offered", 1, { unit: "9Z" }],
    ["two of one choice", 1, { unit: ["4B", "6A"] }],
    ["a field that is not asked for", 1, { unit: "4B", secret: "x" }],
    ["a line that is too long", 1, { phone: "9".repeat(501) }],
  ])("is refused with %s, and nothing is written", (_, minFilled, values) => {
    const memory = asked(minFilled);
    expect(() => answer(memory, values)).toThrowError(expect.objectContaining({ code: "invalid_arguments" }));
    expect(memory.log.messages.queued()).toEqual([]);
    expect(memory.log.store.get().question?.toolCallId).toBe("toolu_q");
  });

  it("may be empty where no field has to be filled in", () => {
    const memory = asked(0);
    answer(memory, {});
    expect(lastParts(memory)).toEqual([
      { type: "text", text: "I left the form empty." },
      { type: "answer", toolCallId: "toolu_q", values: {} },
    ]);
  });

  it("is a message like any other once the form is no longer open", () => {
    const memory = asked();
    answer(memory, { unit: "4B" }, "toolu_before");
    expect(lastParts(memory)).toEqual([{ type: "text", text: "words of the page" }]);
  });

  it("is taken once, and a repeat answers as the first did", () => {
    const memory = asked();
    answer(memory, { unit: "4B" });
    memory.log.next();
    answer(memory, { unit: "4B" });
    expect(memory.log.messages.queued()).toEqual([]);
  });
});
