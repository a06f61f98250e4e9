import * as z from "zod";
import { columnLetters, columnNumber, rangeOf, type SheetTab } from "../../sheets.ts";
import { SHEET_TYPE } from "../../drive.ts";
import type { Json } from "../../../../kernel/hash.ts";
import { localTime } from "../../../../kernel/local-time.ts";
import { plainWords } from "../../../../kernel/plain-words.ts";
import { defineTool, retry } from "../../../../agent/tools/define-tool.ts";
import { textPage } from "../../../../agent/tools/text-page.ts";
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
    `Reads a Google Sheet: its tabs, and rows of one by the names of its first row, with the values that formulas come to. file 'Rent roll', query '4B Millrace' gives the rows that hold these words; ` +
    `cells A1:F20 a part as it stands. Many rows come in parts: call again with fromRow. A long cell is cut after ${CELL_CHARS} characters and says which cells, such as D7, gives it whole.`,
  keywords:
    "google sheets spreadsheet table rent roll budget vendor list rows cells tab excel numbers column",
  input: z.strictObject({
    file: fileField,
    tab: z.string().trim().min(1).max(200).optional().describe("Name of a tab; the first if left out"),
    query: z.string().trim().min(1).max(200).optional().describe("Only rows that hold all these words"),
    cells: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{1,3}\d{1,6}(?::[A-Za-z]{1,3}\d{1,6})?$/, "must be like A1:F20")
      .optional(),
    fromRow: z.int().min(1).max(1_000_000).optional().describe("nextRow of the answer before"),
    fromChar: z.int().min(0).optional().describe("nextFromChar of the answer before, of one long cell"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ query }) => (query === undefined ? "Reading a sheet" : `Looking for ${query} in a sheet`),
  async run({ file: asked, tab: wanted, query, cells, fromRow, fromChar = 0 }, services: DriveServices) {
    const file = await fileNamed(services, asked);
    if (typeof file === "string") return retry(file);
    if (file.type !== SHEET_TYPE) return retry(`${file.name} is no Google Sheet. It is ${file.type}.`);
    const sheet = await services.tabs(file.id);
    if (sheet === null) return retry(`${file.name} can't be opened any more.`);
    const tab = tabNamed(sheet.tabs, wanted);
    if (typeof tab === "string") return retry(tab);
    const about = {
      seenAs: services.seenAs,
      id: file.id,
      name: file.name,
      changed: localTime(file.modifiedAt, services.timeZone),
      changedBy: file.changedBy,
      link: file.link,
      tabs: sheet.tabs.map(({ title, isHidden }) => (isHidden ? `${title} (hidden)` : title)),
      tab: tab.title,
    };
    if (cells !== undefined && !cells.includes(":")) {
      const [[cell = ""] = []] = await services.values(file.id, rangeOf(tab.title, cells.toUpperCase()));
      const { text, next } = textPage(cell, fromChar);
      return { kind: "ok", data: { ...about, cell: cells.toUpperCase(), text, nextFromChar: next } };
    }
    const read =
      cells === undefined
        ? await table(services, file.id, tab, { query, fromRow: fromRow ?? 2 })
        : await readRange(services, file.id, tab, { cells, fromRow: fromRow ?? 0 });
    return {
      kind: "list",
      beside: {
        ...about,
        columns: [...read.columns],
        leftOut: read.leftOut,
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
  /** Columns behind the last that is shown, and how they are read; null where there are none. */
  readonly leftOut: string | null;
  readonly nextRow: number | null;
}

/** Rows as records keyed by the first row, filtered to those with all search words. */
async function table(
  services: DriveServices,
  id: string,
  tab: SheetTab,
  { query, fromRow }: { readonly query: string | undefined; readonly fromRow: number },
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
  const words = plainWords(query ?? "");
  const numbered = values
    .map((cells, index) => ({ number: from + index, cells }))
    .filter(({ number, cells }) => number > 1 && cells.some((cell) => cell.trim() !== ""))
    .filter(({ cells }) => {
      const known = plainWords(cells.join(" "));
      return words.every((word) => known.includes(word));
    });
  const read = fitting(
    numbered.map(({ number, cells }) => ({
      row: number,
      ...Object.fromEntries(
        cells.flatMap((cell, at) => {
          const letters = columnLetters(at + 1);
          return cell === "" ? [] : [[columns[at] ?? letters, cellText(cell, `${letters}${number}`)]];
        }),
      ),
    })),
    tab.rows > last ? last + 1 : null,
  );
  return { ...read, columns, leftOut: leftOutFrom(COLUMNS + 1, tab.columns) };
}

/** Says where columns that are not shown are read. */
function leftOutFrom(first: number, last: number): string | null {
  if (last < first) return null;
  const [from, to] = [columnLetters(first), columnLetters(last)];
  return `Columns ${from} to ${to} are not shown. Read them with cells, such as ${from}1:${to}50.`;
}

/** A range as is. */
async function readRange(
  services: DriveServices,
  id: string,
  tab: SheetTab,
  { cells, fromRow }: { readonly cells: string; readonly fromRow: number },
): Promise<Read> {
  const [, letters = "A", begin = "1"] = /^([A-Za-z]+)(\d+)/.exec(cells) ?? [];
  const first = columnNumber(letters);
  const values = await services.values(id, rangeOf(tab.title, cells.toUpperCase()));
  const rows = values
    .slice(0, ROWS)
    .map((row, index) => {
      const number = Number(begin) + index;
      const some = row.slice(0, COLUMNS);
      return {
        row: number,
        cells: some.map((cell, at) => cellText(cell, `${columnLetters(first + at)}${number}`)),
      };
    })
    .filter(({ row }) => row >= fromRow);
  const widest = Math.max(0, ...values.map(({ length }) => length));
  const read = fitting(rows, values.length > ROWS ? Number(begin) + ROWS : null);
  return { ...read, columns: [], leftOut: leftOutFrom(first + COLUMNS, first + widest - 1) };
}

/** As many rows as fit in an answer. */
function fitting(
  rows: readonly ({ readonly row: number } & Readonly<Record<string, Json>>)[],
  after: number | null,
): Pick<Read, "rows" | "nextRow"> {
  let chars = 0;
  const kept = rows.filter((row, index) => {
    chars += JSON.stringify(row).length + 1;
    return index === 0 || chars <= ROWS_CHARS;
  });
  return { rows: kept, nextRow: rows[kept.length]?.row ?? after };
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

function cellText(cell: string, address: string): string {
  if (cell.length <= CELL_CHARS) return cell;
  const { text } = textPage(cell, 0, CELL_CHARS);
  return `${text}… (cut; cells ${address} gives all ${cell.length} characters)`;
}
