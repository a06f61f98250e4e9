/**
 * READ-WHOLE: element by element of Word, Excel and PowerPoint (ECMA-376), what draws a character, strikes, raises, numbers, spans, orders or hides is rendered, or named
 * as left out. An element that is lost without a word fails here.
 */
import { describe, expect, it } from "vitest";
import { readOffice } from "../../../../src/platform/code-sandbox/read-office.ts";
import { excelFile, officeFile, paragraph, wordFile } from "../../../support/office-files.ts";

type Case = readonly [name: string, xml: string, wanted: string | RegExp];

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const outcome = readOffice({ bytes });
  return outcome.kind === "read" ? outcome.text : outcome.kind;
}
function relations(targets: readonly (readonly [string, string])[]): string {
  const links = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${TYPE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${links.join("")}</Relationships>`;
}

const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const inRun = (xml: string): string => `<w:p>${run("a")}<w:r>${xml}</w:r>${run("z")}</w:p>`;
const math = (xml: string): string => `<w:p><m:oMath>${xml}</m:oMath></w:p>`;
const mr = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (text: string): string => `<m:e>${mr(text)}</m:e>`;
const field = (data: string): string =>
  `<w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar>`;
const cell = (text: string, properties = ""): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;

const WORD: readonly Case[] = [
  ["t", inRun("<w:t>b</w:t>"), "abz"],
  ["tab", inRun("<w:tab/>"), "a\tz"],
  ["ptab", inRun("<w:ptab/>"), "a\tz"],
  ["br", inRun("<w:br/>"), "a\nz"],
  ["br of a page", inRun('<w:br w:type="page"/>'), "a\nz"],
  ["cr", inRun("<w:cr/>"), "a\nz"],
  ["noBreakHyphen", inRun("<w:noBreakHyphen/>"), "a-z"],
  ["softHyphen, which is drawn at the end of a line alone", inRun("<w:softHyphen/>"), "az"],
  ["sym of a known place", inRun('<w:sym w:font="Wingdings" w:char="F0FE"/>'), "a☑z"],
  [
    "sym of an unknown place",
    inRun('<w:sym w:font="Wingdings 3" w:char="F021"/>'),
    "a(sign 21 of Wingdings 3)z",
  ],
  ["sym of a plain font", inRun('<w:sym w:font="Arial" w:char="00BD"/>'), "a½z"],
  ["instrText", inRun("<w:instrText>PAGE</w:instrText>"), "az"],
  ["delText", inRun("<w:delText>b</w:delText>"), "az"],
  ["checkBox ticked", inRun(field('<w:checkBox><w:default w:val="1"/></w:checkBox>')), "a☒z"],
  ["checkBox not ticked", inRun(field('<w:checkBox><w:default w:val="0"/></w:checkBox>')), "a☐z"],
  [
    "ddList",
    inRun(
      field('<w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="yes"/></w:ddList>'),
    ),
    "ayesz",
  ],
  ["fldSimple", `<w:p>${run("a")}<w:fldSimple w:instr="DATE">${run("1 May")}</w:fldSimple></w:p>`, "a1 May"],
  ["hyperlink", `<w:p>${run("a ")}<w:hyperlink>${run("rules")}</w:hyperlink></w:p>`, "a rules"],
  ["smartTag", `<w:p><w:smartTag>${run("Birch St")}</w:smartTag></w:p>`, "Birch St"],
  ["customXml", `<w:p><w:customXml>${run("Birch St")}</w:customXml></w:p>`, "Birch St"],
  ["sdt", `<w:sdt><w:sdtContent>${paragraph("Ann")}</w:sdtContent></w:sdt>`, "Ann"],
  ["ins", `<w:p>${run("a")}<w:ins>${run("b")}</w:ins></w:p>`, "ab"],
  ["del", `<w:p>${run("a")}<w:del><w:r><w:delText>b</w:delText></w:r></w:del></w:p>`, "a"],
  ["moveFrom", `<w:p>${run("a")}<w:moveFrom>${run("b")}</w:moveFrom></w:p>`, "a"],
  ["moveTo", `<w:p>${run("a")}<w:moveTo>${run("b")}</w:moveTo></w:p>`, "ab"],
  [
    "ruby: what is read aloud is no word",
    inRun(`<w:ruby><w:rt>${run("tokyo")}</w:rt><w:rubyBase>${run("東京")}</w:rubyBase></w:ruby>`),
    "a東京z",
  ],
  ["bdo", `<w:p><w:bdo w:val="rtl">${run("ab")}</w:bdo></w:p>`, "ab"],
  [
    "txbxContent, drawn twice",
    `<w:p>${run("a")}<w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph("key")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph("key")}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    /^(?=[^]*key)(?![^]*key[^]*key)/,
  ],
  [
    "pic with its description",
    inRun('<w:drawing><wp:docPr descr="The valve"/><pic:pic/></w:drawing>'),
    "a(left out: a picture “The valve”)z",
  ],
  ["imagedata", inRun("<w:pict><v:shape><v:imagedata/></v:shape></w:pict>"), "a(left out: a picture)z"],
  [
    "textpath: a watermark",
    inRun('<w:pict><v:shape><v:textpath string="VOID"/></v:shape></w:pict>'),
    "aVOIDz",
  ],
  ["chart", inRun("<w:drawing><c:chart/></w:drawing>"), "a(left out: a chart)z"],
  ["diagram", inRun("<w:drawing><dgm:relIds/></w:drawing>"), "a(left out: a diagram)z"],
  ["OLEObject", inRun("<w:object><o:OLEObject/></w:object>"), "a(left out: an embedded object)z"],
  ["contentPart", inRun("<w:contentPart/>"), "a(left out: a drawing by hand)z"],
  ["altChunk", `${paragraph("a")}<w:p><w:altChunk/></w:p>`, "a\n\n(left out: an enclosed document)"],
  ["subDoc", `<w:p>${run("a")}<w:subDoc/></w:p>`, "a(left out: an enclosed document)"],
  ...["strike", "dstrike"].flatMap((name): Case[] => [
    [name, `<w:p>${run("b", `<w:${name}/>`)}</w:p>`, "~~b~~"],
    ...["1", "true", "on"].map((on): Case => [
      `${name} ${on}`,
      `<w:p>${run("b", `<w:${name} w:val="${on}"/>`)}</w:p>`,
      "~~b~~",
    ]),
    ...["0", "false", "off"].map((off): Case => [
      `${name} ${off}`,
      `<w:p>${run("b", `<w:${name} w:val="${off}"/>`)}</w:p>`,
      "b",
    ]),
  ]),
  ["vanish", `<w:p>${run("a")}${run("b", "<w:vanish/>")}</w:p>`, "a"],
  ["vanish off", `<w:p>${run("a")}${run("b", '<w:vanish w:val="0"/>')}</w:p>`, "ab"],
  ["superscript", `<w:p>${run("10")}${run("2", '<w:vertAlign w:val="superscript"/>')}</w:p>`, "10^2"],
  ["subscript", `<w:p>${run("H")}${run("2", '<w:vertAlign w:val="subscript"/>')}${run("O")}</w:p>`, "H2O"],
  [
    "rPrChange: what it was before",
    `<w:p>${run("b", "<w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange>")}</w:p>`,
    "b",
  ],
  ["a formula's fraction", math(`<m:f><m:num>${mr("1")}</m:num><m:den>${mr("2")}</m:den></m:f>`), "(1)/(2)"],
  [
    "a formula's fraction without a line",
    math(
      `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${mr("n")}</m:num><m:den>${mr("k")}</m:den></m:f>`,
    ),
    "(n) over (k)",
  ],
  ["a formula's power", math(`<m:sSup>${e("x")}<m:sup>${mr("2")}</m:sup></m:sSup>`), "x^(2)"],
  ["a formula's index", math(`<m:sSub>${e("x")}<m:sub>${mr("2")}</m:sub></m:sSub>`), "x_(2)"],
  [
    "a formula's root",
    math(`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e("9")}</m:rad>`),
    "√(9)",
  ],
  ["a formula's cube root", math(`<m:rad><m:deg>${mr("3")}</m:deg>${e("8")}</m:rad>`), "√[3](8)"],
  ["a formula's brackets", math(`<m:d>${e("a+b")}</m:d>${mr("c")}`), "(a+b)c"],
  [
    "a formula's other brackets",
    math(`<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>${e("x")}</m:d>`),
    "|x|",
  ],
  [
    "a formula's sum",
    math(
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mr("i=1")}</m:sub><m:sup>${mr("n")}</m:sup>${e("i")}</m:nary>`,
    ),
    "∑_(i=1)^(n)i",
  ],
  [
    "a formula's integral",
    math(`<m:nary><m:sub>${mr("0")}</m:sub><m:sup>${mr("1")}</m:sup>${e("x")}</m:nary>`),
    "∫_(0)^(1)x",
  ],
  [
    "a formula's rows",
    math(`<m:m><m:mr>${e("1")}${e("2")}</m:mr><m:mr>${e("3")}${e("4")}</m:mr></m:m>`),
    "[1, 2; 3, 4]",
  ],
  ["a formula's equations", math(`<m:eqArr>${e("a=1")}${e("b=2")}</m:eqArr>`), "a=1; b=2"],
  ["a formula's limit", math(`<m:limLow>${e("lim")}<m:lim>${mr("n")}</m:lim></m:limLow>`), "lim_(n)"],
  ["a formula's bar", math(`<m:bar>${e("x")}</m:bar>`), "x\u0305"],
  [
    "a formula's accent",
    math(`<m:acc><m:accPr><m:chr m:val="\u0303"/></m:accPr>${e("x")}</m:acc>`),
    "x\u0303",
  ],
  [
    "gridSpan",
    `<w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr><w:tr>${cell("c", '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell("d")}${cell("e")}</w:tr></w:tbl>`,
    /\| c \| {2}\|/,
  ],
  [
    "vMerge",
    `<w:tbl><w:tr>${cell("a", '<w:vMerge w:val="restart"/>')}${cell("b")}</w:tr><w:tr>${cell("", "<w:vMerge/>")}${cell("d")}</w:tr></w:tbl>`,
    /\| \(as above\) \| d \|/,
  ],
  [
    "hMerge",
    `<w:tbl><w:tr>${cell("a", '<w:hMerge w:val="restart"/>')}${cell("", "<w:hMerge/>")}${cell("c")}</w:tr></w:tbl>`,
    "| a | (as left) | c |\n| --- | --- | --- |",
  ],
  [
    "gridBefore",
    `<w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell("d")}</w:tr></w:tbl>`,
    /\| {2}\| d \|/,
  ],
  [
    "a table in a cell",
    `<w:tbl><w:tr><w:tc>${paragraph("out")}<w:tbl><w:tr>${cell("in")}</w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
    /out[^]*in/,
  ],
];

/** Numbers of lists: their format, and what the second item begins with. */
const LISTS: readonly (readonly [format: string, text: string, begins: string, font?: string])[] = [
  ["decimal", "%1.", "2. "],
  ["decimalZero", "%1)", "02) "],
  ["lowerLetter", "(%1)", "(b) "],
  ["upperLetter", "%1.", "B. "],
  ["lowerRoman", "%1.", "ii. "],
  ["upperRoman", "§ %1", "§ II "],
  ["none", "Clause:", "Clause: "],
  ["bullet", "·", "- "],
  ["bullet", "\uf0fc", "- ✓ ", "Wingdings"],
  ["bullet", "\uf0fb", "- ✗ ", "Wingdings"],
  ["bullet", "\uf0a8", "- ☐ ", "Wingdings"],
  ["bullet", "✗", "- ✗ "],
];

function listOf([format, text, , font = ""]: (typeof LISTS)[number]): string {
  const fonts = font === "" ? "" : `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr>`;
  const item = (words: string) =>
    paragraph(words, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
  return textOf(
    officeFile({
      "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
      "word/document.xml": `<w:document><w:body>${item("One")}${item("Two")}</w:body></w:document>`,
      "word/_rels/document.xml.rels": relations([["numbering", "numbering.xml"]]),
      "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${fonts}</w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    }),
  );
}

/** Formats of numbers, a number, and what Excel shows of it in what matters: the day, the unit, the word. */
const FORMATS: readonly (readonly [code: string, value: number, wanted: string])[] = [
  ["General", 1450, "1450"],
  ["0.00", 1.5, "1.5"],
  ["#,##0", 1450, "1450"],
  ["0%", 0.05, "5%"],
  ["0.0%", 0.055, "5.5%"],
  ['0" months"', 12, "12 months"],
  ["0\\ \\k\\g", 3, "3 kg"],
  ['0.0" days"', 3, "3 days"],
  ['"Unit "0', 4, "Unit 4"],
  ['"$"#,##0.00', 1450, "$1450"],
  ["$#,##0", 1450, "$1450"],
  ["[$€-407] #,##0", 1450, "€ 1450"],
  ['#,##0 "€"', 1450, "1450 €"],
  ["[$USD] 0", 1450, "USD 1450"],
  ["[$£-809]0", 9, "£9"],
  ["#,##0.00_);[Red](#,##0.00)", -5, "-5"],
  ['_("$"* #,##0.00_);_("$"* (#,##0.00)', 1450, "$1450"],
  ['0.0,"k"', 1500, "1.5k"],
  ['0.0,," M"', 2_500_000, "2.5 M"],
  ['"Yes";;"No"', 1, "Yes"],
  ['"Yes";;"No"', 0, "No"],
  ['0;-0;"paid"', 0, "paid"],
  ['0;-0;"paid"', 7, "7"],
  ['[=1]"signed";[=2]"open";0', 2, "open"],
  ['[=1]"signed";[=2]"open";0', 3, "3"],
  ['[>100]"over";"under"', 101, "over"],
  ['[>100]"over";"under"', 99, "under"],
  ["# ?/?", 0.5, "0.5"],
  ["0.00E+00", 1500, "1500"],
  ["yyyy-mm-dd", 46_357, "2026-12-01"],
  ["[$-409]d\\ mmm", 46_357, "2026-12-01"],
  ["h:mm AM/PM", 0.5, "12:00"],
  ["[h]:mm", 1.5, "36:00"],
  ["[mm]:ss", 0.0625, "90:00"],
  ["[ss]", 0.001, "86"],
  [";;;", 5, ""],
];
/** Excel's own formats by their numbers. */
const OWN_FORMATS: readonly (readonly [id: number, value: number, wanted: string])[] = [
  ...[14, 15, 16, 17, 27, 28, 30, 31, 36, 50, 57, 58].map((id): readonly [number, number, string] => [
    id,
    46_357,
    "2026-12-01",
  ]),
  ...[18, 20, 32].map((id): readonly [number, number, string] => [id, 0.5, "12:00"]),
  ...[5, 7, 44].map((id): readonly [number, number, string] => [id, 1450, "$1450"]),
  [9, 0.05, "5%"],
  [22, 46_357.5, "2026-12-01 12:00"],
  [46, 41.6666666667, "1000:00:00"],
];

function formatsShow(format: string, value: number): string {
  const file = excelFile(
    [
      {
        name: "A",
        rows: `<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1"><v>${value}</v></c><c r="C1"><v>1</v></c></row>`,
      },
    ],
    {
      styles: `${format}`,
    },
  );
  const [, , shown = ""] = /\| 1 \|( )(.*?) ?\| 1 \|/.exec(textOf(file)) ?? [];
  return shown;
}
const escaped = (code: string): string =>
  code.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const EXCEL: readonly Case[] = [
  ["t=b", '<row><c t="b"><v>0</v></c></row>', /\| FALSE \|/],
  ["t=e", '<row><c t="e"><v>#N/A</v></c></row>', /\| #N\/A \|/],
  ["t=str", '<row><c t="str"><f>A2</f><v>due</v></c></row>', /\| due \|/],
  ["t=d", '<row><c t="d"><v>2026-12-01</v></c></row>', /\| 2026-12-01 \|/],
  ["inlineStr", '<row><c t="inlineStr"><is><t>No pets</t></is></c></row>', /\| No pets \|/],
  [
    "struck words in a cell",
    '<row><c t="inlineStr"><is><r><rPr><strike/></rPr><t>No</t></r><r><t> pets</t></r></is></c></row>',
    /\| ~~No~~ pets \|/,
  ],
  [
    "a power in a cell",
    '<row><c t="inlineStr"><is><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r><r><t> m</t></r></is></c></row>',
    /\| 10\^2 m \|/,
  ],
  [
    "reading aids",
    '<row><c t="inlineStr"><is><t>東京</t><rPh><t>トウキョウ</t></rPh></is></c></row>',
    /\| 東京 \|/,
  ],
  ["a formula without its result", "<row><c><f>1+1</f></c></row>", /left out: a formula without its result/],
  [
    "a hidden row",
    '<row><c><v>1</v></c></row><row hidden="1"><c><v>2</v></c></row>',
    /1 hidden row is left out/,
  ],
  ["a gap", '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>3</v></c></row>', /\| 1 \| {2}\| 3 \|/],
  [
    "words above each page",
    "</sheetData><headerFooter><oddHeader>&amp;CDRAFT, not valid</oddHeader></headerFooter><sheetData>",
    /left out: headers, footers/,
  ],
  [
    "the page's number alone is no word",
    "<row><c><v>1</v></c></row></sheetData><headerFooter><oddFooter>&amp;C&amp;P</oddFooter></headerFooter><sheetData>",
    /^(?![^]*left out)/,
  ],
];

const line = (text: string, properties = "", run = ""): string =>
  `<a:p><a:pPr>${properties}</a:pPr><a:r>${run}<a:t>${text}</a:t></a:r></a:p>`;
const SLIDES: readonly Case[] = [
  ["strike", line("b", "", '<a:rPr strike="sngStrike"/>'), "~~b~~"],
  ["double strike", line("b", "", '<a:rPr strike="dblStrike"/>'), "~~b~~"],
  ["no strike", line("b", "", '<a:rPr strike="noStrike"/>'), "b"],
  ["baseline", `<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r></a:p>`, "10^2"],
  ["br", "<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r></a:p>", "a b"],
  ["fld", "<a:p><a:fld><a:t>1 May</a:t></a:fld></a:p>", "1 May"],
  ...["arabicPeriod", "arabicParenR", "alphaLcPeriod", "alphaUcParenBoth", "romanUcPeriod"].map(
    (type, at): Case => [
      type,
      line("b", `<a:buAutoNum type="${type}" startAt="2"/>`),
      `${["2.", "2)", "b.", "(B)", "II."][at]} b`,
    ],
  ),
  ["a tick as a bullet", line("b", '<a:buFont typeface="Wingdings"/><a:buChar char="ü"/>'), "✓ b"],
  ["a cross as a bullet", line("b", '<a:buFont typeface="Wingdings"/><a:buChar char="û"/>'), "✗ b"],
  ["a dot as a bullet", line("b", '<a:buFont typeface="Arial"/><a:buChar char="•"/>'), "b"],
  ["letters of a font of signs", line("þ", "", '<a:rPr><a:sym typeface="Wingdings"/></a:rPr>'), "☑"],
  [
    "a formula's fraction",
    `<a:p><a14:m><m:oMath><m:f><m:num>${mr("1")}</m:num><m:den>${mr("2")}</m:den></m:f></m:oMath></a14:m></a:p>`,
    "(1)/(2)",
  ],
  [
    "a hidden shape",
    `<p:sp><p:cNvPr hidden="1"/><p:txBody>${line("x")}</p:txBody></p:sp>`,
    "(left out: a hidden shape)",
  ],
  ["a picture", '<p:pic><p:cNvPr descr="The valve"/></p:pic>', "(left out: a picture “The valve”)"],
  ["a chart", "<p:graphicFrame><c:chart/></p:graphicFrame>", "(left out: a chart)"],
  ["a diagram", "<p:graphicFrame><dgm:relIds/></p:graphicFrame>", "(left out: a diagram)"],
  ["an object", "<p:graphicFrame><p:oleObj/></p:graphicFrame>", "(left out: an embedded object)"],
  ["a video", "<a:videoFile/>", "(left out: a video)"],
  ["a recording", "<a:audioFile/>", "(left out: a recording)"],
  ["ink", "<p:contentPart/>", "(left out: a drawing by hand)"],
];

describe("Word", () => {
  it.each(WORD)("%s", (_name, xml, wanted) => {
    const text = textOf(wordFile(xml));
    if (typeof wanted === "string") expect(text).toBe(wanted);
    else expect(text).toMatch(wanted);
  });

  it.each(LISTS.map((list) => ({ list })))("numbers a list of format $list", ({ list }) => {
    expect(listOf(list).split("\n")[1]).toBe(`${list[2]}Two`);
  });
});

describe("Excel", () => {
  it.each(EXCEL)("%s", (_name, rows, wanted) => {
    expect(textOf(excelFile([{ name: "A", rows }]))).toMatch(wanted);
  });

  it.each(FORMATS)("a number of the format %s: %d", (code, value, wanted) => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="${escaped(code)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    expect(formatsShow(styles, value)).toBe(wanted);
  });

  it.each(OWN_FORMATS)("a number of its own format %d: %d", (id, value, wanted) => {
    expect(formatsShow(`<cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs>`, value)).toBe(wanted);
  });

  it("words of a format for words", () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="${escaped('0;0;0;@" (draft)"')}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
    const rows = '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>';
    expect(textOf(excelFile([{ name: "A", rows }], { styles, strings: ["Lease"] }))).toContain(
      "| Lease (draft) |",
    );
  });
});

describe("PowerPoint", () => {
  it.each(SLIDES)("%s", (_name, body, wanted) => {
    const file = officeFile({ "ppt/slides/slide1.xml": `<p:sld>${body}</p:sld>` });
    expect(textOf(file).replace("## Slide 1\n", "")).toBe(wanted);
  });
});

it("are a hundred and fifty elements and formats, and more", () => {
  const all = [...WORD, ...LISTS, ...EXCEL, ...FORMATS, ...OWN_FORMATS, ...SLIDES].map((one) =>
    JSON.stringify(one),
  );
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(180);
});
