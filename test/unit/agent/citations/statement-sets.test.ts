import { expect, it } from "vitest";
import {
  ALONE_LINE,
  KINDS,
  MARKED_LINE,
  measureStatements,
  statementPrompt,
  statementSet,
} from "../../../proof/statements.ts";

const share = ({ marked, cases }: { readonly marked: number; readonly cases: number }): number =>
  marked / cases;

it("PROOF: with the model's check a change of any kind is marked, and true answers are left alone", () => {
  const measured = measureStatements("both");
  for (const kind of KINDS) {
    expect(measured.changes[kind].cases, kind).toBeGreaterThanOrEqual(50);
    expect(share(measured.changes[kind]), kind).toBeGreaterThanOrEqual(MARKED_LINE);
  }
  expect(measured.leading.cases).toBeGreaterThanOrEqual(20);
  expect(share(measured.leading), "leading questions").toBeGreaterThanOrEqual(MARKED_LINE);
  expect(measured.true.cases).toBeGreaterThanOrEqual(60);
  expect(1 - share(measured.true)).toBeGreaterThanOrEqual(ALONE_LINE);
  // What the reader quoted stands in the sources.
  expect(measured.unfounded).toBeLessThanOrEqual(0.02 * measured.given);
});

it("PROOF: code alone tells few changes of who, unit or “not”: the check is there for them", () => {
  const { changes } = measureStatements("code");
  for (const kind of ["who", "unit", "negation"] as const)
    expect(share(changes[kind]), kind).toBeLessThan(0.5);
});

it("PROOF: the verdicts are those of today's instructions", () => {
  expect(statementSet().prompt, "npm run eval -- --live --set statements --record").toBe(statementPrompt());
});
