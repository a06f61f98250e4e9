import { describe, expect, it } from "vitest";
import {
  draftProblem,
  effectiveText,
  limitWords,
  sameDraft,
} from "../../../frontend/src/pages/agents/instructions-text.ts";
import type { Instructions } from "../../../src/protocol/index.ts";

const current: Instructions = {
  agent: "steward",
  mode: "extend",
  text: "Be brief.",
  builtIn: "You are Steward.",
  effective: "You are Steward.\n\n# The team's own\nBe brief.\n",
  version: 2,
  updatedAt: null,
  updatedBy: null,
  takesEffect: "At once.",
};

describe("instructions", () => {
  it("previews an extension with the server's own joint where it is known", () => {
    expect(effectiveText(current, { mode: "extend", text: "Sign with our name." })).toBe(
      "You are Steward.\n\n# The team's own\nSign with our name.\n",
    );
  });

  it("previews the other modes by the texts alone", () => {
    expect(effectiveText(current, { mode: "built_in", text: "left over" })).toBe("You are Steward.");
    expect(effectiveText(current, { mode: "replace", text: " Only ours. " })).toBe("Only ours.");
  });

  it("does not count text that a mode leaves out as a change", () => {
    expect(sameDraft({ mode: "built_in", text: "a" }, { mode: "built_in", text: "" })).toBe(true);
    expect(sameDraft({ mode: "extend", text: "a" }, { mode: "replace", text: "a" })).toBe(false);
    expect(sameDraft({ mode: "extend", text: "a " }, { mode: "extend", text: "a" })).toBe(true);
  });

  it("refuses emptiness and excess where the text is used", () => {
    expect(draftProblem({ mode: "extend", text: " " }, 10)).toContain("Write something");
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
