import remend from "remend";
import { describe, expect, it } from "vitest";
import { markdownTokens, MAX_MARKDOWN_CHARS } from "../../../frontend/src/components/markdown-tokens.ts";
import { expectCheap } from "../../support/took.ts";

const parsed = (text: string, streaming = false) =>
  markdownTokens(text, streaming ? (tail) => remend(tail) : null, new Map());
const words = (text: string, streaming = false): string => JSON.stringify(parsed(text, streaming));

describe("markdown", () => {
  it("is parsed as the parser does it, definitions after their use included", () => {
    expect(words("See [the lease][1] *now*.\n\n[1]: https://example.com/a")).toContain(
      '"href":"https://example.com/a"',
    );
    expect(words("| a |\n| - |\n| **b** |")).toContain('"type":"strong"');
  });

  it("closes what is half written at its end, but nothing inside a code block", () => {
    expect(words("One.\n\nTwo is **bold", true)).toContain('"type":"strong"');
    expect(words("One.\n\nTwo is **bold", false)).not.toContain('"type":"strong"');
    expect(words("```\na **b\n\nc **d", true)).toContain('"text":"a **b\\n\\nc **d"');
  });

  it("does not parse again what it knows", () => {
    const remembered = new Map();
    const first = markdownTokens("One *a*.\n\nTwo", null, remembered);
    const second = markdownTokens("One *a*.\n\nTwo *b*.", null, remembered);
    const inner = (tokens: typeof first): unknown =>
      (tokens?.[0] as { tokens: unknown[] } | undefined)?.tokens[1];
    expect(inner(second)).toBe(inner(first));
  });

  it.each([
    ["emphasis", "_a"],
    ["addresses", "a."],
    ["stars", "*a "],
    ["links", "[a]("],
    ["strong in words", "a**b"],
    ["everything", "*_`[<!["],
  ])("takes no minutes for hostile %s", (_name, part) => {
    const text = part.repeat(Math.floor(MAX_MARKDOWN_CHARS / part.length) - 1);
    // Without bounds these take from five seconds to minutes.
    expectCheap(3_000, part, () => {
      expect(parsed(`${text}@`)).not.toBeNull();
      expect(parsed(text, true)).not.toBeNull();
      parsed(`${part.repeat(300)}\n\n`.repeat(50), true);
    });
  });

  it("gives up on what is too long or too deep", () => {
    expect(parsed("a".repeat(MAX_MARKDOWN_CHARS + 1))).toBeNull();
    expect(parsed("> ".repeat(20_000))).toBeNull();
  });
});
