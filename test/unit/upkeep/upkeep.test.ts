import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryWith, readPlan, type NoteLine } from "../../../src/upkeep/index.ts";

const line = (number: number, text: string): NoteLine => ({
  id: `line_${number}`,
  number,
  note: "daily_notes/2026-11-20_boiler.md",
  line: number + 1,
  text,
  source: null,
});
const LINES = [
  line(1, "The boiler at Maple is serviced by Hank"),
  line(2, "Rent day is the 3rd"),
  line(3, "thanks"),
];
const FILES = [
  { path: "areas/rent.md", content: "# Rent\n- Rent day is the **5th** _(note)_\n" },
  { path: "MEMORY.md", content: "# Memory\n" },
];
const read = (plan: unknown) => readPlan(JSON.stringify(plan), { lines: LINES, files: FILES });

describe("what the keeper answered", () => {
  it("is followed where it keeps to the rules; a line it says nothing of stays in its note", () => {
    const fold = read({ folds: [{ line: 1, area: "areas/boiler.md" }], memory: [] });
    expect(fold?.outcomes).toEqual([
      { kind: "folded", line: LINES[0], area: "areas/boiler.md", contradicts: null },
      { kind: "left", line: LINES[1], sameAs: null },
      { kind: "left", line: LINES[2], sameAs: null },
    ]);
  });

  it("names a contradiction or a duplicate only where the words really stand", () => {
    const at = (more: object) => read({ folds: [{ line: 2, area: "areas/rent.md", ...more }] })?.outcomes[1];
    expect(at({ contradicts: "Rent day is the 5th" })).toMatchObject({
      kind: "folded",
      contradicts: "areas/rent.md: “Rent day is the 5th”",
    });
    expect(at({ duplicateOf: "rent day is the 5TH" })).toMatchObject({ kind: "left" });
    expect(at({ duplicateOf: "Rent day is whenever" })).toMatchObject({ kind: "folded", contradicts: null });
    expect(at({ duplicateOf: "Rent day is the 3rd" })).toMatchObject({ kind: "folded" });
  });

  it.each([
    "MEMORY.md",
    "skills/x/SKILL.md",
    "areas/../MEMORY.md",
    "areas/a/b.md",
    "/areas/a.md",
    "areas/A.md",
    "",
  ])("never folds into %j", (area) => {
    expect(read({ folds: [{ line: 1, area }] })?.outcomes[0]).toMatchObject({ kind: "left" });
  });

  it("may stand in a fence, and is refused where it is no plan", () => {
    expect(readPlan('```json\n{"folds":[]}\n```', { lines: LINES, files: FILES })).not.toBeNull();
    for (const answer of ["", "Sure!", "{", "[]", '{"folds":1}', '{"folds":[{"line":"1"}]}'])
      expect(readPlan(answer, { lines: LINES, files: FILES })).toBeNull();
  });

  it("loses no line, whatever it says", () => {
    const fold = fc.record(
      {
        line: fc.integer({ min: -1, max: 6 }),
        area: fc.oneof(fc.string(), fc.constant("areas/boiler.md")),
        duplicateOf: fc.option(fc.string()),
        contradicts: fc.option(fc.string()),
      },
      { requiredKeys: ["line"] },
    );
    fc.assert(
      fc.property(fc.array(fold, { maxLength: 12 }), (folds) => {
        const outcomes = read({ folds })?.outcomes ?? [];
        expect(outcomes.map(({ line: { id } }) => id)).toEqual(LINES.map(({ id }) => id));
      }),
    );
  });

  it("proposes for memory only what rests on a line", () => {
    const fold = read({
      folds: [],
      memory: [
        { text: "Boilers: call Hank.", lines: [1] },
        { text: "Out of thin air.", lines: [] },
        { text: "Of no line.", lines: [99] },
      ],
    });
    expect(fold?.memory).toEqual([{ text: "Boilers: call Hank.", lines: [LINES[0]] }]);
  });
});

describe("what MEMORY.md would become", () => {
  const memory = [{ text: "Boilers: call Hank.", lines: LINES.slice(0, 1) }];

  it("is all it was, and more, with where it comes from", () => {
    expect(memoryWith("# Memory\n\nKeep this.\n", memory, "run_1")).toBe(
      "# Memory\n\nKeep this.\n\n## From daily notes\n- Boilers: call Hank. _(daily_notes/2026-11-20_boiler.md, line 2, run run_1)_\n",
    );
  });

  it("is nothing new where it says so already, or where it would not fit", () => {
    expect(memoryWith("boilers: CALL hank.", memory, "run_1")).toBeNull();
    expect(memoryWith("x".repeat(4_990), memory, "run_1")).toBeNull();
    expect(memoryWith("", [], "run_1")).toBeNull();
  });
});
