/** Google Sheets v4: tabs, values, and appending rows; validated against the discovery document. */
import { defineVendor, type VendorCall } from "../../vendor/define-vendor.ts";
import { openDiscovery } from "../../vendor/discovery.ts";
import type { Cell, DriveFile, SheetTab } from "../../world/drive/index.ts";
import type { Grant } from "../accounts.ts";
import { driveWorld, openDrive, type Drives, type OpenDrive } from "../drive/store.ts";
import { errorAnswer, GoogleError } from "../errors.ts";
import { masked } from "../fields.ts";
import { admitted } from "../sign-in.ts";
import { lettersOf, readRange } from "./a1.ts";

type Call = VendorCall<Drives, Grant>;

/** Size of a new tab. */
const GRID = { rows: 1000, columns: 26 } as const;

interface OpenSheet {
  readonly drive: OpenDrive;
  readonly file: DriveFile;
  readonly tabs: SheetTab[];
}

function open({ state, caller, path }: Call): OpenSheet {
  const drive = openDrive(state, caller);
  const file = drive.files.find(({ id }) => id === path["spreadsheetId"]);
  if (file === undefined) throw new GoogleError(404, "Requested entity was not found.");
  if (file.content.kind !== "sheet")
    throw new GoogleError(400, "This operation is not supported for this document", "failedPrecondition");
  return { drive, file, tabs: file.content.tabs };
}

function areaOf(tabs: readonly SheetTab[], range: string) {
  const area = readRange(
    range,
    tabs.map(({ title }) => title),
  );
  const tab = area.tab === null ? tabs[0] : tabs.find(({ title }) => title === area.tab);
  if (tab === undefined) throw new GoogleError(400, `Unable to parse range: ${range}`, "badRequest");
  return { area, tab };
}

/** A cell's formatted value, raw value or formula. */
function shown(cell: Cell, column: number, tab: SheetTab, option: unknown): string | number {
  if (typeof cell === "object" && option === "FORMULA") return cell.formula;
  const value = typeof cell === "object" ? cell.value : cell;
  if (typeof value === "string" || option !== "FORMATTED_VALUE") return value;
  return tab.money?.includes(column) === true ? `$${value.toLocaleString("en-US")}` : String(value);
}

function values(call: Call): unknown {
  const { tabs } = open(call);
  const { area, tab } = areaOf(tabs, call.path["range"] ?? "");
  const { valueRenderOption: option = "FORMATTED_VALUE" } = call.query;
  const rows = tab.rows.slice(area.fromRow, Math.min(area.toRow, tab.rows.length)).map((row) => {
    const cells = row
      .map((cell, column) => shown(cell, column, tab, option))
      .slice(area.fromColumn, area.toColumn);
    // Trailing empty cells are omitted.
    while (cells.at(-1) === "") cells.pop();
    return cells;
  });
  while (rows.at(-1)?.length === 0) rows.pop();
  const lastColumn = Math.min(area.toColumn, GRID.columns);
  const name = `${quotedTitle(tab.title)}!${lettersOf(area.fromColumn)}${area.fromRow + 1}:${lettersOf(lastColumn - 1)}${Math.min(area.toRow, Math.max(GRID.rows, tab.rows.length))}`;
  return masked(
    { range: name, majorDimension: "ROWS", ...(rows.length === 0 ? {} : { values: rows }) },
    call.query["fields"],
    "*",
  );
}

function quotedTitle(title: string): string {
  return /^\w+$/.test(title) ? title : `'${title.replaceAll("'", "''")}'`;
}

function append(call: Call): unknown {
  const { drive, file, tabs } = open(call);
  const { area, tab } = areaOf(tabs, call.path["range"] ?? "");
  if (!drive.mayWrite(file)) throw new GoogleError(403, "The caller does not have permission", "forbidden");
  const option = call.query["valueInputOption"];
  if (option !== "RAW" && option !== "USER_ENTERED")
    throw new GoogleError(400, "'valueInputOption' is required but not specified", "badRequest");
  const { values: given = [] } = call.body as { values?: unknown[][] };
  const rows = given.map((row) =>
    row.map((cell): Cell => {
      if (typeof cell === "number") return cell;
      const text = typeof cell === "string" ? cell : typeof cell === "boolean" ? String(cell) : "";
      return option === "USER_ENTERED" && text.startsWith("=") ? { formula: text, value: 0 } : text;
    }),
  );
  const first = tab.rows.length;
  tab.rows = [...tab.rows, ...rows];
  file.modifiedMs = call.context.now();
  const { spreadsheetId = "" } = call.path;
  call.context.recordEffect(
    "sheets",
    "POST",
    `/v4/spreadsheets/${spreadsheetId}/values/${tab.title}:append`,
    call.body,
  );
  const width = Math.max(1, ...rows.map((row) => row.length));
  const place = (from: number, to: number): string =>
    `${quotedTitle(tab.title)}!${lettersOf(area.fromColumn)}${from}:${lettersOf(width - 1)}${to}`;
  return masked(
    {
      spreadsheetId,
      tableRange: place(1, Math.max(1, first)),
      updates: {
        spreadsheetId,
        updatedRange: place(first + 1, first + rows.length),
        updatedRows: rows.length,
        updatedColumns: width,
        updatedCells: rows.reduce((sum, row) => sum + row.length, 0),
      },
    },
    call.query["fields"],
    "*",
  );
}

export const createSheets = defineVendor<Drives, Grant>({
  name: "sheets",
  prefix: "/google/sheets",
  judge: () => openDiscovery("google-sheets-v4.discovery.json"),
  world: driveWorld,
  admit: admitted,
  operations: {
    "sheets.spreadsheets.get"(call) {
      const { file, tabs } = open(call);
      const answer = {
        spreadsheetId: file.id,
        properties: { title: file.name, locale: "en_US", timeZone: "America/New_York" },
        sheets: tabs.map(({ title, hidden = false, rows }, index) => ({
          properties: {
            sheetId: index === 0 ? 0 : 1000 + index,
            title,
            index,
            sheetType: "GRID",
            ...(hidden ? { hidden } : {}),
            gridProperties: { rowCount: Math.max(GRID.rows, rows.length), columnCount: GRID.columns },
          },
        })),
        spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${file.id}/edit`,
      };
      return masked(answer, call.query["fields"], "*");
    },
    "sheets.spreadsheets.values.get": values,
    "sheets.spreadsheets.values.append": append,
  },
  refuse: errorAnswer,
});
