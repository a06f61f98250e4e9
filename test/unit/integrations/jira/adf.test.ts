/** Markdown and Atlassian's documents, both ways: what both have comes back as it was, and of the rest nothing is lost unsaid. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSame } from "../../../../src/integrations/jira/adf.ts";
import { toAdf } from "../../../../src/platform/code-sandbox/markdown-to-adf.ts";
import type { AdfNode } from "../../../../src/platform/code-sandbox/index.ts";
import { toMarkdown } from "../../../../src/integrations/jira/adf-text.ts";

const paragraph = (...content: AdfNode[]): AdfNode => ({ type: "paragraph", content });
const text = (value: string, ...marks: string[]): AdfNode => ({
  type: "text",
  text: value,
  ...(marks.length === 0 ? {} : { marks: marks.map((type) => ({ type })) }),
});
const isWhole = (document: AdfNode): boolean => isSame(document, toAdf(toMarkdown(document) ?? ""));
const doc = (...content: AdfNode[]): AdfNode => ({ type: "doc", version: 1, content });

/** Text as people write it, and as Markdown could misread it. */
const words = fc
  .array(
    fc.constantFrom(
      "the",
      "form",
      "1.",
      "#",
      "*",
      "_",
      "`",
      "[x]",
      "(a)",
      "<b>",
      "~~",
      "-",
      "+",
      ">",
      "&amp;",
      "\\",
      "|",
      "a_b_c",
      "2*3",
      "é",
      "!",
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(" "))
  .filter((line) => line.trim() === line && line !== "");

const inlineArb = fc.array(
  fc.oneof(
    words.map((value) => text(value)),
    words.map((value) => text(value, "strong")),
    words.map((value) => text(value, "em")),
  ),
  { minLength: 1, maxLength: 1 },
);
const blockArb = fc.oneof(
  inlineArb.map((content) => paragraph(...content)),
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), words)
    .map(([level, value]): AdfNode => ({ type: "heading", attrs: { level }, content: [text(value)] })),
  fc
    .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 40 })
    .map((value): AdfNode => ({ type: "codeBlock", content: [text(value)] })),
  fc.array(inlineArb, { minLength: 1, maxLength: 3 }).map((items): AdfNode => ({
    type: "bulletList",
    content: items.map((item) => ({ type: "listItem", content: [paragraph(...item)] })),
  })),
);

const STORY = `## What happens

The reminder goes out **twice**, see [the log](https://harborlight.example/log).

1. Open \`reminders.js\`
2. Look for _send_
   - on Monday
   - on Wednesday

> The bakery doesn't mind.

\`\`\`js
remind(policy);
\`\`\`

---

- [ ] write to the bakery`;

describe("Markdown", () => {
  it("becomes a document with its parts, and comes back", () => {
    const document = toAdf(STORY);
    expect(document.content?.map(({ type }) => type)).toEqual([
      "heading",
      "paragraph",
      "orderedList",
      "blockquote",
      "codeBlock",
      "rule",
      "bulletList",
    ]);
    expect(toMarkdown(document)).toBe(STORY.replace("- [ ]", "- \\[ \\]"));
    expect(toMarkdown(toAdf(toMarkdown(document) ?? ""))).toBe(toMarkdown(document));
  });

  it("of any kind comes back the same the second time, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme", maxLength: 120 }), words), (markdown) => {
        const once = toMarkdown(toAdf(markdown));
        expect(JSON.stringify(toAdf(markdown))).toContain('"doc"');
        expect(typeof (once ?? "")).toBe("string");
      }),
    );
  });
});

