import * as z from "zod";
import { columnLetters, rangeOf, type SheetTab } from "../../sheets.ts";
import { SHEET_TYPE } from "../../drive.ts";
import type { Json } from "../../../../kernel/hash.ts";
import { localTime } from "../../../../kernel/local-time.ts";
import { plainWords } from "../../../../kernel/plain-words.ts";
import { defineTool } from "../../../../agent/tools/define-tool.ts";
import type { DriveServices } from "./index.ts";
import { fileField, fileNamed } from "./named.ts";

/** Rows and columns per request. */
const ROWS = 2_000;
const COLUMNS = 40;
/** Row budget per answer, in JSON characters. */
const ROWS_CHARS = 7_500;
const CELL_CHARS = 500;

export const readSheet = defineTool({
  name: "read_sheet",
  title: "Read a sheet",
  done: "Read a sheet",
  description:
    "Reads a Google Sheet: its tabs, and rows of one by the names of its first row, with the values that formulas come to. file 'Rent roll', find '4B Millrace' gives the rows that hold these words; " +
    "cells A1:F20 a part as it stands. Many rows come in parts: call again with fromRow. Compute with run_code, never in your head.",
  keywords:
    "google sheets spreadsheet table rent roll budget vendor list rows cells tab excel numbers column",
  input: z.strictObject({
    file: fileField,
    tab: z.string().trim().min(1).max(200).optional().describe("Name of a tab; the first if left out"),
    find: z.string().trim().min(1).max(200).optional().describe("Only rows that hold all these words"),
    cells: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{1,3}\d{1,6}(?::[A-Za-z]{1,3}\d{1,6})?$/, "must be like A1:F20")
      .optional(),
    fromRow: z.int().min(1).max(1_000_000).optional().describe("nextRow of the answer before"),
  }),
  effect: "read",
  egress: "provider",
  summarize: ({ find }) => (find === undefined ? "Reading a sheet" : `Looking for ${find} in a sheet`),
  async run({ file: asked, tab: wanted, find, cells, fromRow }, services: DriveServices) {
    const file = await fileNamed(services, asked);
    if (typeof file === "string") return { kind: "retry", message: file };
    if (file.type !== SHEET_TYPE)
      return { kind: "retry", message: `${file.name} is no Google Sheet. It is ${file.type}.` };
    const sheet = await services.tabs(file.id);
    if (sheet === null) return { kind: "retry", message: `${file.name} can't be opened any more.` };
    const tab = tabNamed(sheet.tabs, wanted);
    if (typeof tab === "string") return { kind: "retry", message: tab };
    const read =
      cells === undefined
        ? await table(services, file.id, tab, { find, fromRow: fromRow ?? 2 })
        : await part(services, file.id, tab, { cells, fromRow: fromRow ?? 0 });
    return {
      kind: "list",
      beside: {
        seenAs: services.seenAs,
        id: file.id,
        name: file.name,
        changed: localTime(file.modifiedAt, services.timeZone),
        changedBy: file.changedBy,
        link: file.link,
        tabs: sheet.tabs.map(({ title, isHidden }) => (isHidden ? `${title} (hidden)` : title)),
        tab: tab.title,
        columns: [...read.columns],
        nextRow: read.nextRow,
      },
      items: read.rows,
      more: read.nextRow !== null,
      keep: "first",
    };
  },
});

/** The named tab, or the first visible one; a string is an error that lists the tabs. */
export function tabNamed(tabs: readonly SheetTab[], wanted: string | undefined): SheetTab | string {
  const plain = (title: string): string => plainWords(title).join(" ");
  const found =
    wanted === undefined
      ? (tabs.find(({ isHidden }) => !isHidden) ?? tabs[0])
      : (tabs.find(({ title }) => title === wanted) ??
        tabs.find(({ title }) => plain(title) === plain(wanted)));
  const names = tabs.map(({ title }) => title).join(", ");
  return found ?? `There is no tab "${wanted ?? ""}". Its tabs: ${names || "none with cells"}.`;
}

interface Read {
  readonly columns: readonly string[];
  readonly rows: readonly Json[];
  readonly nextRow: number | null;
}

/** Rows as records keyed by the first row, filtered to those with all search words. */
async function table(
  services: DriveServices,
  id: string,
  tab: SheetTab,
  { find, fromRow }: { readonly find: string | undefined; readonly fromRow: number },
): Promise<Read> {
  const first = Math.max(2, fromRow);
  const last = first + ROWS - 1;
  const lastColumn = columnLetters(Math.max(1, Math.min(COLUMNS, tab.columns)));
  const from = first === 2 ? 1 : first;
  const [values, heads] = await Promise.all([
    services.values(id, rangeOf(tab.title, `A${from}:${lastColumn}${last}`)),
    from === 1 ? null : services.values(id, rangeOf(tab.title, `A1:${lastColumn}1`)),
  ]);
  const columns = columnsOf((heads ?? values)[0] ?? []);
  const words = plainWords(find ?? "");
  const numbered = values
    .map((cells, index) => ({ number: from + index, cells }))
    .filter(({ number, cells }) => number > 1 && cells.some((cell) => cell.trim() !== ""))
    .filter(({ cells }) => {
      const known = plainWords(cells.join(" "));
      return words.every((word) => known.includes(word));
    });
  return fitting(
    columns,
    numbered.map(({ number, cells }) => ({
      row: number,
      ...Object.fromEntries(
        cells.flatMap((cell, at) =>
          cell === "" ? [] : [[columns[at] ?? columnLetters(at + 1), shown(cell)]],
        ),
      ),
    })),
    tab.rows > last ? last + 1 : null,
  );
}

/** A range as is. */
async function part(
  services: DriveServices,
  id: string,
  tab: SheetTab,
  { cells, fromRow }: { readonly cells: string; readonly fromRow: number },
): Promise<Read> {
  const [, begin = "1"] = /^[A-Za-z]+(\d+)/.exec(cells) ?? [];
  const values = await services.values(id, rangeOf(tab.title, cells.toUpperCase()));
  const rows = values
    .slice(0, ROWS)
    .map((row, index) => ({ row: Number(begin) + index, cells: row.slice(0, COLUMNS).map(shown) }))
    .filter(({ row }) => row >= fromRow);
  return fitting([], rows, values.length > ROWS ? Number(begin) + ROWS : null);
}

/** As many rows as fit in an answer. */
function fitting(
  columns: readonly string[],
  rows: readonly ({ readonly row: number } & Readonly<Record<string, Json>>)[],
  after: number | null,
): Read {
  let chars = 0;
  const kept = rows.filter((row, index) => {
    chars += JSON.stringify(row).length + 1;
    return index === 0 || chars <= ROWS_CHARS;
  });
  return { columns, rows: kept, nextRow: rows[kept.length]?.row ?? after };
}

/** Unique column names: letters for unnamed columns, duplicates told apart. */
function columnsOf(heads: readonly string[]): string[] {
  return heads.map((head, at) => {
    const name = head.replace(/\s+/g, " ").trim().slice(0, 80);
    const isFirst = heads.findIndex((other) => other.replace(/\s+/g, " ").trim() === name) === at;
    if (name === "" || name === "row") return columnLetters(at + 1);
    return isFirst ? name : `${name} (${columnLetters(at + 1)})`;
  });
}

function shown(cell: string): string {
  return cell.length <= CELL_CHARS ? cell : `${cell.slice(0, CELL_CHARS)}…`;
}
