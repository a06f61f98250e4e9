/** EVAL: the golden sets stand on the world, their grading tells right from wrong, and what code decides of them is right. */
import { describe, expect, it } from "vitest";
import { accountsOf, gradeAnswer, gradeRouting, wentOf } from "../../eval/grade.ts";
import { gradeUpdate, type Seen } from "../../eval/grade-update.ts";
import { decideByCode } from "../../eval/scripted.ts";
import { trueAccounts } from "../../eval/truth.ts";
import { questionSets, routingSet, updateSet, type Question } from "../../eval/types.ts";
import type { AccountAnswer } from "../../../src/accounts/api/account-query.ts";

const truth = trueAccounts(Date.parse("2026-11-24T18:00:00.000Z"));

function answer(words: string): AccountAnswer {
  return {
    type: "success",
    routed_to: "search_agent",
    answer: words,
    citations: [],
    notes: [],
    noPrimarySource: false,
    conversationId: "c",
    turnId: "t",
    messageId: null,
    routed: null,
    skills: [],
    link: "/",
  };
}

/** An answer that says all the world has of what is asked. */
function whole({ about = "", expect: wanted }: Question): string {
  const account = truth.get(about);
  const across = wanted.flatMap((one) => ("accounts" in one ? accountsOf(one.accounts, truth) : []));
  return [JSON.stringify(account?.state ?? ""), ...Object.values(account?.words ?? {}), ...across].join("\n");
}

describe("a golden set", () => {
  it.each([...questionSets(), routingSet(), updateSet()].map((set) => [set.set, set] as const))(
    "%s holds at least 30 cases, each once",
    (_, { cases }) => {
      expect(cases.length).toBeGreaterThanOrEqual(30);
      expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
      expect(new Set(cases.map(({ ask }) => ask)).size).toBe(cases.length);
    },
  );

  it.each(questionSets().flatMap(({ cases }) => cases.map((one) => [one.id, one] as const)))(
    "asks in %s for what stands in the world: an answer with it is right, one without is wrong",
    (_, question) => {
      const right = gradeAnswer(question, answer(whole(question)), truth);
      expect(right).toEqual({ right: true, why: "" });
      expect(gradeAnswer(question, answer("I found nothing about that."), truth).right).toBe(false);
    },
  );

  it("takes an account too many for wrong, and an answer that asks back", () => {
    const [question] = questionSets()[2]?.cases ?? [];
    if (question === undefined) throw new Error("no question across accounts");
    const tooMany = `${whole(question)}\nWexler Books`;
    expect(gradeAnswer(question, answer(tooMany), truth)).toMatchObject({ right: false });
    const asked = { ...answer(whole(question)), type: "error", message: "no" } as AccountAnswer;
    expect(gradeAnswer(question, asked, truth).right).toBe(false);
  });

  it("refuses to grade by words that nobody in the world says any more", () => {
    const question = { id: "x", ask: "x", about: "Ames Hardware", expect: [{ said: "marble stairs" }] };
    expect(() => gradeAnswer(question, answer("marble stairs"), truth)).toThrow("nobody in the world says");
    const of = (location: string) => () => accountsOf({ location }, truth);
    expect(of(", NV")).toThrow("no account is");
  });

  it("tells by an answer where its request went", () => {
    const [first] = routingSet().cases;
    if (first === undefined) throw new Error("no case");
    const routed = {
      agent: "search_agent",
      intent: "search",
      confidence: 1,
      account: { account_id: "10012", name: "Ames Hardware", stage: "" },
      found: "name",
    } as const;
    const went = wentOf({ ...answer("x"), routed });
    expect(gradeRouting(first, went).right).toBe(true);
    expect(gradeRouting({ ...first, account: "Dube Trucking" }, went).right).toBe(false);
    expect(gradeRouting({ ...first, to: "ask_choice" }, went).right).toBe(false);
  });
});

describe("a command that changes an account", () => {
  const [one] = updateSet().cases;
  if (one === undefined) throw new Error("no case");
  const state = truth.get(one.about)?.state;
  if (state === undefined) throw new Error("no account");
  const entry = (id: string, previous: string | null, field: "stage" | "notes") => ({
    id,
    sentence: "Changed.",
    changes: [{ field, old: "", new: "" }],
    evidence: { kind: "command", words: one.ask } as const,
    previous,
  });
  const first = entry("a", null, "notes");
  const seen = (of: typeof state, entries: readonly ReturnType<typeof entry>[], listed = of): Seen => ({
    account: { state: of, entries: [...entries], problems: [] },
    line: listed,
  });
  const before = seen(state, [first]);
  const bound = { ...state, stage: "Bound" };
  const told = [entry("b", "a", "stage"), first];

  it("is right where row, file and history say it, and nothing else changed", () => {
    expect(gradeUpdate(one, { before, after: seen(bound, told) })).toEqual({ right: true, why: "" });
  });

  it.each([
    ["the file says otherwise", seen(state, told)],
    ["the list does", seen(bound, told, state)],
    ["the history says nothing", seen(bound, [first])],
    ["its entry stands alone", seen(bound, [entry("b", null, "stage"), first])],
    ["something else was changed too", seen({ ...bound, location: "Elsewhere" }, told)],
    ["the history tells of something else", seen(bound, [entry("c", "b", "notes"), ...told])],
  ])("is wrong where %s", (_, after) => {
    expect(gradeUpdate(one, { before, after }).right).toBe(false);
  });

  it("waits for a person where it takes away what the request doesn't name, and nowhere else", () => {
    const after = seen(bound, told);
    const waits = { ...one, waits: true } as const;
    expect(gradeUpdate(waits, { before, waiting: before, after }).right).toBe(true);
    expect(gradeUpdate(waits, { before, after }).why).toContain("didn't wait");
    expect(gradeUpdate(waits, { before, waiting: after, after }).why).toContain("before a person decided");
    expect(gradeUpdate(one, { before, waiting: before, after }).why).toContain("waited");
  });

  it("names accounts that are there, and changes each", () => {
    for (const { about, becomes } of updateSet().cases) {
      const { stage, nextSteps, insuranceTypes } = truth.get(about)?.state ?? {};
      expect(becomes, about).not.toMatchObject({ stage });
      expect([becomes.nextSteps, becomes.insuranceTypes], about).not.toEqual([nextSteps, insuranceTypes]);
    }
  });
});

it("EVAL: what code decides of the sets is right", async () => {
  for (const { set, line, outcomes } of await decideByCode()) {
    expect(outcomes.length, set).toBeGreaterThan(2);
    const wrong = outcomes.filter(({ right }) => !right);
    expect(wrong, set).toEqual([]);
    expect(line).toBe(1);
  }
});
