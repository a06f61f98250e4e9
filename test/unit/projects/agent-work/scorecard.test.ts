/** What a scorecard says: counts, a confidence bound, and a verdict that code computes. */
import { describe, expect, it } from "vitest";
import { scoreOf, type Watched } from "../../../../src/projects/calculations/index.ts";

const NOW = Date.parse("2026-11-27T10:00:00Z");
const DAY_MS = 86_400_000;
const AS = { mode: "shadow", ceiling: "execute", nowMs: NOW, isFull: false } as const;

const run = (some: Partial<Watched> = {}): Watched => ({
  mode: "shadow",
  failed: false,
  decision: null,
  beside: null,
  atMs: NOW - 20 * DAY_MS,
  ...some,
});
const times = (count: number, some: Partial<Watched>): Watched[] =>
  Array.from({ length: count }, () => run(some));
const ACCEPTED = { decision: "accepted" } as const;
const DISMISSED = { decision: "dismissed" } as const;

describe("a scorecard", () => {
  it("asks for more decisions and says how many: those that reach the bound if all are right", () => {
    expect(scoreOf([], AS)).toMatchObject({ judged: 0, verdict: { kind: "undecided" } });
    expect(scoreOf([], AS).verdict.words).toMatch(/^5 more right decisions until it can be promoted\./);
    const one = scoreOf(times(3, ACCEPTED), AS);
    expect(one.verdict.words).toBe(
      "2 more right decisions until it can be promoted. 3 of 3 were right, so at least 52% (95% sure); it takes 60%.",
    );
    expect(scoreOf(times(5, ACCEPTED), AS)).toMatchObject({ up: "propose", verdict: { kind: "earned" } });
  });

  it("counts what people did of themselves where nobody decided, and a decision before that", () => {
    const did = { beside: { agreed: 2, of: 3 } };
    const not = { beside: { agreed: 1, of: 3 } };
    const score = scoreOf([...times(4, did), run(not), run({ ...not, ...ACCEPTED }), run()], AS);
    expect(score).toMatchObject({ good: 5, judged: 6, compared: { agreed: 4, of: 6 } });
  });

  it("earns nothing before two weeks, however good", () => {
    const early = times(30, { ...ACCEPTED, atMs: NOW - 5 * DAY_MS });
    expect(scoreOf(early, AS).verdict).toMatchObject({
      kind: "early",
      words: expect.stringMatching(/^9 more days until/) as string,
    });
    expect(scoreOf(early, { ...AS, isFull: true }).verdict.kind).toBe("earned");
  });

  it("says so where people decided otherwise, and where it fails too often", () => {
    const otherwise = scoreOf([...times(2, ACCEPTED), ...times(10, DISMISSED)], AS);
    expect(otherwise.verdict).toEqual({
      kind: "otherwise",
      words: "People decided otherwise too often: 2 of 12 were right.",
    });
    const broken = times(6, { mode: null, failed: true });
    expect(scoreOf([...broken, ...times(10, ACCEPTED)], AS).verdict.kind).toBe("failing");
  });

  it("counts only its work since it was last set to this mode, and asks more for the next step", () => {
    const before = times(20, ACCEPTED);
    const as = { ...AS, mode: "propose" } as const;
    const now = times(6, { mode: "propose", ...ACCEPTED });
    const score = scoreOf([...now, ...before], as);
    expect(score).toMatchObject({ runs: { shadow: 20, propose: 6 }, judged: 6, up: "execute", line: 0.8 });
    expect(score.verdict.words).toMatch(/^5 more right decisions until it can be promoted\./);
    expect(scoreOf([...times(3, { mode: "propose" }), ...before], AS).judged).toBe(0);
  });

  it("has a top: a report never acts, and what acts has nothing above it", () => {
    const as = { ...AS, mode: "propose", ceiling: "propose" } as const;
    expect(scoreOf([], as)).toMatchObject({ up: null, down: "shadow", verdict: { kind: "top" } });
    expect(scoreOf([], { ...AS, mode: "execute" })).toMatchObject({ up: null, down: "propose" });
    const worse = scoreOf(times(12, { mode: "propose", ...DISMISSED }), as);
    expect(worse.verdict.words).toMatch(/otherwise too often.*taking it back to only note/);
  });
});
