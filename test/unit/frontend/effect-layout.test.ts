import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hidesCharacters,
  layoutEffect,
  shownPieces,
  type Leaf,
} from "../../../frontend/src/components/approval/effect-layout.ts";
import { smsSize } from "../../../src/protocol/sms-size.ts";
import type { Effect } from "../../../src/protocol/index.ts";

function leaf(path: string, value: string | null, shown = value ?? "—"): Leaf {
  return { path, label: path, value, shown, foundIn: null };
}

function effect(leaves: Leaf[]): Effect {
  return {
    index: 0,
    kind: "sms.send",
    title: "Text",
    document: {},
    leaves,
    hash: "h",
    status: "planned",
    receipt: null,
    problem: null,
  };
}

describe("the card", () => {
  it("draws every leaf in exactly one place, whatever the effect", () => {
    const paths = [
      "/to/name",
      "/to/number",
      "/to/company",
      "/from/label",
      "/text",
      "/body",
      "/connectionId",
      "/x",
      "/a/b/id",
    ];
    const leaves = fc.array(
      fc
        .record({ path: fc.constantFrom(...paths), value: fc.option(fc.string()) })
        .map(({ path, value }) => leaf(path, value)),
    );
    fc.assert(
      fc.property(leaves, (given) => {
        const unique = [...new Map(given.map((one) => [one.path, one])).values()];
        const layout = layoutEffect(effect(unique));
        const drawn = [
          ...layout.target,
          ...layout.from,
          ...layout.details,
          ...layout.technical,
          ...(layout.body ? [layout.body] : []),
        ];
        expect(drawn).toHaveLength(unique.length);
        expect(new Set(drawn)).toEqual(new Set(unique));
      }),
    );
  });

  it("marks what the server made visible, and nothing else", () => {
    const hidden = leaf("/text", "a\u202Eb", "a⟦U+202E⟧b");
    expect(shownPieces(hidden)).toEqual([
      { kind: "text", text: "a" },
      { kind: "escape", text: "⟦U+202E⟧" },
      { kind: "text", text: "b" },
    ]);
    expect(hidesCharacters(hidden)).toBe(true);
    expect(hidesCharacters(leaf("/text", "plain"))).toBe(false);
  });

  it("counts text parts as the networks do", () => {
    expect(smsSize("")).toEqual({ characters: 0, segments: 0 });
    expect(smsSize("a".repeat(160)).segments).toBe(1);
    expect(smsSize("a".repeat(161)).segments).toBe(2);
    expect(smsSize("€".repeat(80)).segments).toBe(1);
    expect(smsSize("€".repeat(81)).segments).toBe(2);
    expect(smsSize("ń".repeat(70)).segments).toBe(1);
    expect(smsSize("ń".repeat(71)).segments).toBe(2);
  });
});
