/** What the explorer of accounts makes of accounts, messages and quotes. */
import { describe, expect, it } from "vitest";
import { quoteRange } from "../../../frontend/src/accounts/explorer/quote-range.ts";
import { sampleGroups } from "../../../frontend/src/accounts/explorer/samples.ts";
import { askedTurns, inOwnWords, routedIn } from "../../../frontend/src/accounts/explorer/turns.ts";
import type { StepItem } from "../../../frontend/src/agent/conversation/thread-items.ts";
import type { AccountLine } from "../../../src/accounts/api/accounts.ts";
import type { Message } from "../../../src/agent/api/message.ts";

const line = (name: string, stage: string): AccountLine => ({
  id: "10001",
  name,
  stage,
  industry: "Bakery",
  location: "Chicago, IL",
  insuranceTypes: ["General liability"],
  details: [],
  nextSteps: [],
  lastContactAt: null,
  problem: null,
  updatedAt: "2026-11-25T10:00:00.000Z",
});

const message = (id: string, turnId: string, kind: "user" | "agent", parts: Message["parts"]): Message => ({
  id,
  role: kind === "user" ? "user" : "assistant",
  parts,
  author: { kind, name: kind === "user" ? "Ruth" : "Steward" },
  createdAt: "2026-11-25T10:00:00.000Z",
  turnId,
});

describe("sample questions", () => {
  it("are made of the team's own accounts and stages, in eight groups", () => {
    const groups = sampleGroups([line("Kessler Bakery", "Quoted")], ["Submission", "Quoted", "Bound"]);
    expect(groups).toHaveLength(8);
    expect(groups[0]?.questions[0]).toBe("Mark Kessler Bakery as Bound");
    expect(groups.find(({ title }) => title === "Across accounts")?.questions).toEqual([
      "Which accounts are in Quoted?",
      "Find the bakery accounts",
      "Who has general liability?",
    ]);
  });

  it("are none where there is no account", () => {
    expect(sampleGroups([], ["Quoted"])).toEqual([]);
  });
});

describe("turns", () => {
  it("are told apart by their ids, each with what the person wrote and where it went", () => {
    const routed = {
      type: "routed",
      agent: "search_agent",
      intent: "search",
      confidence: 0.9,
      account: null,
      found: null,
    };
    const turns = askedTurns([
      message("1", "t1", "user", [{ type: "text", text: "Who is due?" }]),
      message("2", "t1", "agent", [routed]),
      message("3", "t2", "user", [{ type: "text", text: "/search lapsed policies" }]),
    ]);
    expect(turns.map(({ words }) => words)).toEqual(["Who is due?", "lapsed policies"]);
    expect(routedIn(turns[0]?.messages ?? [])?.agent).toBe("search_agent");
    expect(routedIn(turns[1]?.messages ?? [])).toBeNull();
  });
});

describe("a quote in its file", () => {
  it("is found letter for letter, and over line breaks", () => {
    expect(quoteRange("a\nWe need it\nby Friday.", "need it by Friday")).toEqual([5, 22]);
    expect(quoteRange("costs $4.50 (net)", "$4.50 (net)")).toEqual([6, 17]);
  });

  it("is nowhere once the words have changed", () => {
    expect(quoteRange("We need it by Monday.", "need it by Friday")).toBeNull();
    expect(quoteRange("", " ")).toBeNull();
  });
});

describe("a step", () => {
  const step: StepItem = {
    toolCallId: "1",
    title: "Hand a task to another agent",
    done: "Handed a task to another agent",
    summary: "Handing a task to search_agent",
    look: null,
    status: "ok",
    durationMs: 1,
    input: { agent: "search_agent", task: "x" },
    result: null,
    cutChars: 0,
  };

  it("that hands a task to one of the accounts' agents says what it does; any other stays as it is", () => {
    expect(inOwnWords(step)).toMatchObject({ done: "Searched the files", summary: "Searching the files" });
    for (const input of [{ agent: "document" }, { agent: "constructor" }, {}, null, "search_agent"])
      expect(inOwnWords({ ...step, input })).toEqual({ ...step, input });
  });
});
