import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hidesCharacters,
  layoutEffect,
  lineOf,
  shownPieces,
  type Leaf,
} from "../../../frontend/src/approvals/draft/effect-layout.ts";
import type { Effect, LayoutField } from "../../../src/approvals/api/approval.ts";
import { effectOf, smsEffect } from "../../support/approval-of.ts";

function leaf(path: string, value: string | null, shown = value ?? "—"): Leaf {
  return { path, label: path, value, shown, foundIn: null };
}

function effect(leaves: Leaf[], layout: LayoutField[]): Effect {
  return { ...effectOf("made.up", {}), leaves, layout };
}

const ROLES = [
  "recipient",
  "sender",
  "subject",
  "body",
  "time",
  "diff",
  "preview",
  "notice",
  "detail",
  "id",
] as const;

/** Every leaf that is drawn, wherever. */
function drawnOf({ parts, technical }: ReturnType<typeof layoutEffect>): Leaf[] {
  const placed = parts.flatMap((part) =>
    part.kind === "line" ? part.items : [...(part.head === undefined ? [] : [part.head]), part.item],
  );
  return [...placed.map((one) => one.leaf), ...technical];
}

describe("the card", () => {
  it("draws every leaf in exactly one place, whatever the effect and its layout", () => {
    const paths = [
      "/to/name",
      "/to/number",
      "/from/label",
      "/text",
      "/connectionId",
      "/x",
      "/a/b/id",
      "/gone",
    ];
    const leaves = fc.uniqueArray(
      fc
        .record({ path: fc.constantFrom(...paths), value: fc.option(fc.string()) })
        .map(({ path, value }) => leaf(path, value)),
      { selector: ({ path }) => path },
    );
    const fields = fc.array(
      fc.record({
        path: fc.constantFrom(...paths),
        label: fc.constantFrom("To", "From", ""),
        role: fc.constantFrom(...ROLES),
        format: fc.constantFrom(null, "phone", "sms", "file", "rows", "head_row", "markdown"),
        implied: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(leaves, fields, (given, layout) => {
        const drawn = drawnOf(layoutEffect(effect(given, layout)));
        expect(drawn).toHaveLength(given.length);
        expect(new Set(drawn)).toEqual(new Set(given));
      }),
    );
  });

  it("puts values where their layout says: neighbours under one label as one line, ids and what is empty under details", () => {
    const { parts, body, technical } = layoutEffect(smsEffect({}));
    expect(
      parts.map((part) =>
        part.kind === "line" ? [part.label, part.items.map(({ leaf: { shown } }) => shown)] : part.kind,
      ),
    ).toEqual([
      ["To", ["Maria Lopez", "+14125550142"]],
      ["From", ["Shared line", "external", "+14125550100"]],
      "body",
    ]);
    expect(body?.shown).toBe("The plumber comes at 3 pm.");
    expect(technical.map(({ path }) => path).toSorted()).toEqual(
      ["/connectionId", "/from/phoneNumberId", "/to/company", "/to/contactId"].toSorted(),
    );
  });

  it("shows a file's change as its path, the notice of outside words, the lines that change and the whole behind a link", () => {
    const change = effectOf("file.write", {
      path: "MEMORY.md",
      diff: "- a\n+ b",
      content: "b",
      base: "v1",
      source: "text from outside",
    });
    const { parts, technical } = layoutEffect(change);
    expect(parts.map(({ kind }) => kind)).toEqual(["line", "notice", "diff", "preview"]);
    expect(technical.map(({ path }) => path)).toEqual(["/base"]);
  });

  it("puts rows for a sheet below the names of their columns", () => {
    const { parts } = layoutEffect(
      effectOf("sheet.append", {
        connectionId: "c",
        mailbox: "office@alderfinch.example",
        fileId: "f1",
        fileName: "Key log",
        tab: "Keys",
        columns: "Day | Unit",
        rows: "2026-11-24 | 3B",
        rowsBefore: 4,
      }),
    );
    expect(parts.map(({ kind }) => kind)).toEqual(["line", "line", "line", "body"]);
    expect(parts.at(-1)).toMatchObject({
      head: { leaf: { shown: "Day | Unit" } },
      item: { leaf: { shown: "2026-11-24 | 3B" } },
    });
  });

  it("reads the signs of a difference's lines, and takes a gap only for what the server left out", () => {
    const whole = leaf("/diff", "- a\n+ b\n  c\n  …\n+   …");
    const lines = whole.shown.split("\n").map((line) => lineOf(whole, line));
    expect(lines.map(({ kind }) => kind)).toEqual(["removed", "added", "same", "gap", "added"]);
    expect(lines[0]?.leaf.shown).toBe("a");
  });

  it("shows an effect from before layouts, leaf by leaf", () => {
    const { parts } = layoutEffect({ ...smsEffect({}), layout: [] });
    expect(parts.map((part) => part.label)).toContain("To: name");
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
});
