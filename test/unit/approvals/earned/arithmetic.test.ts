import { describe, expect, it } from "vitest";
import { isOnProbation, isSampled, nextStep, reachesLine } from "../../../../src/approvals/earned/index.ts";
import type { CallFacts } from "../../../../src/approvals/tables/approvals.ts";
import { recipientKind } from "../../../../src/approvals/policy/index.ts";

const GOOD = (count: number): string => "1".repeat(count);
const BAD = (count: number): string => "0".repeat(count);
const tally = (more: Partial<Parameters<typeof nextStep>[0]> = {}) => {
  const recent = more.recent ?? GOOD(40);
  return {
    recent,
    samples: "",
    decided: recent.length,
    restsUntil: 0,
    state: "collecting" as const,
    ...more,
  };
};
const NINETY = { line: 0.9, minDecisions: 30 };

describe("whether the line is reached", () => {
  it.each([
    ["too few decisions, however good", GOOD(29), NINETY, false],
    ["enough, all unchanged", GOOD(30), NINETY, true],
    ["one edit of thirty", GOOD(29) + BAD(1), NINETY, false],
    ["a higher line takes more", GOOD(51), { line: 0.95, minDecisions: 30 }, false],
    ["and is reached with more", GOOD(52), { line: 0.95, minDecisions: 30 }, true],
    ["more decisions are asked for", GOOD(60), { line: 0.9, minDecisions: 61 }, false],
    ["off", GOOD(200), { line: null, minDecisions: 30 }, false],
  ])("%s", (_, recent, setting, reached) => {
    expect(reachesLine(recent, setting)).toBe(reached);
  });
});

describe("what is done about a rule", () => {
  it.each([
    ["it is proposed once the line is reached", tally(), NINETY, false, "propose"],
    ["never while it could do nothing", tally(), NINETY, true, "rest"],
    ["never while it is off", tally(), { ...NINETY, line: null }, false, "rest"],
    ["never twice", tally({ state: "proposed" }), NINETY, false, "rest"],
    ["not soon after it was declined", tally({ state: "declined", restsUntil: 41 }), NINETY, false, "rest"],
    ["again after a rest", tally({ state: "declined", restsUntil: 40 }), NINETY, false, "propose"],
    ["again after it was lost", tally({ state: "taken_back", restsUntil: 40 }), NINETY, false, "propose"],
    ["one that is in force stays", tally({ state: "in_force" }), NINETY, false, "rest"],
    [
      "also a little under the line",
      tally({ state: "in_force", recent: GOOD(94) + BAD(5), samples: "1" }),
      NINETY,
      false,
      "rest",
    ],
    [
      "not further under it",
      tally({ state: "in_force", recent: GOOD(90) + BAD(12) }),
      NINETY,
      false,
      "take_back",
    ],
    [
      "one bad sample of five is borne",
      tally({ state: "in_force", samples: "11110" }),
      NINETY,
      false,
      "rest",
    ],
    ["two are not", tally({ state: "in_force", samples: "1111101110" }), NINETY, false, "take_back"],
    [
      "bad ones from before the last five are over",
      tally({ state: "in_force", samples: "0011111" }),
      NINETY,
      false,
      "rest",
    ],
    [
      "two bad samples lose it also while nothing is proposed any more",
      tally({ state: "in_force", samples: "00" }),
      { ...NINETY, line: null },
      true,
      "take_back",
    ],
  ])("%s", (_, given, setting, held, step) => {
    expect(nextStep(given, setting, held).do).toBe(step);
  });

  it("says why it is taken back", () => {
    expect(nextStep(tally({ state: "in_force", samples: "1010" }), NINETY, false)).toEqual({
      do: "take_back",
      because: "Of the last 4 checks, 2 were edited, rejected, or undone.",
    });
  });
});

describe("samples", () => {
  it("about one recipient in ten is asked about a day, whatever the call", async () => {
    const calls = Array.from({ length: 500 }, (_, index) => ({
      rule: "earned_1",
      recipients: [`+1412555${String(index).padStart(4, "0")}`],
      nowMs: 0,
    }));
    const first = await Promise.all(calls.map((one) => isSampled("t", one)));
    const again = await Promise.all(calls.map((one) => isSampled("t", { ...one, nowMs: 86_399_999 })));
    expect(again).toEqual(first);
    const asked = first.filter((one) => one).length;
    expect(asked).toBeGreaterThan(25);
    expect(asked).toBeLessThan(80);
  });

  it("after one that was edited or rejected every call asks until one is approved unchanged", () => {
    expect([isOnProbation(""), isOnProbation("1"), isOnProbation("10"), isOnProbation("101")]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});

describe("the kind of recipients", () => {
  const MEMBER = "tom@alder.example";
  const reaching = (...recipients: CallFacts["recipients"]): CallFacts => ({
    recipients,
    makesContact: false,
  });
  it.each([
    ["no one", reaching(), "no_one"],
    ["a member, whatever the contacts say", reaching({ address: MEMBER, known: "new" }), "colleague"],
    ["a contact", reaching({ address: "a", known: "contact" }), "contact"],
    [
      "two contacts",
      reaching({ address: "a", known: "contact" }, { address: "b", known: "contact" }),
      "contact",
    ],
    ["somebody new", reaching({ address: "a", known: "new" }), null],
    [
      "a contact and a member",
      reaching({ address: "a", known: "contact" }, { address: MEMBER, known: "new" }),
      null,
    ],
    ["a new contact", { ...reaching({ address: "a", known: "contact" }), makesContact: true }, null],
  ])("%s", (_, facts, kind) => {
    expect(recipientKind(facts, new Set([MEMBER]))).toBe(kind);
  });
});
