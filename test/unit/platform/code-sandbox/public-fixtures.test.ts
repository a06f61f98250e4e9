/**
 * READ-WHOLE: what the public fixtures of other readers are about. Each names its fixture and the construct in it; the input is made here and its words are ours.
 */
import { describe, expect, it } from "vitest";
import { readEmail } from "../../../../src/platform/email/inbound.ts";
import { readOffice } from "../../../../src/platform/code-sandbox/read-office.ts";
import { excelFile, officeFile, paragraph, wordFile } from "../../../support/office-files.ts";

function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const outcome = readOffice({ bytes });
  return outcome.kind === "read" ? outcome.text : outcome.kind;
}
const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const row = (...cells: readonly string[]): string => `<row r="1">${cells.join("")}</row>`;
const sheet = (cells: string, more: Parameters<typeof excelFile>[1] = {}): string =>
  textOf(excelFile([{ name: "A", rows: cells }], more))
    .split("\n")
    .slice(2)
    .join("\n");

describe("Word", () => {
  it.each<[string, string, string | RegExp]>([
    [
      "mammoth.js strikethrough.docx: w:strike",
      `<w:p>${run("Rent 1450", "<w:strike/>")}${run(" 1525")}</w:p>`,
      "~~Rent 1450~~ 1525",
    ],
    [
      "mammoth.js text-box.docx: a text box, drawn and once more for old programs",
      `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph("Key is under the mat")}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph("Key is under the mat")}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      /^(?!.*mat[^]*mat)[^]*Key is under the mat/,
    ],
    [
      "mammoth.js hyperlinks.docx, python-docx par-hyperlinks.docx: a link's words",
      `<w:p>${run("Read ")}<w:hyperlink r:id="rId9">${run("the house rules")}</w:hyperlink>${run(" first.")}</w:p>`,
      "Read the house rules first.",
    ],
    [
      "mammoth.js hyperlinks: a link as a field",
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://x.example"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("the form")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      /^the form/,
    ],
    [
      "mammoth.js checkboxes: w14:checkbox in a content control",
      `<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run("☒")}</w:sdtContent></w:sdt>${run(" Pets")}</w:p>`,
      "☒ Pets",
    ],
    [
      "mammoth.js deleted and inserted: tracked changes, a paragraph whose mark was deleted",
      `<w:p>${run("Two ")}<w:del><w:r><w:delText>cats</w:delText></w:r></w:del><w:ins>${run("dogs")}</w:ins></w:p>`,
      "Two dogs",
    ],
    [
      "mammoth.js moved: w:moveFrom is gone, w:moveTo stands",
      `<w:p><w:moveFrom>${run("old place")}</w:moveFrom><w:moveTo>${run("new place")}</w:moveTo></w:p>`,
      "new place",
    ],
    [
      "mammoth.js smart tags and w:smartTag inside",
      `<w:p><w:smartTag>${run("214 Birch Street")}</w:smartTag></w:p>`,
      "214 Birch Street",
    ],
    [
      "mammoth.js tables: a table in a cell",
      `<w:tbl><w:tr><w:tc>${paragraph("Outer")}<w:tbl><w:tr><w:tc>${paragraph("Inner 4471")}</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
      /Outer[^]*Inner 4471/,
    ],
    [
      "python-docx run-text: tab, line break, w:cr, w:ptab and w:noBreakHyphen",
      `<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t><w:ptab/><w:t>f</w:t></w:r></w:p>`,
      /a\s+b\s+c\s+d-e\s+f/,
    ],
    [
      "python-docx tbl-cell-access.docx: cells over two columns and two rows",
      `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph("Wide")}</w:tc><w:tc>${paragraph("3")}</w:tc></w:tr></w:tbl>`,
      /\| Wide \| {1,2}(?:\(as left\) )?\| 3 \|/,
    ],
  ])("%s", (_name, body, expected) => {
    const text = textOf(wordFile(body));
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it("mammoth.js utf8-bom.docx: a byte order mark before the XML; strict-format.docx: the strict namespaces", () => {
    const strict = "http://purl.oclc.org/ooxml/wordprocessingml/main";
    const body = `\uFEFF<w:document xmlns:w="${strict}"><w:body><w:p><w:r><w:t>Strict words</w:t></w:r></w:p></w:body></w:document>`;
    expect(textOf(officeFile({ "word/document.xml": body }))).toBe("Strict words");
  });

  it("python-docx hdr-header-footer.docx: header and footer are read or named", () => {
    const W = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'";
    const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const file = officeFile({
      "_rels/.rels": `<Relationships><Relationship Id="rId1" Type="${TYPE}/officeDocument" Target="word/document.xml"/></Relationships>`,
      "word/document.xml": `<w:document ${W}><w:body><w:p>${run("Lease")}</w:p><w:sectPr><w:headerReference w:type="default" r:id="rId7"/></w:sectPr></w:body></w:document>`,
      "word/_rels/document.xml.rels": `<Relationships><Relationship Id="rId7" Type="${TYPE}/header" Target="header1.xml"/></Relationships>`,
      "word/header1.xml": `<w:hdr ${W}><w:p>${run("DRAFT, not valid")}</w:p></w:hdr>`,
    });
    expect(textOf(file)).toMatch(/DRAFT, not valid|left out: .*header/);
  });
});

describe("Excel", () => {
  it.each<[string, string, string]>([
    [
      "openpyxl, SheetJS: a boolean",
      row('<c r="A1" t="b"><v>1</v></c>', '<c r="B1" t="b"><v>0</v></c>'),
      "| TRUE | FALSE |",
    ],
    [
      "openpyxl, SheetJS: an error",
      row('<c r="A1" t="e"><v>#N/A</v></c>', '<c r="B1"><v>2</v></c>'),
      "| #N/A | 2 |",
    ],
    [
      "openpyxl: a formula's text result (t=str)",
      row('<c r="A1" t="str"><f>A2&amp;"x"</f><v>due</v></c>'),
      "| due |",
    ],
    ["openpyxl: an inline string", row('<c r="A1" t="inlineStr"><is><t>No pets</t></is></c>'), "| No pets |"],
    [
      "SheetJS xlsx-stream-d-date-cell.xlsx: a date as text (t=d)",
      row('<c r="A1" t="d"><v>2026-12-01T00:00:00Z</v></c>'),
      "| 2026-12-01T00:00:00Z |",
    ],
    ["SheetJS: cells without their addresses", "<row><c><v>1</v></c><c><v>2</v></c></row>", "| 1 | 2 |"],
    [
      "openpyxl: a gap between cells stays a gap",
      row('<c r="A1"><v>1</v></c>', '<c r="D1"><v>4</v></c>'),
      "| 1 |  |  | 4 |",
    ],
  ])("%s", (_name, rows, expected) => {
    expect(sheet(rows).split("\n")[0]).toBe(expected);
  });

  it("SheetJS phonetic_text.xlsx: reading aids (rPh) are no words of the cell; rich_text_stress.xlsx: all runs are", () => {
    const shared = `<si><r><t>東京</t></r><r><t xml:space="preserve"> office</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>`;
    const file = officeFile({
      "xl/workbook.xml": `<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${row('<c r="A1" t="s"><v>0</v></c>')}</sheetData></worksheet>`,
    });
    expect(textOf(file)).toContain("| 東京 office |");
  });

  it("openpyxl date_1904.xlsx: days are counted from 1904 where the workbook says so", () => {
    const book = (properties: string): string =>
      textOf(
        officeFile({
          "xl/workbook.xml": `<workbook><workbookPr ${properties}/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
          "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
          "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
          "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${row('<c r="A1" s="1"><v>44895</v></c>')}</sheetData></worksheet>`,
        }),
      );
    expect(book("")).toContain("| 2022-11-30 |");
    expect(book('date1904="1"')).toContain("| 2026-12-01 |");
  });

  it("SheetJS comments_stress_test.xlsx: remarks on cells are read or named; hidden sheets are named", () => {
    const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const file = officeFile({
      "xl/workbook.xml": `<workbook><sheets><sheet name="A" r:id="rId1"/><sheet name="Old" state="veryHidden" r:id="rId2"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${row('<c r="A1"><v>1450</v></c>')}</sheetData></worksheet>`,
      "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships><Relationship Id="rId1" Type="${TYPE}/comments" Target="../comments1.xml"/></Relationships>`,
      "xl/comments1.xml": `<comments><commentList><comment ref="A1"><text><r><t>Agreed until May only</t></r></text></comment></commentList></comments>`,
      "xl/worksheets/sheet2.xml": `<worksheet><sheetData>${row('<c r="A1"><v>9</v></c>')}</sheetData></worksheet>`,
    });
    expect(textOf(file)).toMatch(/Agreed until May only|left out: .*comment/);
    expect(textOf(file)).toMatch(/hidden/);
    expect(textOf(file)).not.toContain("| 9 |");
  });
});

const ENVELOPE = {
  id: "m1",
  mailbox: "office@alderfinch.example",
  threadId: "t1",
  at: "2026-11-24T10:00:00.000Z",
  snippet: "",
  labels: ["INBOX"],
};
const mail = (type: string, body: string) =>
  readEmail(
    ENVELOPE,
    new TextEncoder().encode(
      [
        "From: Sven <sven@mail.example>",
        "Subject: Re: Valve",
        `Content-Type: ${type}; charset=utf-8`,
        "",
        body,
      ].join("\r\n"),
    ) as Uint8Array<ArrayBuffer>,
  );
const OLD = "Please close the valve in 3C.";
const ADDRESS = "Office &lt;office@alderfinch.example&gt;";

describe("e-mail", () => {
  it.each([
    [
      "talon html_replies/gmail.html",
      `<div>Done.</div><div class="gmail_quote">On Tue, Nov 24, 2026 at 9:12 AM ${ADDRESS} wrote:<br><blockquote class="gmail_quote">${OLD}</blockquote></div>`,
    ],
    [
      "talon html_replies/outlook_2010: a paragraph with a line above",
      `<p>Done.</p><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in"><p><b>From:</b> ${ADDRESS}<br><b>Sent:</b> Tuesday, November 24, 2026 9:12 AM<br><b>To:</b> Sven<br><b>Subject:</b> Valve</p></div><p>${OLD}</p>`,
    ],
    [
      "talon html_replies/mail_ru, yandex: a blockquote behind a line",
      `<div>Done.</div><div>24.11.2026, 09:12, "Office" &lt;office@alderfinch.example&gt;:</div><blockquote type="cite">${OLD}</blockquote>`,
    ],
    [
      "talon html_replies/thunderbird.html",
      `<div>Done.</div><div class="moz-cite-prefix">On 11/24/2026 09:12, Office wrote:<br></div><blockquote type="cite" cite="mid:x">${OLD}</blockquote>`,
    ],
    [
      "talon: Outlook for Mac, #OLK_SRC_BODY_SECTION",
      `<div>Done.</div><span id="OLK_SRC_BODY_SECTION"><div><span>From: </span>${ADDRESS}<br><span>Date: </span>Tuesday, November 24, 2026 at 9:12 AM<br><span>To: </span>Sven &lt;sven@mail.example&gt;<br><span>Subject: </span>Valve</div><div>${OLD}</div></span>`,
    ],
    [
      "talon: Zimbra's divider",
      `<div>Done.</div><hr data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>From: </b>"Office" &lt;office@alderfinch.example&gt;<br><b>To: </b>"Sven" &lt;sven@mail.example&gt;<br><b>Sent: </b>Tuesday, November 24, 2026 9:12:00 AM<br><b>Subject: </b>Valve</div><div data-marker="__QUOTED_TEXT__">${OLD}</div>`,
    ],
  ])("%s: what is quoted is not its writer's", async (_name, body) => {
    const { text, quoted } = await mail("text/html", body);
    expect(text).toBe("Done.");
    expect(quoted).toContain(OLD);
  });

  it.each<[string, string, string]>([
    [
      "email_reply_parser email_1_4: the line above the quote broken in two",
      `Done.\n\nOn Tue, Nov 24, 2026 at 9:12 AM, Office\n<office@alderfinch.example> wrote:\n\n> ${OLD}`,
      "Done.",
    ],
    [
      "email_reply_parser email_1_5: answers between several quotes",
      `> ${OLD}\n\nDone.\n\n> And the gate?\n\nLocked.`,
      `> ${OLD}\n\nDone.\n\n> And the gate?\n\nLocked.`,
    ],
    [
      "email_reply_parser email_one_is_not_on: a line that begins with One",
      `One outlet is dead, and one sparks.\n\nOn Tue, Nov 24, 2026 at 9:12 AM Office <office@alderfinch.example> wrote:\n> ${OLD}`,
      "One outlet is dead, and one sparks.",
    ],
    [
      "talon: Original Message between dashes",
      `Done.\n\n-----Original Message-----\nFrom: Office <office@alderfinch.example>\nSent: Tuesday, November 24, 2026 9:12 AM\nTo: Sven\nSubject: Valve\n\n${OLD}`,
      "Done.",
    ],
    [
      "email_reply_parser: a hyphenated line that is no signature stays",
      "Please bring:\n- the key\n- the lamp\n--\nSven",
      "Please bring:\n- the key\n- the lamp\n--\nSven",
    ],
    [
      "talon: a line above the quote that stands right below the answer",
      `Done.\n24.11.2026, 09:12, Office <office@alderfinch.example>:\n\n> ${OLD}`,
      "Done.",
    ],
    ["talon: a quote that is all there is", `> ${OLD}`, `> ${OLD}`],
  ])("%s", async (_name, body, expected) => {
    expect((await mail("text/plain", body)).text).toBe(expected);
  });

  const invitation = (lines: readonly string[]) =>
    mail(
      "text/calendar; method=REQUEST",
      ["BEGIN:VCALENDAR", "METHOD:REQUEST", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].join(
        "\r\n",
      ),
    );

  it.each<[string, readonly string[], string]>([
    [
      "duration_instead_of_dtend.ics",
      ["SUMMARY:Roof", "DTSTART:20261203T140000Z", "DURATION:PT1H30M"],
      "When: Thu 2026-12-03 14:00, for 1 h 30 min (UTC)",
    ],
    [
      "day_long_recur_yearly.ics",
      ["SUMMARY:Inspection", "DTSTART;VALUE=DATE:20261203", "RRULE:FREQ=YEARLY"],
      "When: Thu 2026-12-03, all day\nRepeats: FREQ=YEARLY",
    ],
    [
      "parser escaped text: commas, semicolons, line ends",
      ["SUMMARY:Roof\\, attic\\; 3C", "DTSTART:20261203T140000Z", "DESCRIPTION:One\\nTwo"],
      "Invitation: Roof, attic; 3C",
    ],
    [
      "parser folded lines",
      ["SUMMARY:Roof ins", " pection", "DTSTART:20261203T140000Z"],
      "Invitation: Roof inspection",
    ],
    [
      "property_params: a quoted parameter with colon, semicolon and comma",
      [
        "SUMMARY:Roof",
        "DTSTART:20261203T140000Z",
        'ORGANIZER;CN="Park: Owen; Sr, Roofs":mailto:owen@mail.example',
      ],
      "From: Park: Owen; Sr, Roofs <owen@mail.example>",
    ],
    [
      "parser RFC 6868: carets in a parameter",
      ["SUMMARY:Roof", "DTSTART:20261203T140000Z", "ORGANIZER;CN=Owen ^'Bo^' Park:mailto:owen@mail.example"],
      'From: Owen "Bo" Park <owen@mail.example>',
    ],
    [
      "timezones: the zone it was written in",
      ["SUMMARY:Roof", "DTSTART;TZID=America/New_York:20261203T140000"],
      "When: Thu 2026-12-03 14:00 (America/New_York)",
    ],
    [
      "component case: names in small letters",
      ["summary:Roof", "dtstart:20261203T140000Z"],
      "Invitation: Roof",
    ],
  ])("ical.js %s", async (_name, lines, expected) => {
    expect((await invitation(lines)).text).toContain(expected);
  });
});
