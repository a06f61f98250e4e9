/**
 * The words of a Word, Excel or PowerPoint file (Office Open XML, ECMA-376): text as Markdown, a tab or slide after another. Such files come from strangers, so they
 * are read where scripts run. Bounded in size unpacked and in characters; what its writer hid from its reader (hidden words, rows, tabs and slides) is left out.
 */
import { unzipSync } from "fflate";
import { OFFICE_LIMITS, type OfficeOutcome, type OfficeRequest } from "./types.ts";
import { walk, type Attributes } from "./walk-xml.ts";

/** A file's parts by their paths. */
type Parts = Readonly<Record<string, Uint8Array>>;

/** Reads it. Never throws for what the file is. */
export function readOffice({ bytes }: OfficeRequest): OfficeOutcome {
  // What has a password is wrapped in the format of before 2007 (MS-OFFCRYPTO 1.3).
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return { kind: "old" };
  try {
    const parts = unpacked(bytes);
    const text = textOf(parts);
    return text === null
      ? { kind: "broken" }
      : {
          kind: "read",
          text: text.slice(0, OFFICE_LIMITS.chars),
          isCut: text.length > OFFICE_LIMITS.chars,
        };
  } catch (error) {
    return { kind: error === TOO_LARGE ? "too_large" : "broken" };
  }
}

const TOO_LARGE = new Error("too large");
const WANTED =
  /^(?:word\/document\.xml|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[\w-]+\.xml|ppt\/slides\/slide\d+\.xml)$/;

function unpacked(bytes: Uint8Array): Parts {
  let total = 0;
  return unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!WANTED.test(name)) return false;
      total += originalSize;
      // An unpacked part is never larger than it claims: that much room is made for it.
      if (total > OFFICE_LIMITS.unpackedBytes) throw TOO_LARGE;
      return true;
    },
  });
}

function textOf(parts: Parts): string | null {
  const document = parts["word/document.xml"];
  if (document !== undefined) return wordText(document);
  if (parts["xl/workbook.xml"] !== undefined) return excelText(parts);
  const slides = Object.keys(parts)
    .filter((name) => name.startsWith("ppt/slides/"))
    .toSorted((one, other) => numberIn(one) - numberIn(other));
  return slides.length === 0
    ? null
    : slides.map((name) => slideText(parts[name], numberIn(name))).join("\n\n");
}

function numberIn(name: string): number {
  return Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
}

/** Whether a property stands that is on unless it says otherwise. */
function isOn({ "w:val": value = "1" }: Attributes): boolean {
  return !["0", "false", "off"].includes(value);
}

/** What a paragraph of Word begins with in Markdown. */
interface Paragraph {
  text: string;
  heading: number;
  /** How deep in a list; null outside of one. */
  depth: number | null;
}

function wordText(part: Uint8Array): string {
  const blocks: string[] = [];
  /** Rows of the table that is open, cells of its open row, and how deep tables are nested. */
  let rows: string[][] = [];
  let cell: string[] = [];
  let tables = 0;
  /** How deep in what stands once more elsewhere: for older programs, or where it was moved to. */
  let twice = 0;
  let isHidden = false;
  let inText = false;
  /** A text box stands within the paragraph it hangs on. */
  const paragraphs: Paragraph[] = [];
  const now = (): Paragraph => paragraphs.at(-1) ?? { text: "", heading: 0, depth: null };
  const put = (text: string): void => {
    if (!isHidden && twice === 0) now().text += text;
  };
  const opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    "mc:Fallback": () => void twice++,
    "w:moveFrom": () => void twice++,
    "w:tbl": () => void (tables++ === 0 && (rows = [])),
    "w:tr": () => void (tables === 1 && rows.push([])),
    "w:tc": () => void (tables === 1 && (cell = [])),
    "w:p": () => void paragraphs.push({ text: "", heading: 0, depth: null }),
    "w:pStyle": ({ "w:val": style = "" }) => void (now().heading = headingOf(style)),
    "w:numPr": () => void (now().depth ??= 0),
    "w:ilvl": ({ "w:val": level = "0" }) => void (now().depth = Math.min(8, Number(level) || 0)),
    "w:r": () => void (isHidden = false),
    "w:vanish": (attributes) => void (isHidden = isOn(attributes)),
    "w:t": () => void (inText = true),
    "w:tab": () => put("\t"),
    "w:br": () => put("\n"),
    "w:cr": () => put("\n"),
  };
  const closed: Readonly<Record<string, () => void>> = {
    "mc:Fallback": () => void twice--,
    "w:moveFrom": () => void twice--,
    "w:t": () => void (inText = false),
    "w:p": () => {
      const done = now();
      paragraphs.pop();
      if (tables > 0) cell.push(done.text.trim());
      else blocks.push(paragraph(done));
    },
    "w:tc": () => void (tables === 1 && rows.at(-1)?.push(cell.filter(Boolean).join(" "))),
    "w:tbl": () => void (--tables === 0 && blocks.push(tableOf(rows))),
  };
  walk(part, {
    open: (name, attributes) => opened[name]?.(attributes),
    text: (text) => {
      if (inText) put(text);
    },
    close: (name) => closed[name]?.(),
  });
  return joined(blocks);
}

