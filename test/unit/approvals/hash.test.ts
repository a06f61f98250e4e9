import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editsBetween, proposedIndexes } from "../../../src/approvals/edits.ts";
import type { EffectDocument } from "../../../src/approvals/ports.ts";
import { hashOfEffect, hashOfEffects, storedForm } from "../../../src/approvals/hash.ts";
import type { Json } from "../../../src/kernel/hash.ts";

const documents = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => value as Record<string, Json>);
const effect = (document: Record<string, Json>, kind = "sms.send") => ({ kind, title: "A text", document });

describe("the hash a person approves", () => {
  it("SEE=RUN: survives being stored and read back", async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const stored = storedForm(effect(document));
        const readBack = {
          ...stored,
          document: JSON.parse(JSON.stringify(stored.document)) as Record<string, Json>,
        };
        expect(await hashOfEffects([readBack])).toBe(await hashOfEffects([stored]));
      }),
      { numRuns: 1000 },
    );
  });

  it("SEE=RUN: changes with any leaf, kind, order or number of effects", async () => {
    const [a, b] = [effect({ text: "a" }), effect({ text: "b" })];
    const hashes = await Promise.all([
      hashOfEffects([a]),
      hashOfEffects([b]),
      hashOfEffects([a, b]),
      hashOfEffects([b, a]),
      hashOfEffects([effect({ text: "a" }, "contact.create")]),
      hashOfEffects([effect({ text: ["a"] })]),
      hashOfEffects([effect({ text: "a", more: null })]),
      hashOfEffects([]),
    ]);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("does not depend on the order of keys", async () => {
    expect(await hashOfEffect(effect({ a: 1, b: { c: 2, d: 3 } }))).toBe(
      await hashOfEffect(effect({ b: { d: 3, c: 2 }, a: 1 })),
    );
  });
});

describe("edits", () => {
  const text = (words: string, number = "+1"): EffectDocument => ({
    kind: "sms.send",
    title: `Text to ${number}`,
    document: { to: { number, name: "Maria" }, text: words },
  });

  it("names every changed leaf with both values", () => {
    const { kind, title, document } = text("Hello");
    const after = [{ kind, title, document: { ...document, extra: null } }];
    expect(editsBetween([text("Hi")], after)).toEqual([{ path: "/text", from: "Hi", to: "Hello" }]);
  });

  it("names the effect where there are several, and one that was added", () => {
    const edits = editsBetween([text("a")], [text("a"), text("b")]);
    expect(edits.map(({ path, to }) => [path, to])).toContainEqual(["/1/text", "b"]);
    expect(edits.every(({ from }) => from === "")).toBe(true);
  });

  it("names one that was left out by its title, and compares the rest with what they were", () => {
    const proposed = [text("a", "+1"), text("b", "+2"), text("c", "+3")];
    expect(editsBetween(proposed, [text("a", "+1"), text("c!", "+3")])).toEqual([
      { path: "/1", from: "Text to +2", to: "" },
      { path: "/1/text", from: "c", to: "c!" },
    ]);
    expect(proposedIndexes(proposed, [text("c!", "+3")])).toEqual([2]);
    expect(proposedIndexes(proposed, [text("b", "+2"), text("c", "+3")])).toEqual([1, 2]);
  });

  it("pairs each effect once and in order, whatever is left of a bundle", () => {
    const bundle = fc.array(
      fc.constantFrom("a", "b", "c", "d").map((words) => text(words)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(bundle, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (proposed, keep) => {
        const left = proposed.filter((_, index) => keep[index]);
        const indexes = proposedIndexes(proposed, left);
        expect(indexes).toEqual(indexes.toSorted((one, other) => Number(one) - Number(other)));
        expect(new Set(indexes).size).toBe(left.length);
        expect(indexes.map((index) => proposed[index ?? -1]?.document)).toEqual(
          left.map(({ document }) => document),
        );
      }),
    );
  });
});
