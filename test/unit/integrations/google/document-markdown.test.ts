import { describe, expect, it } from "vitest";
import { documentSchema, markdownOf } from "../../../../src/integrations/google/document-markdown.ts";

const run = (content: string, textStyle: object = {}) => ({ textRun: { content, textStyle } });
const line = (elements: object[], more: object = {}) => ({ paragraph: { elements, ...more } });
const item = (text: string, listId: string, nestingLevel?: number) =>
  line([run(text)], { bullet: { listId, ...(nestingLevel === undefined ? {} : { nestingLevel }) } });
const tab = (content: object[], more: object = {}) => ({
  tabProperties: { title: "One" },
  documentTab: { body: { content }, ...more },
});
const read = (...tabs: object[]) => markdownOf(documentSchema.parse({ title: "T", tabs })).markdown;

describe("a document as Markdown", () => {
  it("keeps bold, italic, struck words and links, with blanks outside of the marks", () => {
    expect(
      read(
        tab([
          line([
            run("Pay "),
            run("by Friday ", { bold: true }),
            run("or ", { italic: true }),
            run("never", { strikethrough: true, bold: true }),
            run(" see "),
            run("rules", { link: { url: "https://example.com/a (b)" } }),
            run("\n"),
          ]),
        ]),
      ),
    ).toBe("Pay **by Friday** *or* **~~never~~** see [rules](https://example.com/a%20(b%29)");
  });

  it("tells numbers from bullets, nests, and stands lists apart from what is around", () => {
    const lists = {
      n: { listProperties: { nestingLevels: [{ glyphType: "DECIMAL" }, { glyphType: "ALPHA" }] } },
      b: { listProperties: { nestingLevels: [{ glyphType: "GLYPH_TYPE_UNSPECIFIED" }] } },
    };
    expect(
      read(
        tab(
          [
            line([run("Do:\n")]),
            item("first\n", "n"),
            item("inner\n", "n", 1),
            item("dot\n", "b"),
            line([run("End\n")], { paragraphStyle: { namedStyleType: "HEADING_3" } }),
          ],
          { lists },
        ),
      ),
    ).toBe("Do:\n\n1. first\n  1. inner\n- dot\n\n### End");
  });

  it("writes tables that no bar or break in a cell takes apart", () => {
    const cell = (...texts: string[]) => ({ content: texts.map((text) => line([run(`${text}\n`)])) });
    const table = {
      tableRows: [{ tableCells: [cell("a|b"), cell("c")] }, { tableCells: [cell("one", "two")] }],
    };
    expect(read(tab([{ table }]))).toBe("| a\\|b | c |\n| --- | --- |\n| one / two |  |");
  });

  it("names what has no words, and each of several tabs", () => {
    const chip = { person: { personProperties: { name: "Dana" } } };
    const first = tab([
      { sectionBreak: {} },
      line([chip, run(" "), { inlineObjectElement: {} }, { footnoteReference: { footnoteNumber: "1" } }]),
    ]);
    expect(read({ ...first, childTabs: [tab([line([run("Below\n")])])] })).toBe(
      "<!-- tab: One -->\n\nDana [picture][^1]\n\n<!-- tab: One -->\n\nBelow",
    );
    expect(read(tab([]))).toBe("");
  });
});
