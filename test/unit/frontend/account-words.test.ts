import { describe, expect, it } from "vitest";
import { accountParams } from "../../../frontend/src/accounts/account-params.ts";
import {
  canRecord,
  changedPieces,
  draftOf,
  EMPTY_DRAFT,
  entryAnchor,
  problemWords,
  sourcePath,
  filedSources,
  sourceWords,
  wantedOf,
} from "../../../frontend/src/accounts/account-words.ts";
import { anchorOf } from "../../../src/accounts/history.ts";
import { accountStateSchema, type AccountChange } from "../../../src/accounts/api/accounts.ts";

const when = (at: string): string => `on ${at.slice(0, 10)}`;
const pieces = (change: AccountChange) => changedPieces(change, when);

describe("what an entry changed", () => {
  it("shows of a list only what went and what came", () => {
    expect(
      pieces({ field: "nextSteps", old: ["Call Ana", "Send quote"], new: ["Send quote", "Get loss runs"] }),
    ).toEqual({ old: ["Call Ana"], new: ["Get loss runs"] });
  });

  it("shows both lists where only their order changed", () => {
    const [old, next] = [
      ["a", "b"],
      ["b", "a"],
    ];
    expect(pieces({ field: "nextSteps", old, new: next })).toEqual({ old, new: next });
  });

  it("names people with what tells them apart, and words a moment", () => {
    const ana = { name: "Ana Ruiz", role: "Owner", email: "ana@example.com", phone: "" };
    expect(pieces({ field: "contacts", old: [], new: [ana] })).toEqual({
      old: [],
      new: ["Ana Ruiz (Owner, ana@example.com)"],
    });
    expect(pieces({ field: "lastContactAt", old: "", new: "2026-01-21T14:30:00.000Z" })).toEqual({
      old: [],
      new: ["on 2026-01-21"],
    });
  });
});

describe("the form of an account", () => {
  const state = accountStateSchema.parse({
    name: "Little Oaks",
    stage: "Quoted",
    nextSteps: ["Call Ana", "Send quote"],
  });

  it("sends only what says something else than before", () => {
    const before = draftOf(state);
    expect(wantedOf(before, before)).toEqual({});
    expect(
      wantedOf(before, { ...before, name: " Little Oaks ", nextSteps: "Call Ana\n\n Send quote " }),
    ).toEqual({});
    expect(wantedOf(before, { ...before, stage: "", nextSteps: "Send quote" })).toEqual({
      stage: "",
      nextSteps: ["Send quote"],
    });
  });

  it("makes a new one of what was filled in", () => {
    const draft = { ...EMPTY_DRAFT, name: "Little Oaks", insuranceTypes: "Property\nGeneral liability\n" };
    expect(wantedOf(EMPTY_DRAFT, draft)).toEqual({
      name: "Little Oaks",
      insuranceTypes: ["Property", "General liability"],
    });
  });
});

describe("a history that doesn't tell the state", () => {
  it("is said with the fields' names of the page", () => {
    expect(problemWords("primaryEmail says “a@b.example”; the history ends with “(none)”.")).toBe(
      "E-mail says “a@b.example”; the history ends with “(none)”.",
    );
    expect(problemWords("nextSteps isn’t what the change starts from.")).toMatch(/^Next steps isn’t/);
    expect(problemWords("toString says nothing.")).toBe("toString says nothing.");
    expect(problemWords("history.md, line 3: An entry must have evidence.")).toMatch(/^history\.md/);
  });

  it("can be repaired by recording only where the entries themselves are whole", () => {
    const state = { entry: null, message: "stage says …" };
    const entry = { entry: "2026-01-21T14:30:00.000Z", message: "It doesn't link …" };
    expect(canRecord({ stateProblem: null, problems: [state] })).toBe(true);
    expect(canRecord({ stateProblem: null, problems: [state, entry] })).toBe(false);
    expect(canRecord({ stateProblem: "It is too long.", problems: [state] })).toBe(false);
    expect(canRecord({ stateProblem: null, problems: [] })).toBe(false);
  });
});

describe("places", () => {
  it("of entries have the anchor their file gives them", () => {
    const id = "2026-01-21T14:30:00.000Z";
    expect(entryAnchor(id)).toBe(`entry-${anchorOf(id)}`);
  });

  it("of sources are found from the workspace's top, and named by what they are", () => {
    const path = "accounts/10001/sources/emails/e-7/summary.md";
    expect(sourcePath("10001", path)).toBe(path);
    expect(sourcePath("10001", "sources/emails/e-7/summary.md")).toBe(path);
    expect(sourceWords(path)).toEqual({ kind: "E-mail", id: "e-7", part: "summary" });
    expect(sourceWords("accounts/10001/other.md").part).toBe("accounts/10001/other.md");
  });

  it("of what is filed are one for each, the newest first, its summary before its original", () => {
    const at = (kind: string, id: string, file: string) => ({
      path: `accounts/1/sources/${kind}/${id}/${file}`,
    });
    const files = [
      at("emails", "2026-10-23-613c", "raw.txt"),
      at("emails", "2026-10-23-613c", "summary.md"),
      at("calls", "2026-11-06-ec81", "raw.txt"),
      at("sms", "by-hand", "notes.md"),
    ];
    expect(filedSources(files)).toEqual([
      { name: "Call", day: "2026-11-06", path: files[2]?.path, original: null },
      { name: "E-mail", day: "2026-10-23", path: files[1]?.path, original: files[0]?.path },
      { name: "Text", day: "", path: files[3]?.path, original: null },
    ]);
  });

  it("of the list hold words and a stage, and nothing else", () => {
    expect(accountParams({ q: 60601, stage: "Quoted", x: 1 })).toEqual({ q: "60601", stage: "Quoted" });
    expect(accountParams({ q: "", stage: ["a"] })).toEqual({ q: undefined, stage: undefined });
  });
});
