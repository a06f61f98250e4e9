/**
 * Reads the text and numbers of an Excel file, sheet by sheet. Cells are shown as in Excel where that
 * changes their meaning: dates, durations, percentages, struck and merged cells.
 */
import { formatsOf, formatted, formattedText, type Formats } from "./excel-formats.ts";
import type { OfficePackage } from "./office-package.ts";
import { AS_ABOVE, AS_LEFT, leftOut, raised, struck, tableOf, united, unreadOf } from "./office-text.ts";
import { OFFICE_LIMITS } from "./types.ts";
import { localName, walk, type Attributes } from "./walk-xml.ts";

interface Tab {
  readonly name: string;
  readonly isHidden: boolean;
  readonly path: string;
}

export function excelText(file: OfficePackage, main: string): string {
  const { tabs, is1904 } = workbookOf(file, main);
  const [stringsPath = "xl/sharedStrings.xml"] = file.related(main, "sharedStrings");
  const [stylesPath = "xl/styles.xml"] = file.related(main, "styles");
  const strings = stringsOf(file.part(stringsPath));
  const formats = formatsOf(file.part(stylesPath));
  let text = "";
  for (const { name, isHidden, path } of tabs) {
    const unread = isHidden ? null : unreadOf(file.relations(path).map(({ type }) => type));
    const body = isHidden ? "(hidden: left out)" : tableIn(file.part(path), { strings, formats, is1904 });
    text += `${text === "" ? "" : "\n\n"}## ${name}\n\n${body}${unread === null ? "" : `\n\n${unread}`}`;
    if (text.length > OFFICE_LIMITS.chars) break;
  }
  return text;
}

function workbookOf(
  file: OfficePackage,
  main: string,
): { readonly tabs: readonly Tab[]; readonly is1904: boolean } {
  const targets = new Map(file.relations(main).map(({ id, target }) => [id, target]));
  const tabs: Tab[] = [];
  let is1904 = false;
  walk(file.part(main), {
    open(element, attributes) {
      const name = localName(element);
      if (name === "workbookPr") is1904 = isTrue(attributes["date1904"]);
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(
        ([key]) => key.includes(":") && localName(key) === "id",
      )?.[1];
      tabs.push({
        name: attributes["name"] ?? "",
        isHidden: attributes["state"] !== undefined && attributes["state"] !== "visible",
        path: targets.get(id ?? "") ?? "",
      });
    },
  });
  return { tabs, is1904 };
}

function isTrue(value = "0"): boolean {
  return value === "1" || value === "true";
}

function stringsOf(part: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  let inText = false;
  let phonetic = 0;
  let isStruck = false;
  let isRaised = false;
  walk(part, {
    open(element, { val = "1" }) {
      const name = localName(element);
      if (name === "si") strings.push("");
      if (name === "si" || name === "r") isStruck = isRaised = false;
      if (name === "strike") isStruck = isTrue(val);
      if (name === "vertAlign") isRaised = val === "superscript";
      if (name === "rPh") phonetic++;
      if (name === "t") inText = true;
    },
    text(text) {
      const lifted = isRaised ? raised(text) : text;
      if (inText && phonetic === 0) strings[strings.length - 1] += isStruck ? struck(lifted) : lifted;
    },
    close(element) {
      const name = localName(element);
      if (name === "rPh") phonetic--;
      if (name === "t") inText = false;
    },
  });
  return strings.map(united);
}

interface Cells {
  readonly strings: readonly string[];
  readonly formats: Formats;
  readonly is1904: boolean;
}

interface Row {
  /** Its row number in the sheet. */
  readonly number: number;
  readonly cells: string[];
}

interface Sheet {
  readonly rows: Row[];
  hiddenRows: number;
  isCut: boolean;
  hiddenCells: number;
  /** Whether columns beyond the maximum were dropped. */
  isWide: boolean;
  /** Whether printed pages have headers or footers. */
  hasPageWords: boolean;
  /** Ranges of hidden columns, from 0. */
  readonly hiddenColumns: (readonly [number, number])[];
  readonly merged: string[];
}

