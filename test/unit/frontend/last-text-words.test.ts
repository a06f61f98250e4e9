import { describe, expect, it } from "vitest";
import { lastTextWords } from "../../../frontend/src/agent/conversation/last-text-words.ts";
import type { ThreadItem } from "../../../src/messaging/api/texts.ts";

const TEXT: Extract<ThreadItem, { kind: "text" }> = {
  kind: "text",
  id: "t",
  at: "2026-05-01T10:00:00.000Z",
  direction: "incoming",
  text: "No heat",
  attachments: 0,
  media: [],
  others: [],
  line: "line",
  delivery: null,
  byHand: false,
  by: null,
  notAnswered: null,
};
const CALL: Extract<ThreadItem, { kind: "call" }> = {
  kind: "call",
  id: "c",
  at: "2026-05-01T10:00:00.000Z",
  direction: "outgoing",
  status: "completed",
  durationSeconds: 61,
  summary: ["The boiler is out.", "Sam comes at 9."],
  nextSteps: [],
  notAnswered: null,
  transcript: [],
};

describe("one of the last texts, in a line", () => {
  it("says who wrote it, and whether by hand", () => {
    expect(lastTextWords(TEXT)).toEqual({ who: "Them:", said: "No heat" });
    const ours: ThreadItem = { ...TEXT, direction: "outgoing" };
    expect(lastTextWords(ours).who).toBe("Us:");
    expect(lastTextWords({ ...ours, byHand: true }).who).toBe("Us, by hand:");
  });

  it("is one line of bounded length; without words it names what came with it", () => {
    const { said } = lastTextWords({ ...TEXT, text: ` one\n\ntwo ${"x".repeat(500)}` });
    expect(said).toMatch(/^one two x+…$/);
    expect(said.length).toBeLessThan(170);
    expect(lastTextWords({ ...TEXT, text: "", attachments: 2 }).said).toBe("2 attachments");
  });

  it("of a call says how long it was and what came of it", () => {
    expect(lastTextWords(CALL)).toEqual({
      who: "We called, 2 min:",
      said: "The boiler is out. Sam comes at 9.",
    });
    expect(lastTextWords({ ...CALL, direction: "incoming", durationSeconds: null, summary: [] })).toEqual({
      who: "They called, no answer",
      said: "",
    });
  });
});
