/** Office files as Word, Excel and PowerPoint write them (ECMA-376), of the parts that are wanted. */
import { strToU8, zipSync } from "fflate";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const S =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const P =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

/** A file of parts by their paths. */
export function officeFile(parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const all = { "[Content_Types].xml": "<Types/>", ...parts };
  return zipSync(Object.fromEntries(Object.entries(all).map(([path, xml]) => [path, strToU8(HEAD + xml)])));
}

/** A Word file with this in its body. */
export function wordFile(body: string): Uint8Array<ArrayBuffer> {
  return officeFile({ "word/document.xml": `<w:document ${W}><w:body>${body}</w:body></w:document>` });
}

/** A paragraph of Word. */
export function paragraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** An Excel file: shared strings, cell formats, and tabs by their names with their rows. */
export function excelFile(
  tabs: readonly { readonly name: string; readonly rows: string; readonly state?: string }[],
  { strings = [], styles = "" }: { readonly strings?: readonly string[]; readonly styles?: string } = {},
): Uint8Array<ArrayBuffer> {
  const sheets = tabs.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state === undefined ? "" : ` state="${state}"`}/>`,
  );
  const links = tabs.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return officeFile({
    "xl/workbook.xml": `<workbook ${S}><workbookPr/><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${links.join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst ${S}>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet ${S}>${styles}</styleSheet>`,
    ...Object.fromEntries(
      tabs.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet ${S}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

/** A PowerPoint file of slides, each some lines. */
export function slidesFile(slides: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  return officeFile(
    Object.fromEntries(
      slides.map((lines, at) => [
        `ppt/slides/slide${at + 1}.xml`,
        `<p:sld ${P}>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join("")}</p:sld>`,
      ]),
    ),
  );
}