/** A sheet as a table, with notes on omitted content. */
function tableIn(part: Uint8Array | undefined, cells: Cells): string {
  const sheet = sheetOf(part, cells);
  merge(sheet);
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const isHidden = (column: number): boolean =>
    sheet.hiddenColumns.some(([from, to]) => column >= from && column <= to);
  const columns = Array.from({ length: width }, (_, at) => at);
  const gone = columns.filter((at) => isHidden(at) && sheet.rows.some((row) => (row.cells[at] ?? "") !== ""));
  const shown = columns.filter((at) => !isHidden(at));
  const rows = sheet.rows.map((row) => shown.map((at) => row.cells[at] ?? ""));
  const notes = [
    counted(sheet.hiddenRows, "hidden row"),
    gone.length === 0
      ? null
      : `(${gone.length === 1 ? "1 hidden column is" : `${gone.length} hidden columns are`} left out: ${gone.map(lettersOf).join(", ")})`,
    counted(sheet.hiddenCells, "cell with a hidden value", "cells with hidden values"),
    sheet.isCut ? `(Only the first ${OFFICE_LIMITS.rows} rows)` : null,
    sheet.isWide ? `(Only the first ${OFFICE_LIMITS.columns} columns)` : null,
    sheet.hasPageWords ? leftOut("headers, footers") : null,
  ].filter((note) => note !== null);
  return [tableOf(rows) || "(empty)", ...notes].join("\n\n");
}

function counted(amount: number, one: string, many = `${one}s`): string | null {
  return amount === 0 ? null : `(${amount === 1 ? `1 ${one} is` : `${amount} ${many} are`} left out)`;
}

function sheetOf(part: Uint8Array | undefined, cells: Cells): Sheet {
  const sheet: Sheet = {
    rows: [],
    hiddenRows: 0,
    isCut: false,
    hiddenCells: 0,
    isWide: false,
    hasPageWords: false,
    hiddenColumns: [],
    merged: [],
  };
  let row: Row = { number: 0, cells: [] };
  let isHidden = false;
  let at: Attributes = {};
  let value: string | null = null;
  let hasFormula = false;
  let isStruck = false;
  let isRaised = false;
  let phonetic = 0;
  let page: string | null = null;
  const opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    headerFooter: () => void (page = ""),
    col: ({ min = "1", max = min, hidden, width = "9" }) => {
      if ((isTrue(hidden) || Number(width) === 0) && sheet.hiddenColumns.length < 1_000)
        sheet.hiddenColumns.push([Number(min) - 1, Number(max) - 1]);
    },
    row: ({ r, hidden }) => {
      row = { number: Number(r) || row.number + 1, cells: [] };
      isHidden = isTrue(hidden);
    },
    c: (attributes) => {
      at = attributes;
      value = null;
      hasFormula = false;
    },
    f: () => {
      value = null;
      hasFormula = true;
    },
    v: () => void (value ??= ""),
    t: () => void (value ??= ""),
    r: () => void (isStruck = isRaised = false),
    is: () => void (isStruck = isRaised = false),
    strike: ({ val }) => void (isStruck = isTrue(val ?? "1")),
    vertAlign: ({ val }) => void (isRaised = val === "superscript"),
    rPh: () => void phonetic++,
    mergeCell: ({ ref = "" }) => void (sheet.merged.length < 10_000 && sheet.merged.push(ref)),
  };
  const closed: Readonly<Record<string, () => void>> = {
    // The formula precedes its result and is not a value.
    f: () => void (value = null),
    rPh: () => void phonetic--,
    is: () => void (isStruck = isRaised = false),
    headerFooter: () => {
      // Codes stand for the page number, the date, or the file name.
      sheet.hasPageWords = /\p{L}/u.test((page ?? "").replace(/&(?:"[^"]*"|K[\dA-Fa-f]{6}|.)/g, ""));
      page = null;
    },
    c: () => {
      const cell = value === null ? null : cellText(value.trim(), at, cells);
      if (cell?.isHidden === true) sheet.hiddenCells++;
      const text = cell?.text ?? (hasFormula ? leftOut("a formula without its result") : "");
      if (text !== "" || value !== null) sheet.isWide = !putCell(row.cells, at["r"], text) || sheet.isWide;
      value = null;
    },
    row: () => {
      if (!row.cells.some(Boolean)) return;
      if (isHidden) sheet.hiddenRows++;
      else if (sheet.rows.length < OFFICE_LIMITS.rows) sheet.rows.push(row);
      else sheet.isCut = true;
    },
  };
  walk(part, {
    open: (element, attributes) => opened[localName(element)]?.(attributes),
    text(text) {
      if (page !== null) page += text;
      const lifted = isRaised ? raised(text) : text;
      if (value !== null && phonetic === 0) value += isStruck ? struck(lifted) : lifted;
    },
    close: (element) => closed[localName(element)]?.(),
  });
  return sheet;
}

/** Column (from 0) and row (from 1) of a reference such as `B7`. */
function placeOf(place: string): { readonly column: number; readonly row: number } | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(place) ?? [];
  if (letters === undefined) return null;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column, row: Number(digits) };
}

