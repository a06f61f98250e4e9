import * as z from "zod";
import { sheetAppend } from "../../effects/sheet-append.ts";
import { textOfRows } from "../../../api/sheet-rows.ts";
import type { Resolution } from "../../../../approvals/ports.ts";
import { SHEET_TYPE } from "../../drive.ts";
import { rangeOf } from "../../sheets.ts";
import { plainWords } from "../../../../kernel/plain-words.ts";
import { defineTool, retry } from "../../../../agent/tools/define-tool.ts";
import type { DriveServices } from "./index.ts";
import { fileField, fileNamed } from "./named.ts";
import { tabNamed } from "./read-sheet.ts";

const cellSchema = z.union([z.string().max(2_000), z.number(), z.boolean()]);
type Cell = z.output<typeof cellSchema>;
const ROWS_CHARS = 20_000;

export const appendToSheet = defineTool({
  name: "append_to_sheet",
  title: "Add rows to a sheet",
  done: "Drafted rows for a sheet",
  description:
    'Adds rows below the table of a Google Sheet, after a person has approved them: file \'Key log\', rows [{"Key": "930 Millrace boiler room", "With": "Tom Okafor"}] by the names of its first row, or arrays with a cell for each of its columns. ' +
    "Words are kept as they are: nothing is taken for a formula or a date; plain numbers count as numbers. It changes and deletes no row.",
  keywords: "google sheets spreadsheet append add rows insert log new row entry log write table record",
  input: z.strictObject({
    file: fileField,
    tab: z.string().trim().min(1).max(200).optional().describe("Name of a tab; the first if left out"),
    rows: z
      .array(z.union([z.record(z.string().max(100), cellSchema), z.array(cellSchema).max(40)]))
      .min(1)
      .max(50),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  // The sheet's audience is unknown here.
  mayAllow: false,
  effects: [sheetAppend.kind],
  summarize: ({ rows }) => `Drafting ${rows.length === 1 ? "a row" : `${rows.length} rows`} for a sheet`,
  async resolve({ file: asked, tab: wanted, rows }, services: DriveServices): Promise<Resolution> {
    services.mustAllow("sheetWrite");
    const file = await fileNamed(services, asked);
    if (typeof file === "string") return retry(file);
    if (file.type !== SHEET_TYPE) return retry(`${file.name} is no Google Sheet.`);
    const { connectionId, person } = services;
    if (!file.capabilities.canEdit) return retry(`${person.name} may not edit ${file.name}.`);
    const sheet = await services.tabs(file.id);
    const tab = tabNamed(sheet?.tabs ?? [], wanted);
    if (typeof tab === "string") return retry(tab);
    const values = await services.values(file.id, rangeOf(tab.title, "A1:AN"));
    const heads = values[0] ?? [];
    const cells = rows.map((row) => cellsOf(row, heads));
    const wrong = cells.find((row) => typeof row === "string");
    if (wrong !== undefined) return retry(wrong);
    const text = textOfRows(cells.filter((row) => typeof row !== "string"));
    if (text.length > ROWS_CHARS) return retry("These rows are too long for one card. Add fewer at once.");
    const effect = sheetAppend.of({
      connectionId,
      mailbox: person.address,
      fileId: file.id,
      fileName: file.name,
      tab: tab.title,
      columns: textOfRows([heads]),
      rows: text,
      rowsBefore: values.length,
    });
    return { kind: "resolved", effects: [effect], observed: [], lints: [], urgent: false };
  },
});

/** A row in column order; a string is an error for the model. */
function cellsOf(
  row: Readonly<Record<string, Cell>> | readonly Cell[],
  heads: readonly string[],
): string[] | string {
  const plain = (name: string): string => plainWords(name).join(" ");
  if (Array.isArray(row)) {
    const cells: readonly Cell[] = row;
    // A missing cell in the middle would shift all later values to the wrong columns.
    if (heads.length > 0 && cells.length !== heads.length)
      return `A row has ${cells.length} cells, the sheet ${heads.length} columns: ${heads.join(", ")}. Give the row by their names.`;
    return cells.map(String);
  }
  const given = Object.entries(row);
  const strange = given.find(([name]) => heads.every((head) => plain(head) !== plain(name)));
  if (strange !== undefined)
    return `There is no column "${strange[0]}". The columns are: ${heads.join(", ")}.`;
  return heads.map((head) => String(given.find(([name]) => plain(name) === plain(head))?.[1] ?? ""));
}
