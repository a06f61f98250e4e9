import { describe, expect, it } from "vitest";
import { draftProblem, limitWords, sameDraft } from "../../../frontend/src/agent/agents/instructions-text.ts";

describe("instructions", () => {
  it("does not count text that a mode leaves out as a change", () => {
    expect(sameDraft({ mode: "built_in", text: "a" }, { mode: "built_in", text: "" })).toBe(true);
    expect(sameDraft({ mode: "extend", text: "a" }, { mode: "replace", text: "a" })).toBe(false);
    expect(sameDraft({ mode: "extend", text: "a " }, { mode: "extend", text: "a" })).toBe(true);
  });

  it("refuses emptiness and excess where the text is used", () => {
    expect(draftProblem({ mode: "extend", text: " " }, 10)).toContain(
      "Write some instructions, or choose the built-in ones.",
    );
    expect(draftProblem({ mode: "replace", text: "x".repeat(12) }, 10)).toBe("Too long by 2 characters.");
    expect(draftProblem({ mode: "built_in", text: "" }, 10)).toBeNull();
  });

  it("says limits in words, also those it does not know", () => {
    expect(limitWords({ modelCalls: 25, costUsd: 2, deepThoughts: 3 })).toEqual([
      "25 model calls a turn",
      "$2 a turn",
      "deep thoughts 3",
    ]);
  });
});
