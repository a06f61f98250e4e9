/** The citation gate: quotes stand letter for letter where they are said to, one of them in a client's own words; twice sent back, then only what is proven stands. */
import { describe, expect, it } from "vitest";
import { verifyCitations } from "../../../src/accounts/desk/citations.ts";
import { searchAgent } from "../../../src/accounts/agents/search-agent.ts";
import type { Reading } from "../../../src/agent/define-agent.ts";

const STATE = "accounts/10012/state.md";
const RAW = "accounts/10012/sources/emails/2026-11-10-abc/raw.txt";
const read = (path: string, text: string, fromLine = 1): Reading => ({
  tool: "read_file",
  input: { path },
  content: JSON.stringify({ path, text, fromLine }),
});
const READ = [
  read(STATE, "---\nname: Ames Hardware\nstage: Submission\n---\n"),
  read(RAW, "From: Leonard Ames\n\nThe stairs to the\nbasement store are wooden. Costs: $1,200 (net).\n"),
];
const check = (citations: readonly { path: string; quote: string }[], readings = READ) =>
  verifyCitations({ answer: "They are wooden.", citations: [...citations] }, readings);

describe("a quote", () => {
  it("stands where it was read, with the lines it stands on", () => {
    expect(check([{ path: RAW, quote: "The stairs to the basement store are wooden." }])).toEqual({
      ok: true,
      output: {
        answer: "They are wooden.",
        citations: [{ path: RAW, quote: "The stairs to the\nbasement store are wooden.", lines: "3-4" }],
        notes: [],
        noPrimarySource: false,
      },
    });
    expect(check([{ path: `/${RAW}`, quote: "Costs: $1,200 (net)." }]).ok).toBe(true);
  });

  it("counts its lines from where the reading began", () => {
    const later = check([{ path: RAW, quote: "wooden" }], [read(RAW, "x\nare wooden", 40)]);
    expect(later).toMatchObject({ output: { citations: [{ lines: "41" }] } });
  });

  it.each([
    ["another word", "The stairs to the basement store are steel."],
    ["another letter", "The Stairs to the basement store are wooden."],
    ["another figure", "Costs: $1,300 (net)."],
    ["a word left out", "The stairs to the store are wooden."],
    ["a mark that stands for any letter", "Costs. $1,200"],
    ["nothing", "  "],
  ])("with %s is sent back", (_, quote) => {
    const verdict = check([
      { path: RAW, quote: "From: Leonard Ames" },
      { path: RAW, quote },
    ]);
    expect(verdict.ok).toBe(false);
    expect(verdict).toMatchObject({
      issues: expect.stringContaining("doesn't stand so in what you read") as string,
      or: { citations: [{ quote: "From: Leonard Ames" }], noPrimarySource: false },
    });
  });

  it("of a file that wasn't read, or that stands in another, is sent back", () => {
    const elsewhere = "accounts/10013/sources/emails/2026-11-10-abc/raw.txt";
    expect(check([{ path: elsewhere, quote: "The stairs to the" }]).ok).toBe(false);
    expect(check([{ path: STATE, quote: "The stairs to the" }]).ok).toBe(false);
  });
});

describe("material gathered before the question", () => {
  const laid = (input: Reading["input"], content: object): Reading => ({
    tool: "read_accounts",
    input,
    content: JSON.stringify(content),
  });

  it("can be quoted like a file that was read", () => {
    const files = [{ path: RAW, fromLine: 5, text: "\nThe stairs are wooden." }];
    const readings = [laid({ account: "10012" }, { files, sources: 3 })];
    const verdict = check([{ path: RAW, quote: "The stairs are wooden." }], readings);
    expect(verdict).toMatchObject({ ok: true, output: { citations: [{ lines: "6" }] } });
    expect(check([{ path: RAW, quote: "The stairs are steel." }], readings).ok).toBe(false);
  });

  it("needs no client's words where there are none, or for a list of accounts", () => {
    const state = [{ path: STATE, fromLine: 1, text: "stage: Submission" }];
    const none = laid({ account: "10012" }, { files: state, sources: 0 });
    expect(check([{ path: STATE, quote: "stage: Submission" }], [none]).ok).toBe(true);
    expect(check([], [laid({ stage: "Quoted" }, { accounts: [], files: [] })]).ok).toBe(true);
    const some = laid({ account: "10012" }, { files: [...state, { path: RAW, fromLine: 1, text: "Hi" }] });
    expect(check([{ path: STATE, quote: "stage: Submission" }], [some]).ok).toBe(false);
  });
});

describe("an answer without a client's own words", () => {
  const stage = { path: STATE, quote: "stage: Submission" };

  it("is sent back while there may be some", () => {
    const verdict = check([stage]);
    expect(verdict).toMatchObject({
      ok: false,
      issues: expect.stringContaining("No citation stands below accounts/<number>/sources/") as string,
      or: { noPrimarySource: true, notes: [expect.stringContaining("No e-mail, call or text") as string] },
    });
  });

  it("stands, and says so, once it was looked for and there is none", () => {
    const looked: Reading = {
      tool: "list_files",
      input: { folder: "accounts/10012" },
      content: JSON.stringify({ items: [{ path: STATE }] }),
    };
    const verdict = check([stage], [READ[0] as Reading, looked]);
    expect(verdict).toMatchObject({ ok: true, output: { noPrimarySource: true } });
    const some = { ...looked, content: JSON.stringify({ items: [{ folder: "accounts/10012/sources" }] }) };
    expect(check([stage], [READ[0] as Reading, some]).ok).toBe(false);
  });

  it("stands by the list of accounts, where it read nothing else and quotes nothing", () => {
    const listed: Reading = {
      tool: "search_descriptions",
      input: {},
      content: JSON.stringify({ stages: { Quoted: 7 } }),
    };
    expect(check([], [listed])).toMatchObject({
      ok: true,
      output: { noPrimarySource: true, notes: ["By the list of accounts as it stands now."] },
    });
    expect(check([], [listed, ...READ]).ok).toBe(false);
    expect(check([{ path: STATE, quote: "stage: Bound" }], [listed]).ok).toBe(false);
  });

  it("is sent back twice at most", () => {
    expect(searchAgent.verify?.tries).toBe(2);
    expect(searchAgent.limits.uses).toEqual({ all: 15, read_file: 8, search_files: 4 });
  });
});
