import { describe, expect, it } from "vitest";
import {
  draftProblem,
  limitWords,
  sameDraft,
  windowWords,
} from "../../../frontend/src/agent/agents/instructions-text.ts";

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

  // Seed 000:155: 85 % of 200,000 tokens, with its price.
  it("says where a chat is summarized, and what reading that much costs with the chosen model", () => {
    const main = { input: 2, output: 10, cached: 0.1 };
    const heavy = { input: 5, output: 25, cached: 0.5 };
    const view = { windowTokens: 40_000, tier: "main", prices: { cheap: null, main, heavy } } as const;
    expect(windowWords(view, null, null)).toBe(
      "Above 34,000 tokens, the older part of a chat becomes a summary; the originals stay readable. Reading that much costs $0.0034 with each model call, and up to $0.085 with the first after a pause.",
    );
    expect(windowWords(view, 200_000, "heavy")).toContain("Above 170,000 tokens");
    expect(windowWords(view, 200_000, "heavy")).toContain(
      "costs $0.085 with each model call, and up to $1.06 with",
    );
    expect(windowWords(view, 200_000, "cheap")).toMatch(/readable\.$/);
  });
});
