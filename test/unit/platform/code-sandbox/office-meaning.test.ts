/** READ-WHOLE: what strikes, numbers, spans, orders or hides in a Word, Excel or PowerPoint file is shown or named. */
import { describe, expect, it } from "vitest";
import { OFFICE_LIMITS } from "../../../../src/platform/code-sandbox/index.ts";
import { readOffice } from "../../../../src/platform/code-sandbox/read-office.ts";
import { excelFile, officeFile, paragraph, wordFile } from "../../../support/office-files.ts";

const W = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";
const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const outcome = readOffice({ bytes });
  return outcome.kind === "read" ? outcome.text : outcome.kind;
}
const word = (body: string): string => textOf(wordFile(body));
const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** Relationships by type and target. */
function relations(targets: readonly (readonly [string, string])[]): string {
  const links = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${TYPE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${links.join("")}</Relationships>`;
}

/** A Word file with other parts, by their types. */
function wordWith(body: string, parts: Readonly<Record<string, string>>): string {
  const names = Object.keys(parts);
  return textOf(
    officeFile({
      "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
      "word/document.xml": `<w:document ${W}><w:body>${body}</w:body></w:document>`,
      "word/_rels/document.xml.rels": relations(names.map((type) => [type, `${type}.xml`])),
      ...Object.fromEntries(names.map((type) => [`word/${type}.xml`, parts[type] ?? ""])),
    }),
  );
}

describe("Word", () => {
  it.each([
    ["<w:strike/>", "Tenant pays ~~water and heat~~ electricity only."],
    ["<w:dstrike/>", "Tenant pays ~~water and heat~~ electricity only."],
    ['<w:strike w:val="0"/>', "Tenant pays water and heat electricity only."],
    ["<w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange>", "Tenant pays water and heat electricity only."],
  ])("shows words struck by %s", (properties, text) => {
    expect(
      word(
        `<w:p>${run("Tenant pays ")}${run("water ", properties)}${run("and heat", properties)}${run(" electricity only.")}</w:p>`,
      ),
    ).toBe(text);
  });

  it("shows words that a style strikes, and hides those a style hides", () => {
    const styles = `<w:styles><w:style w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style><w:style w:styleId="Quiet"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Old"><w:basedOn w:val="Gone"/></w:style></w:styles>`;
    expect(
      wordWith(
        `<w:p><w:pPr><w:pStyle w:val="Old"/></w:pPr>${run("No pets.")}${run(" Cats too.", '<w:strike w:val="0"/>')}${run("x", '<w:rStyle w:val="Quiet"/>')}</w:p>`,
        { styles },
      ),
    ).toBe("~~No pets.~~ Cats too.");
  });

  it("keeps the hyphen that doesn't break, and what a deletion took away stays away", () => {
    expect(word(`<w:p>${run("Late fee after 3")}<w:r><w:noBreakHyphen/></w:r>${run("5 days.")}</w:p>`)).toBe(
      "Late fee after 3-5 days.",
    );
    expect(word(`<w:p>${run("35")}<w:del><w:r><w:noBreakHyphen/></w:r></w:del></w:p>`)).toBe("35");
  });

  it.each([
    ['<w:sym w:font="Wingdings" w:char="F0FD"/>', "☒"],
    ['<w:sym w:font="Wingdings" w:char="F078"/>', "☒"],
    ['<w:sym w:font="Wingdings" w:char="F0A8"/>', "☐"],
    ['<w:sym w:font="Wingdings" w:char="006F"/>', "☐"],
    ['<w:sym w:font="Wingdings 2" w:char="F052"/>', "☑"],
    ['<w:sym w:font="Symbol" w:char="F0B0"/>', "°"],
    ['<w:sym w:font="Webdings" w:char="F021"/>', "(sign 21 of Webdings)"],
    ['<w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:t>x</w:t>', "☒"],
    [
      "<w:fldChar><w:ffData><w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox></w:ffData></w:fldChar>",
      "☒",
    ],
    ["<w:fldChar><w:ffData><w:checkBox><w:default w:val='0'/></w:checkBox></w:ffData></w:fldChar>", "☐"],
    [
      "<w:fldChar><w:ffData><w:ddList><w:result w:val='1'/><w:listEntry w:val='no'/><w:listEntry w:val='yes'/></w:ddList></w:ffData></w:fldChar>",
      "yes",
    ],
  ])("shows the sign of %s", (xml, sign) => {
    expect(word(`<w:p><w:r>${xml}</w:r>${run(" Pets allowed")}</w:p>`)).toBe(`${sign} Pets allowed`);
  });

  it("tells raised figures and formulas from plain ones", () => {
    expect(word(`<w:p>${run("10")}${run("2", '<w:vertAlign w:val="superscript"/>')}</w:p>`)).toBe("10^2");
    expect(
      word(
        "<w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></w:p>",
      ),
    ).toBe("(1)/(2)");
  });

  it("has notes and comments at their places, each once", () => {
    const note = (kind: string, id: string, text: string, more = ""): string =>
      `<w:${kind}s><w:${kind} w:id="${id}" ${more}><w:p>${run(text)}</w:p></w:${kind}></w:${kind}s>`;
    expect(
      wordWith(
        `<w:p>${run("Deposit is one month")}<w:r><w:footnoteReference w:id="2"/></w:r>${run(".")}</w:p><w:p>${run("Again")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p><w:p>${run("Heat")}<w:r><w:endnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
        {
          footnotes: note("footnote", "2", "Two months where the tenant keeps a dog."),
          endnotes: note("endnote", "1", "From October."),
          comments: note("comment", "0", "Is this so?", 'w:author="Ann"'),
        },
      ),
    ).toBe(
      "Deposit is one month (footnote: Two months where the tenant keeps a dog.).\n\nAgain (the same footnote as above)\n\nHeat (endnote: From October.) (comment by Ann: Is this so?)",
    );
  });

  it("keeps each cell in its column where cells are merged", () => {
    const cell = (text: string, properties = ""): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
    const row = (...cells: string[]): string => `<w:tr>${cells.join("")}</w:tr>`;
    expect(
      word(
        `<w:tbl>${[
          row(cell("Rent roll", '<w:gridSpan w:val="4"/>')),
          row(cell("Unit"), cell("Parking"), cell("Storage"), cell("Rent")),
          row(
            cell("2A", '<w:vMerge w:val="restart"/>'),
            cell("none agreed", '<w:gridSpan w:val="2"/>'),
            cell("1450"),
          ),
          row(cell("", "<w:vMerge/>"), cell("yes"), cell("no"), cell("1525")),
          `<w:tr><w:trPr><w:gridBefore w:val="3"/></w:trPr>${cell("2975")}</w:tr>`,
        ].join("")}</w:tbl>`,
      ),
    ).toBe(
      [
        "| Rent roll |  |  |  |",
        "| --- | --- | --- | --- |",
        "| Unit | Parking | Storage | Rent |",
        "| 2A | none agreed | (as left) | 1450 |",
        "| (as above) | yes | no | 1525 |",
        "|  |  |  | 2975 |",
      ].join("\n"),
    );
  });

  it("says where a table is cut, and claims of a few bytes fill no memory", () => {
    const rows = `<w:tr>${`<w:tc><w:tcPr><w:gridSpan w:val="9999"/></w:tcPr>${paragraph("x")}</w:tc>`.repeat(2)}</w:tr>`;
    const text = word(`<w:tbl>${rows.repeat(1_000)}</w:tbl>`.repeat(4));
    expect(text.length).toBeLessThanOrEqual(OFFICE_LIMITS.chars);
    const small = word(
      `<w:tbl>${`<w:tr><w:tc>${paragraph("x")}</w:tc></w:tr>`.repeat(OFFICE_LIMITS.rows + 9)}</w:tbl>`,
    );
    expect(small.endsWith("| x |\n\n(Only the first 5000 rows)")).toBe(true);
    expect(word(`<w:tbl><w:tr>${`<w:tc>${paragraph("x")}</w:tc>`.repeat(70)}</w:tr></w:tbl>`)).toContain(
      "(Only the first 63 columns)",
    );
  });

  it("counts clauses as Word does, over levels, styles and lists that begin again", () => {
    const level = (at: number, format: string, text: string): string =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "(%2)")}${level(2, "upperRoman", "%1.%2.%3")}</w:abstractNum><w:abstractNum w:abstractNumId="8">${level(0, "bullet", "·")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="8"/></w:num></w:numbering>`;
    const styles =
      '<w:styles><w:style w:styleId="Clause"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>';
    const item = (text: string, list: number, at = 0): string =>
      paragraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
    expect(
      wordWith(
        [
          item("Rent", 1),
          item("by check", 1, 1),
          item("by card", 1, 1),
          item("in full", 1, 2),
          item("Deposit", 1),
          item("see clause 1", 1, 1),
          paragraph("Pets", '<w:pStyle w:val="Clause"/>'),
          item("Again", 2),
          item("dot", 3),
          paragraph("plain", '<w:pStyle w:val="Clause"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
        ].join(""),
        { numbering, styles },
      ),
    ).toBe(
      "1. Rent\n  (a) by check\n  (b) by card\n    1.b.I in full\n2. Deposit\n  (a) see clause 1\n\n## 3. Pets\n\n5. Again\n- dot\n\n## plain",
    );
  });

  it("finds the document by what the file says of itself, whatever it is called", () => {
    const document = `<w:document ${W}><w:body>${paragraph("From Word Online")}</w:body></w:document>`;
    expect(
      textOf(
        officeFile({
          "_rels/.rels": relations([["officeDocument", "/word/document2.xml"]]),
          "word/document2.xml": document,
        }),
      ),
    ).toBe("From Word Online");
    expect(
      textOf(
        officeFile({
          "[Content_Types].xml":
            '<Types><Override PartName="/word/document3.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
          "word/document3.xml": document,
        }),
      ),
    ).toBe("From Word Online");
  });

  it("names what has no words", () => {
    expect(
      wordWith(
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr descr="The  valve"/><pic:pic/></wp:inline></w:drawing></w:r><w:r><w:object><o:OLEObject/></w:object></w:r></w:p>',
        { header: `<w:hdr>${paragraph("Draft")}</w:hdr>` },
      ),
    ).toBe("(left out: a picture “The valve”)(left out: an embedded object)\n\n(left out: headers)");
  });
});

describe("Excel", () => {
  const sheet = (rows: string, styles: string, after = "", before = ""): string =>
    textOf(
      officeFile({
        "xl/workbook.xml": `<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": relations([
          ["worksheet", "worksheets/one.xml"],
          ["styles", "styles.xml"],
        ]),
        "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
        "xl/worksheets/one.xml": `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      }),
    ).replace(/^## A\n\n/, "");
  const cells = (...all: (readonly [number | string, number])[]): string =>
    `<row r="1">${all.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join("")}</row>`;

  it.each([
    ["[h]:mm", 1.5, "36:00"],
    ["[h]:mm", 41.6666666667, "1000:00"],
    ["[h]:mm:ss;@", 41.6666666667, "1000:00:00"],
    ["[mm]:ss", 0.0625, "90:00"],
    ["[ss]", 0.001, "86"],
    ["[hh]:mm", -0.5, "-12:00"],
    ['[Red][h]" h"', 1.5, "36"],
    ["h:mm:ss", 0.50001, "12:00:01"],
    ["0.0%", 0.055, "5.5%"],
    ["[$-409]d\\ mmm", 46357, "2026-12-01"],
    ["General", 1.5, "1.5"],
    ["#,##0.00_);[Red](#,##0.00)", 1450, "1450"],
    ['0.0" days"', 3, "3 days"],
    [";;;", 5, ""],
  ])("shows a number of the format %s as people see it", (code, value, text) => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', "&quot;")}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    expect(sheet(cells(["Hours", 9], [value, 1]).replace("<v>Hours", "<v>0"), styles).split("\n")[0]).toBe(
      `| 0 | ${text} |`.replace("|  |", "|  |"),
    );
  });

  it("knows elapsed time of Excel's own formats", () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="46"/><xf numFmtId="45"/></cellXfs>';
    expect(sheet(cells([41.6666666667, 1], [0.0005, 2]), styles)).toContain("| 1000:00:00 | 00:00:43 |");
  });

  it("leaves hidden columns out and names them", () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="F1"><v>6</v></c><c r="G1"><v>7</v></c></row>';
    const columns = '<cols><col min="2" max="4" hidden="1"/><col min="6" max="6" width="0"/></cols>';
    expect(sheet(rows, "", "", columns)).toBe(
      "| 1 |  | 7 |\n| --- | --- | --- |\n\n(2 hidden columns are left out: B, F)",
    );
  });

  it("says of merged cells where their words stand", () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="C2"><v>3</v></c></row><row r="3"><c r="B3"><v>4</v></c></row>';
    const merged =
      '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A3"/><mergeCell ref="C2:D2"/></mergeCells>';
    expect(
      sheet(rows, "", merged)
        .split("\n")
        .filter((line) => !line.includes("---")),
    ).toEqual(["| 1 |  |  |  |", "| 2 |  | 3 | (as left) |", "| (as above) | 4 |  |  |"]);
  });

  it("shows struck cells and struck words in a cell", () => {
    const styles = "<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId='1'/></cellXfs>";
    expect(sheet(cells([1450, 1], [1525, 0]), styles)).toContain("| ~~1450~~ | 1525 |");
    const rich = excelFile([{ name: "A", rows: '<row><c t="s"><v>0</v></c></row>' }], {});
    expect(textOf(rich)).toContain("(empty)");
    const inline =
      '<row><c t="inlineStr"><is><r><rPr><strike/></rPr><t>No</t></r><r><t> pets</t></r></is></c></row>';
    expect(sheet(inline, "")).toContain("| ~~No~~ pets |");
  });

  it("names a formula that was never worked out", () => {
    expect(sheet('<row><c r="A1"><f>1+1</f></c></row>', "")).toContain(
      "(left out: a formula without its result)",
    );
  });
});