function lettersOf(column: number): string {
  const rest = column % 26;
  const before = Math.floor(column / 26);
  return `${before === 0 ? "" : lettersOf(before - 1)}${String.fromCodePoint(65 + rest)}`;
}

/** Stores a cell in its column, or in the next one without a reference. False if the column is beyond the maximum. */
function putCell(row: string[], place: string | undefined, text: string): boolean {
  const column = placeOf(place ?? "")?.column ?? row.length;
  if (column >= OFFICE_LIMITS.columns) return text === "";
  while (row.length < column) row.push("");
  row[column] = text;
  return true;
}

/** Fills merged cells with a reference to the one that has the text. */
function merge({ rows, merged }: Sheet): void {
  const byNumber = new Map(rows.map((row) => [row.number, row.cells]));
  let left = OFFICE_LIMITS.rows * OFFICE_LIMITS.columns;
  for (const area of merged) {
    const [from, to] = area.split(":").map(placeOf);
    if (!from || !to || byNumber.get(from.row)?.[from.column] === undefined) continue;
    if (byNumber.get(from.row)?.[from.column] === "") continue;
    for (let number = from.row; number <= Math.min(to.row, from.row + OFFICE_LIMITS.rows); number++) {
      const cells = byNumber.get(number);
      left--;
      if (cells === undefined) continue;
      // A title above the whole table belongs to no column.
      const isAlone = cells.every((cell, at) => cell === "" || (at >= from.column && at <= to.column));
      for (let at = from.column; at <= Math.min(to.column, OFFICE_LIMITS.columns - 1); at++) {
        if (--left < 0) return;
        if (number === from.row && (at === from.column || isAlone)) continue;
        while (cells.length < at) cells.push("");
        cells[at] = number > from.row ? AS_ABOVE : AS_LEFT;
      }
    }
  }
}

function cellText(
  value: string,
  { t: type, s: style = "" }: Attributes,
  { strings, formats, is1904 }: Cells,
): { readonly text: string; readonly isHidden: boolean } {
  const format = formats[Number(style)];
  if (format?.kind === "hidden") return { text: "", isHidden: value !== "" };
  const text = wordsOf();
  return {
    text: format?.isStruck === true ? struck(text.replaceAll("~~", "")) : united(text),
    isHidden: false,
  };

  function wordsOf(): string {
    if (type === "s") return formattedText(strings[Number(value)] ?? "", format);
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (type !== undefined && type !== "n") return value;
    const number = Number(value);
    return value === "" || !Number.isFinite(number) ? value : formatted(number, format, is1904);
  }
}
