import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/kernel/hash.ts";
import { effectKinds } from "../../../src/approvals/effects/kinds.ts";
import { showDocument } from "../../../src/approvals/show-document.ts";
import { leavesOf } from "../../../src/kernel/json-leaves.ts";
import type { LayoutField } from "../../../src/approvals/api/approval.ts";
import { hidesSomething, showText } from "../../../src/platform/api/shown-text.ts";
import { lintEffects } from "../../../src/approvals/lints.ts";

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => value as Record<string, Json>);

/** Counts what is no container or an empty one, by JSON's own walk. */
function countLeaves(document: Json): number {
  let count = 0;
  JSON.stringify(document, (_, value: Json) => {
    if (value === null || typeof value !== "object" || Object.keys(value).length === 0) count++;
    return value;
  });
  return count;
}

/** Reads a JSON pointer as RFC 6901 says. */
function atPointer(document: Json, path: string): Json {
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json>((value, key) => (value as Record<string, Json>)[key] as Json, document);
}

describe("leaves of an effect document", () => {
  it("SEE=RUN: shows every leaf, found again by its pointer", () => {
    fc.assert(
      fc.property(jsonObject, (document) => {
        const leaves = leavesOf(document);
        for (const { path, value } of leaves) expect(atPointer(document, path)).toEqual(value);
        expect(leaves.length).toBe(countLeaves(document));
      }),
      { numRuns: 2000 },
    );
  });

  it("SEE=RUN: what is shown holds nothing that cannot be seen", () => {
    const unseen = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/u;
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          "\u202E",
          "\u200B",
          "\u2066",
          "\u0000",
          "\u001B",
          "\uFEFF",
          "\u00AD",
          "\u2028",
          "\u{E0041}",
          "\uD800",
          "a",
          "é",
        ),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        expect(unseen.test(showText(text).replaceAll(/[\n\t]/g, ""))).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it("SEE=RUN: two texts that differ never look the same", () => {
    const nasty = fc.string({
      unit: fc.constantFrom("\u202E", "\u200B", "⟦", "U+202E", "⟧", "a", "b", "\u200D", "\uFE0F", "👩", "🔥"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(nasty, nasty, (left, right) => {
        fc.pre(left !== right);
        expect(showText(left)).not.toBe(showText(right));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["pay \u202E0001 to", "pay ⟦U+202E⟧0001 to"],
    ["a\u200Bb", "a⟦U+200B⟧b"],
    ["line\nbreak\tand tab", "line\nbreak\tand tab"],
    ["bell\u0007", "bell⟦U+0007⟧"],
    ["tag\u{E0041}", "tag⟦U+E0041⟧"],
    ["lone \uD83D surrogate", "lone ⟦U+D83D⟧ surrogate"],
    ["⟦U+202E⟧", "⟦U+27E6⟧U+202E⟧"],
    ["family 👩‍👩‍👧 ❤️ 1️⃣", "family 👩‍👩‍👧 ❤️ 1️⃣"],
    ["joiner a\u200Db", "joiner a⟦U+200D⟧b"],
  ])("shows %j as %j", (text, shown) => {
    expect(showText(text)).toBe(shown);
    expect(hidesSomething(text)).toBe(text !== shown);
  });

  it("says where each value was found", () => {
    const evidence = [
      { source: "Team: Dana", quote: "text Maria that the plumber comes at 9", at: null, ref: null },
      { source: "Contact: Joe", quote: "call me at (412) 555-0199 please", at: null, ref: null },
    ];
    const document = {
      connectionId: "conn",
      from: { number: "+14125550100" },
      to: { number: "+14125550142", name: "Maria", contactId: "c1" },
      cc: { number: "+14125550199", name: "the plumber" },
      text: "Hello",
      company: null,
    };
    const layout: LayoutField[] = [
      { path: "/from/number", label: "From", role: "sender", format: null, implied: false },
    ];
    const found = Object.fromEntries(
      showDocument(document, evidence, layout).map(({ path, foundIn }) => [path, foundIn]),
    );
    expect(found).toEqual({
      "/connectionId": "settings",
      "/from/number": "settings",
      "/to/number": "contacts",
      "/to/name": "contacts",
      "/to/contactId": "contacts",
      "/cc/number": "inbound_text",
      "/cc/name": "your_words",
      "/text": "agent",
      "/company": null,
    });
  });
});

describe("generic lints", () => {
  const codes = (document: Record<string, Json>): string[] =>
    lintEffects(effectKinds(), [{ kind: "made.up", document }]).map(({ code }) => code);

  it.each<[string, Record<string, Json>, string[]]>([
    ["nothing to say of a plain text", { to: { name: "Maria López" }, text: "See you at 9. — Dana 👍" }, []],
    ["hidden characters", { text: "a\u200Bb" }, ["hidden_characters"]],
    ["a name of look-alike letters", { to: { name: "Mаria" } }, ["mixed_script"]],
    ["a name wholly in another script is no trick", { to: { name: "Мария" } }, []],
    ["mixed scripts in the words are no trick", { text: "Привет from Dana" }, []],
    ["a link", { text: "see https://example.com/a" }, ["link"]],
    ["a link of look-alike letters", { text: "see https://аррle.com/" }, ["odd_link"]],
    ["a link with a user name before the host", { text: "https://bank.com@evil.example/" }, ["odd_link"]],
  ])("%s", (_, document, expected) => {
    expect(codes(document)).toEqual(expected);
  });

  it("points at the effect when there are several", () => {
    const kind = "made.up";
    const [lint] = lintEffects(effectKinds(), [
      { kind, document: { text: "plain" } },
      { kind, document: { text: "a\u202Eb" } },
    ]);
    expect(lint?.path).toBe("/1/text");
  });
});