describe("PowerPoint", () => {
  const line = (text: string, run = "", properties = ""): string =>
    `<a:p>${properties}<a:r><a:rPr ${run}/><a:t>${text}</a:t></a:r></a:p>`;
  const deck = (slides: readonly string[], order: readonly number[]): string =>
    textOf(
      officeFile({
        "_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
        "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${order.map((at) => `<p:sldId id="${255 + at}" r:id="rId${at}"/>`).join("")}</p:sldIdLst></p:presentation>`,
        "ppt/_rels/presentation.xml.rels": relations(
          slides.map((_, at) => ["slide", `slides/slide${at + 1}.xml`]),
        ),
        ...Object.fromEntries(
          slides.map((body, at) => [`ppt/slides/slide${at + 1}.xml`, `<p:sld>${body}</p:sld>`]),
        ),
        "ppt/slides/_rels/slide1.xml.rels": relations([["notesSlide", "../notesSlides/notesSlide1.xml"]]),
      }),
    );

  it("has slides in the order they are shown", () => {
    expect(deck([line("Budget"), line("Welcome"), line("Gone")], [2, 1])).toBe(
      "## Slide 1\nWelcome\n\n## Slide 2\nBudget\n(left out: speaker notes)",
    );
  });

  it("shows struck words, numbers, tables, and names what is hidden or has no words", () => {
    const number = (level: number): string =>
      `<a:pPr lvl="${level}"><a:buAutoNum type="arabicPeriod"/></a:pPr>`;
    const cell = (text: string, more = ""): string =>
      `<a:tc ${more}><a:txBody>${line(text)}</a:txBody></a:tc>`;
    const body = [
      `<p:sp><p:txBody>${line("Rent 1450", 'strike="sngStrike"')}${line("One", "", number(0))}${line("Sub", "", number(1))}${line("Two", "", number(0))}</p:txBody></p:sp>`,
      `<p:sp><p:nvSpPr><p:cNvPr hidden="1"/></p:nvSpPr><p:txBody>${line("SECRET")}</p:txBody></p:sp>`,
      `<p:graphicFrame><a:tbl><a:tr>${cell("Unit")}${cell("Parking")}${cell("Rent")}</a:tr><a:tr>${cell("2A none", 'gridSpan="2"')}${cell("", 'hMerge="1"')}${cell("1450")}</a:tr></a:tbl></p:graphicFrame>`,
      '<p:pic><p:nvPicPr><p:cNvPr descr="The valve"/></p:nvPicPr></p:pic>',
      "<p:graphicFrame><c:chart/></p:graphicFrame>",
    ].join("");
    expect(deck(["", body], [2])).toBe(
      [
        "## Slide 1",
        "~~Rent 1450~~",
        "1. One",
        "  1. Sub",
        "2. Two",
        "(left out: a hidden shape)",
        "| Unit | Parking | Rent |",
        "| --- | --- | --- |",
        "| 2A none | (as left) | 1450 |",
        "(left out: a picture “The valve”)",
        "(left out: a chart)",
      ].join("\n"),
    );
  });
});