function headingOf(style: string): number {
  if (/^title$/i.test(style)) return 1;
  return Math.min(6, Number(/^heading\s?(\d)$/i.exec(style)?.[1] ?? 0));
}

function paragraph({ text, heading, depth }: Paragraph): string {
  const words = text.trim();
  if (words === "") return "";
  if (heading > 0) return `${"#".repeat(heading)} ${words}`;
  return depth === null ? words : `${"  ".repeat(depth)}- ${words}`;
}

const LIST_ITEM = /^ *- /;

/** Blocks with an empty line between them; items of a list stand close. */
function joined(blocks: readonly string[]): string {
  let text = "";
  let before = "";
  for (const block of blocks) {
    if (block === "") continue;
    const isClose = LIST_ITEM.test(block) && LIST_ITEM.test(before);
    text += text === "" ? block : `${isClose ? "\n" : "\n\n"}${block}`;
    before = block;
  }
  return text;
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return "";
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? "").replace(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  const [head = [], ...below] = rows;
  return [line(head), line(Array.from({ length: width }, () => "---")), ...below.map(line)].join("\n");
}

function slideText(part: Uint8Array | undefined, number: number): string {
  const lines: string[] = [];
  let inText = false;
  let isShown = true;
  let line = "";
  walk(part, {
    open(name, { show }) {
      if (name === "p:sld") isShown = show !== "0" && show !== "false";
      if (name === "a:p") line = "";
      if (name === "a:t") inText = true;
    },
    text: (text) => {
      if (inText) line += text;
    },
    close(name) {
      if (name === "a:t") inText = false;
      if (name === "a:p" && line.trim() !== "") lines.push(line.trim());
    },
  });
  return [`## Slide ${number}`, ...(isShown ? lines : ["(hidden: left out)"])].join("\n");
}

interface Tab {
  readonly name: string;
  readonly isHidden: boolean;
  readonly path: string;
}

function excelText(parts: Parts): string {
  const { tabs, is1904 } = workbookOf(parts);
  const strings = stringsOf(parts["xl/sharedStrings.xml"]);
  const dates = dateStylesOf(parts["xl/styles.xml"]);
  let text = "";
  for (const { name, isHidden, path } of tabs) {
    const body = isHidden ? "(hidden: left out)" : tableIn(parts[path], { strings, dates, is1904 });
    text += `${text === "" ? "" : "\n\n"}## ${name}\n\n${body}`;
    if (text.length > OFFICE_LIMITS.chars) break;
  }
  return text;
}

function workbookOf(parts: Parts): { readonly tabs: readonly Tab[]; readonly is1904: boolean } {
  const targets = new Map<string, string>();
  walk(parts["xl/_rels/workbook.xml.rels"], {
    open(name, { Id: id = "", Target: target = "" }) {
      if (name === "Relationship") targets.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    },
  });
  const tabs: Tab[] = [];
  let is1904 = false;
  walk(parts["xl/workbook.xml"], {
    open(element, attributes) {
      const name = localName(element);
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const path = targets.get(attributes["r:id"] ?? "") ?? "";
      tabs.push({
        name: attributes["name"] ?? "",
        isHidden: attributes["state"] !== undefined && attributes["state"] !== "visible",
        path,
      });
    },
  });
  return { tabs, is1904 };
}

/** Some programs write a prefix before every element. */
function localName(element: string): string {
  return element.slice(element.indexOf(":") + 1);
}

