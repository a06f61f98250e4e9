import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editsBetween } from "../../../src/approvals/edits.ts";
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
  it("names every changed leaf with both values", () => {
    const before = [{ to: { number: "+1", name: "Maria" }, text: "Hi" }];
    const after = [{ to: { number: "+1", name: "Maria" }, text: "Hello", extra: null }];
    expect(editsBetween(before, after)).toEqual([{ path: "/text", from: "Hi", to: "Hello" }]);
  });

  it("names the effect where there are several, and one that was added", () => {
    expect(editsBetween([{ text: "a" }], [{ text: "a" }, { text: "b" }])).toEqual([
      { path: "/1/text", from: "", to: "b" },
    ]);
  });
});