describe("a document", () => {
  it("of the parts that Markdown has says the same after it was Markdown", () => {
    fc.assert(
      fc.property(fc.array(blockArb, { minLength: 1, maxLength: 4 }), (blocks) => {
        const document = doc(...blocks);
        const letters = (node: AdfNode): string =>
          `${node.text ?? ""}${(node.content ?? []).map(letters).join("")}`;
        const back = toAdf(toMarkdown(document) ?? "");
        expect(letters(back).replace(/\s/g, "")).toBe(letters(document).replace(/\s/g, ""));
      }),
    );
  });

  it("with what Markdown has no word for is read as its text, and is known not to be whole", () => {
    const panel: AdfNode = {
      type: "panel",
      attrs: { panelType: "info" },
      content: [paragraph(text("Ask Theo first."))],
    };
    const mention: AdfNode = { type: "mention", attrs: { id: "1", text: "@Ben Abara" } };
    expect(toMarkdown(doc(panel))).toBe("Ask Theo first.");
    expect(toMarkdown(doc(paragraph(mention, text(" knows"))))).toBe("@Ben Abara knows");
    expect(isWhole(doc(panel))).toBe(false);
    expect(isWhole(doc(paragraph(mention)))).toBe(false);
    expect(isWhole(doc(paragraph(text("plain"), text(" and bold", "strong"))))).toBe(true);
    expect(isWhole(toAdf(STORY))).toBe(true);
  });

  it("that is nested without end is read so far", () => {
    let node = paragraph(text("deep"));
    for (let depth = 0; depth < 200; depth++) node = { type: "blockquote", content: [node] };
    expect(toMarkdown(doc(node))).not.toContain("deep");
  });
});

describe("READ-WHOLE: a document keeps what turns its meaning", () => {
  const of = (type: string, attrs: Record<string, unknown>, ...content: AdfNode[]): AdfNode => ({
    type,
    attrs,
    content,
  });
  const cell = (value: string, attrs = {}): AdfNode =>
    of("tableCell", attrs, paragraph(...(value === "" ? [] : [text(value)])));
  const row = (...cells: AdfNode[]): AdfNode => of("tableRow", {}, ...cells);

  it("as a table, with each value in its column", () => {
    const head = row(
      ...["Unit", "Rent", "Paid"].map((value) => of("tableHeader", {}, paragraph(text(value)))),
    );
    const table = of(
      "table",
      {},
      head,
      row(cell("2A"), cell("1450"), cell("")),
      row(cell("3C", { rowspan: 2 }), cell(""), cell("1525")),
      row(cell("none | agreed", { colspan: 2 })),
      row(cell("5E", { colspan: 2 }), cell("7")),
    );
    expect(toMarkdown(doc(table))).toBe(
      [
        "| Unit | Rent | Paid |",
        "| --- | --- | --- |",
        "| 2A | 1450 |  |",
        "| 3C |  | 1525 |",
        "| (as above) | none \\| agreed |  |",
        "| 5E | (as left) | 7 |",
      ].join("\n"),
    );
    expect(isWhole(doc(table))).toBe(false);
  });

  it("as tasks and decisions, done and open", () => {
    const task = (state: string, value: string): AdfNode => of("taskItem", { state }, text(value));
    expect(
      toMarkdown(
        doc(
          of(
            "taskList",
            {},
            task("DONE", "Order the key"),
            task("TODO", "Change the lock"),
            of("taskList", {}, task("TODO", "front")),
          ),
          of("decisionList", {}, of("decisionItem", { state: "DECIDED" }, text("Brass"))),
        ),
      ),
    ).toBe("- [x] Order the key\n- [ ] Change the lock\n  - [ ] front\n\n- Decided: Brass");
  });

  it.each([
    [of("expand", { title: "Only if it leaks" }, paragraph(text("Call."))), "**Only if it leaks**\n\nCall."],
    [of("panel", { panelType: "warning" }, paragraph(text("Hot."))), "**Warning**\n\nHot."],
    [
      of("mediaSingle", {}, of("media", { type: "file", alt: "valve.jpg" })),
      "(left out: an image or file “valve.jpg”)",
    ],
    [of("blockCard", { url: "https://a.example/1" }), "https://a.example/1"],
    [of("blockCard", { data: { "@type": "Document", url: "https://a.example/2" } }), "https://a.example/2"],
    [of("extension", { extensionKey: "toc" }), "(left out: an extension “toc”)"],
    [of("novelty", {}), "(left out: “novelty”)"],
    [paragraph({ type: "date", attrs: { timestamp: "1796169600000" } }), "2026-12-02"],
    [paragraph({ type: "date", attrs: { timestamp: "soon" } }), "(no day)"],
    [paragraph(text("1450", "strike"), text(" 1525")), "~~1450~~ 1525"],
    [
      paragraph(text("10"), { type: "text", text: "2", marks: [{ type: "subsup", attrs: { type: "sup" } }] }),
      "10^2",
    ],
  ])("as words or by name: %j", (node, markdown) => {
    expect(toMarkdown(doc(node))).toBe(markdown);
  });
});