function stringsOf(part: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let inText = false;
  let phonetic = 0;
  walk(part, {
    open(element) {
      const name = localName(element);
      if (name === "si") strings.push("");
      if (name === "rPh") phonetic++;
      if (name === "t") inText = true;
    },
    text(text) {
      if (inText && phonetic === 0) strings[strings.length - 1] += text;
    },
    close(element) {
      const name = localName(element);
      if (name === "rPh") phonetic--;
      if (name === "t") inText = false;
    },
  });
  return strings;
}

/** Which cell styles show a number as a day or time: formats of Excel's own by their numbers (ECMA-376, 18.8.30), others by their letters. */
function dateStylesOf(part: Uint8Array | undefined): readonly boolean[] {
  const custom = new Map<string, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  walk(part, {
    open(element, { numFmtId: id = "", formatCode: code = "" }) {
      const name = localName(element);
      if (name === "numFmt") custom.set(id, /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "")));
      if (name === "cellXfs") inCells = true;
      if (name === "xf" && inCells) styles.push(custom.get(id) ?? isOwnDate(Number(id)));
    },
    close(element) {
      if (localName(element) === "cellXfs") inCells = false;
    },
  });
  return styles;
}

function isOwnDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
}

interface Cells {
  readonly strings: readonly string[];
  readonly dates: readonly boolean[];
  readonly is1904: boolean;
}

/** A tab's rows as a table, and what of them is left out. */
function tableIn(part: Uint8Array | undefined, cells: Cells): string {
  const { rows, hidden, isCut } = rowsOf(part, cells);
  const notes = [
    ...(hidden === 0 ? [] : [`(${hidden === 1 ? "1 hidden row is" : `${hidden} hidden rows are`} left out)`]),
    ...(isCut ? [`(Only the first ${OFFICE_LIMITS.rows} rows)`] : []),
  ];
  return [tableOf(rows) || "(empty)", ...notes].join("\n\n");
}

function rowsOf(part: Uint8Array | undefined, cells: Cells) {
  const rows: string[][] = [];
  let hidden = 0;
  let isCut = false;
  let row: string[] = [];
  let isHidden = false;
  let at: Attributes = {};
  let value: string | null = null;
  walk(part, {
    open(element, attributes) {
      const name = localName(element);
      if (name === "row") {
        row = [];
        isHidden = ["1", "true"].includes(attributes["hidden"] ?? "");
      }
      if (name === "c") at = attributes;
      if (name === "c" || name === "f") value = null;
      if (name === "v" || name === "t") value ??= "";
    },
    text(text) {
      if (value !== null) value += text;
    },
    close(element) {
      const name = localName(element);
      // A formula stands before what it comes to, and is no value.
      if (name === "c" && value !== null) put(row, at["r"], shown(value.trim(), at, cells));
      if (name === "c") value = null;
      if (name !== "row" || !row.some(Boolean)) return;
      if (isHidden) hidden++;
      else if (rows.length < OFFICE_LIMITS.rows) rows.push(row);
      else isCut = true;
    },
  });
  return { rows, hidden, isCut };
}

/** Puts a cell in its column: the next one where it names none. */
function put(row: string[], place: string | undefined, text: string): void {
  const letters = /^[A-Z]{1,3}/.exec(place ?? "")?.[0];
  const column =
    letters === undefined
      ? row.length
      : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (column >= OFFICE_LIMITS.columns) return;
  while (row.length < column) row.push("");
  row[column] = text;
}

function shown(
  value: string,
  { t: type, s: style = "" }: Attributes,
  { strings, dates, is1904 }: Cells,
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== undefined && type !== "n") return value;
  const number = Number(value);
  if (value === "" || !Number.isFinite(number)) return value;
  if (dates[Number(style)] === true) return dayOf(number, is1904);
  // What a computer's arithmetic leaves behind the fifteenth digit nobody wrote.
  return String(Number(number.toPrecision(15)));
}

const DAY_MS = 86_400_000;

/** A day as Excel counts them: from the end of 1899, with a 29 February 1900 that never was, or from 1904. */
function dayOf(serial: number, is1904: boolean): string {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const ms = Math.round(((days - 25_569) * DAY_MS) / 1000) * 1000;
  if (Math.abs(ms) > 8e15) return String(serial);
  const iso = new Date(ms).toISOString();
  if (serial < 1) return iso.slice(11, 16);
  return Number.isInteger(serial) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
