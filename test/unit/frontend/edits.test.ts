import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesBetween,
  changesOfEffect,
  compareWords,
  valueAt,
  withValueAt,
} from "../../../frontend/src/approvals/draft/edits.ts";
import { keptPositions } from "../../../frontend/src/approvals/draft/edit-draft.ts";
import { issuesByField } from "../../../frontend/src/approvals/draft/field-issues.ts";
import { approvalOf, smsEffect } from "../../support/approval-of.ts";
import { ApiError } from "../../../frontend/src/api/api-error.ts";

describe("edits", () => {
  it("reads and writes a value by its pointer without touching the original", () => {
    const before = { to: "+1412", createContact: { firstName: "Ray" } };
    const after = withValueAt(before, "/createContact/firstName", "Roy");
    expect(valueAt(after, "/createContact/firstName")).toBe("Roy");
    expect(before.createContact.firstName).toBe("Ray");
  });

  it("makes the way to a nested value, and takes it away with the last value in it", () => {
    const made = withValueAt({ to: "x" }, "/createContact/firstName", "Ray");
    expect(made).toEqual({ to: "x", createContact: { firstName: "Ray" } });
    expect(withValueAt(made, "/createContact/firstName", undefined)).toEqual({ to: "x" });
  });

  it("keeps an item of a list whose last field was emptied, and takes away the one that is removed", () => {
    const before = { tasks: [{ summary: "Fix" }, { summary: "Call" }] };
    const emptied = withValueAt(before, "/tasks/0/summary", undefined);
    expect(emptied).toEqual({ tasks: [{}, { summary: "Call" }] });
    expect(withValueAt(emptied, "/tasks/0/summary", "Fix it")).toEqual({
      tasks: [{ summary: "Fix it" }, { summary: "Call" }],
    });
    expect(withValueAt(before, "/tasks/0", undefined)).toEqual({ tasks: [{ summary: "Call" }] });
  });

  it("shows two texts with little in common one after the other, and neighbouring changes as one", () => {
    expect(compareWords("Hello Robert, please pay today.", "The water is off on Friday.")).toEqual([
      { kind: "removed", text: "Hello Robert, please pay today." },
      { kind: "added", text: "The water is off on Friday." },
    ]);
    expect(
      compareWords("Hi Maria, he comes tomorrow at 9 sharp.", "Hi Maria, he comes on Friday sharp."),
    ).toEqual([
      { kind: "same", text: "Hi Maria, he comes " },
      { kind: "removed", text: "tomorrow at 9" },
      { kind: "added", text: "on Friday" },
      { kind: "same", text: " sharp." },
    ]);
  });

  it("leaves nothing out when it compares: both texts can be put together again", () => {
    const text = fc.array(fc.constantFrom("a", "bc", " ", "\n", "is", "it?")).map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const pieces = compareWords(from, to);
        const side = (not: string): string =>
          pieces
            .filter((piece) => piece.kind !== not)
            .map((piece) => piece.text)
            .join("");
        expect(side("added")).toBe(from);
        expect(side("removed")).toBe(to);
      }),
    );
  });

  it("marks only the words that changed", () => {
    expect(compareWords("between 9 and 11", "between 10 and 11")).toEqual([
      { kind: "same", text: "between " },
      { kind: "removed", text: "9" },
      { kind: "added", text: "10" },
      { kind: "same", text: " and 11" },
    ]);
  });

  it("names each leaf that differs between two documents", () => {
    const changes = changesBetween(
      { to: { number: "+1", name: null }, text: "a" },
      { to: { number: "+2", name: null }, text: "a", "x/y": "new" },
    );
    expect(changes).toEqual([
      { path: "/to/number", from: "+1", to: "+2" },
      { path: "/x~1y", from: "", to: "new" },
    ]);
  });

  it("puts the schema's complaints at their fields", () => {
    const error = new ApiError({
      status: 422,
      code: "invalid_arguments",
      message: "no",
      details: {
        issues: [
          { path: ["createContact", "firstName"], message: "Too short" },
          { path: "/to", message: "No number" },
        ],
      },
    });
    expect(issuesByField(error)).toEqual({ "/createContact/firstName": "Too short", "/to": "No number" });
    expect(issuesByField(new Error("x"))).toEqual({});
  });
});

describe("parts left out", () => {
  it("are told by their position among all that the arguments resolve to", () => {
    const { effects } = approvalOf({ effects: [smsEffect({}), smsEffect({})] });
    const leftOut = [
      { index: 0, title: "first" },
      { index: 2, title: "third" },
    ];
    expect(keptPositions({ effects, leftOut })).toEqual([1, 3]);
    expect(keptPositions({ effects, leftOut: [] })).toEqual([0, 1]);
  });
});

describe("an effect beside its proposal", () => {
  it("is compared by its document, with or without the effect around it", () => {
    const effect = { index: 0, document: { text: "new" } };
    const expected = [{ path: "/text", from: "old", to: "new" }];
    expect(changesOfEffect({ proposedEffects: [{ text: "old" }] }, effect)).toEqual(expected);
    const third = { index: 1, proposedIndex: 2, document: { text: "c!" } };
    const texts = [{ text: "a" }, { text: "b" }, { text: "c" }];
    expect(changesOfEffect({ proposedEffects: texts }, third)).toEqual([
      { path: "/text", from: "c", to: "c!" },
    ]);
    const wrapped = { kind: "sms.send", title: "Text", document: { text: "old" } };
    expect(changesOfEffect({ proposedEffects: [wrapped] }, effect)).toEqual(expected);
  });
});
