import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensOfChars } from "../../../../src/kernel/tokens.ts";
import { assembleContext } from "../../../../src/projects/agent-work/context.ts";

const line = fc.string({ maxLength: 300 });
const lines = fc.array(line, { maxLength: 40 });
const wanted = fc.record({ request: lines, records: lines, events: lines, found: lines });
const tokens = (some: readonly string[]): number =>
  some.reduce((sum, one) => sum + tokensOfChars(one.length + 1), 0);

describe("what an agent reads", () => {
  it("never takes more than its budget, and says exactly what was cut", () => {
    fc.assert(
      fc.property(wanted, fc.integer({ min: 0, max: 4_000 }), (given, budget) => {
        const { lines: taken, trace } = assembleContext(given, budget);
        const used = tokens(Object.values(taken).flat());
        expect(used).toBeLessThanOrEqual(budget);
        expect(trace.usedTokens).toBe(used);
        for (const { part, taken: count, cut } of trace.parts) {
          expect(taken[part]).toEqual(given[part].slice(0, count));
          expect(count + cut).toBe(given[part].length);
        }
      }),
    );
  });

  it("cuts nothing where all of it fits", () => {
    fc.assert(
      fc.property(wanted, (given) => {
        const { trace } = assembleContext(given, tokens(Object.values(given).flat()));
        expect(trace.parts.every(({ cut }) => cut === 0)).toBe(true);
      }),
    );
  });

  it("gives each part its share where all want more, and passes on what is left", () => {
    const many = Array.from({ length: 500 }, () => "x".repeat(34));
    const full = assembleContext({ request: many, records: many, events: many, found: many }, 1_000);
    expect(full.trace.parts.map(({ part, usedTokens }) => [part, usedTokens])).toEqual([
      ["request", 100],
      ["records", 300],
      ["events", 200],
      ["found", 400],
    ]);
    const few = assembleContext({ request: [], records: many, events: [], found: [] }, 1_000);
    expect(few.trace.parts.find(({ part }) => part === "records")).toMatchObject({
      shareTokens: 300,
      usedTokens: 1_000,
    });
  });
});
