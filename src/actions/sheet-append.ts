/** Rows put below a table of a Google Sheet. Sheets has no idempotency keys: after a crash the rows below those of the draft are compared. */
import * as z from "zod";
import { readRows, rangeOf, type SheetCell } from "../integrations/google/sheets.ts";
import { appendRows } from "../integrations/google/drive-write.ts";
import { defineEffect, definePrecondition, notFound, unlessUnanswered, type Found } from "./define-effect.ts";
import { cellOf, rowsOfText } from "../protocol/sheet-rows.ts";

/** Rows below those of the draft that are looked through after a crash. */
const LOOKED_THROUGH = 1_000;

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.string(),
  fileId: z.string().min(1),
  fileName: z.string(),
  tab: z.string().min(1),
  /** The tab's first row, as `textOfRows` writes it. */
  columns: z.string().max(5_000),
  /** As `textOfRows` writes them: a line a row. */
  rows: z.string().min(1).max(20_000),
  /** How many rows the tab had when this was drafted. */
  rowsBefore: z.int().min(0),
});
type Document = z.output<typeof documentSchema>;

/** The tab still has the columns that the card shows. */
const columnsAsShown = definePrecondition({
  kind: "sheet_columns",
  observed: z.object({
    connectionId: z.string(),
    mailbox: z.string(),
    fileId: z.string(),
    tab: z.string(),
    columns: z.string(),
  }),
  about: ({ fileId }) => fileId,
  of: ({ connectionId, mailbox, fileId, tab, columns }: Document) => ({
    connectionId,
    mailbox,
    fileId,
    tab,
    columns,
  }),
  async check({ connectionId, mailbox, fileId, tab, columns }, world) {
    const account = await world.account("google", connectionId);
    const [first = []] = await readRows(account, mailbox, fileId, rangeOf(tab, "A1:AN1"));
    const isSame = isRow(first, rowsOfText(columns)[0] ?? []);
    return isSame
      ? { holds: true }
      : { holds: false, reason: "The sheet's columns were changed since this was drafted." };
  },
});

export const sheetAppend = defineEffect({
  kind: "sheet.append",
  vendor: "google",
  document: documentSchema,
  words: {
    name: "Rows in a sheet",
    plural: "additions to sheets",
    verb: "add",
    done: "Added",
    message: null,
    irreversible: "Added rows aren't taken out here. The sheet's version history keeps what was before.",
  },
  says: ({ fileName, tab, rows }) => {
    const count = rowsOfText(rows).length;
    const what = count === 1 ? "1 row" : `${count} rows`;
    return {
      title: `Add ${what} to “${fileName}”`,
      target: `${fileName}, ${tab}`,
      ask: `Add ${what} to the tab ${tab} of ${fileName}?`,
      sent: `Added ${what} to ${fileName}, ${tab}`,
    };
  },
  layout: [
    { path: "/fileName", label: "Sheet", role: "recipient" },
    { path: "/tab", label: "Tab", role: "detail" },
    { path: "/mailbox", label: "As", role: "sender" },
    { path: "/columns", label: "Columns", role: "detail", format: "head_row" },
    { path: "/rows", label: "Rows", role: "body", format: "rows" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/fileId", label: "Sheet", role: "id" },
    { path: "/rowsBefore", label: "Rows before", role: "id" },
  ],
  audience: () => "team",
  preconditions: [columnsAsShown],
  recovery: "look_up",
  async perform({ mailbox, fileId, tab, rows }, account) {
    const values = rowsOfText(rows).map((row) => row.map(cellOf));
    return { providerId: await appendRows(account, mailbox, fileId, { tab, rows: values }) };
  },
  lookUp(document, account, options) {
    return unlessUnanswered(async (): Promise<Found> => {
      const { mailbox, fileId, tab, rows, rowsBefore } = document;
      const from = rowsBefore + 1;
      const below = await readRows(
        account,
        mailbox,
        fileId,
        rangeOf(tab, `A${from}:AN${from + LOOKED_THROUGH - 1}`),
      );
      const wanted = rowsOfText(rows);
      const places = below.flatMap((_, at) =>
        wanted.every((row, index) => isRow(below[at + index] ?? [], row)) ? [`${tab}!A${from + at}`] : [],
      );
      const ours = places.filter((place) => !options.takenProviderIds.includes(place));
      const [place] = ours;
      if (place !== undefined && ours.length === 1) return { kind: "found", done: { providerId: place } };
      // Twice the same rows, or rows of somebody else's below: nothing is proven either way.
      return below.length === 0 ? notFound(options) : { kind: "unknown" };
    });
  },
});

/** Whether a row of a sheet holds these cells; empty ones at its end say nothing. */
function isRow(cells: readonly SheetCell[], wanted: readonly string[]): boolean {
  const plain = (cell: SheetCell | undefined): string =>
    String(cell ?? "")
      .replace(/\s+/g, " ")
      .trim();
  const width = Math.max(cells.length, wanted.length);
  return Array.from({ length: width }, (_, at) => plain(cells[at]) === plain(wanted[at])).every(Boolean);
}
