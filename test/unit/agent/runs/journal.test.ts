import { describe, expect, it } from "vitest";
import { memoryJournal, resultsEntry, RunWriter, type ToolAnswer } from "../../../../src/agent/runs/index.ts";
import { Memory } from "../conversations/memory.ts";

const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const STEP = { kind: "model", name: "m", status: "ok", at: "", durationMs: 1, detail: {} } as const;
const FOUND: ToolAnswer = {
  status: "ok",
  content: '{"tools":["send_email","list_events"]}',
  isError: false,
  references: ["send_email", "list_events"],
  approvals: [],
  question: null,
  hooks: [],
  durationMs: 3,
};

/** The parts a call answered with `answer` leaves for the model, from a journal that was written and read again. */
function resultOf(writer: RunWriter, answer: ToolAnswer) {
  const id = writer.nextReplyId();
  const parts = [{ type: "tool_use", id: "toolu_1", name: "find_tools", input: { query: "mail" } }];
  writer.commitReply({ id, parts, stop: "tool_use", usage: USAGE, costMicroUsd: 1, fallback: null }, STEP);
  const [row] = writer.log().calls;
  if (row === undefined) throw new Error("the call was not journaled");
  expect(writer.answerCall(row, answer)).toBe(true);
  expect(writer.answerCall(row, { ...answer, content: "second" })).toBe(false);
  return resultsEntry(writer.log().calls, "2026-11-21T15:00:00Z").parts;
}

describe("the answer to a call that found tools", () => {
  const references = {
    type: "tool_result",
    tool_use_id: "toolu_1",
    content: [
      { type: "tool_reference", tool_name: "send_email" },
      { type: "tool_reference", tool_name: "list_events" },
    ],
  };

  it("hands the model their definitions, from a conversation's log and from memory", () => {
    const memory = new Memory();
    memory.say("Which tools are there?");
    const turn = memory.log.next()?.turn;
    if (turn === undefined) throw new Error("no turn");
    expect(resultOf(memory.writer(turn), FOUND)).toEqual([references]);
    const journal = memoryJournal({ id: "q", startedAt: "", question: [{ type: "text", text: "?" }] });
    expect(resultOf(new RunWriter(journal, memory.clock), FOUND)).toEqual([references]);
  });

  it("is text where nothing was found", () => {
    const journal = memoryJournal({ id: "q", startedAt: "", question: [{ type: "text", text: "?" }] });
    const writer = new RunWriter(journal, new Memory().clock);
    const { references: _, ...said } = FOUND;
    expect(resultOf(writer, said)).toEqual([{ ...references, content: FOUND.content }]);
  });
});
