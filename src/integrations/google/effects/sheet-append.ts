/**
 * Appends rows below a table of a Google Sheet. Sheets has no idempotency keys, so after a crash the rows below the draft's position are
 * compared. Rows written by other approvals, and rows that share no cell with ours, are ignored.
 */
import * as z from "zod";
import { readRows, rangeOf, type SheetCell } from "../sheets.ts";
import { appendRows } from "../drive-write.ts";
import {
  defineEffect,
  definePrecondition,
  notFound,
  unlessUnanswered,
  type Found,
} from "../../../approvals/effects/define-effect.ts";
import { cellOf, rowsOfText } from "../../api/sheet-rows.ts";

/** Rows below the draft's position that are searched after a crash. */
const LOOKED_THROUGH = 1_000;

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.string(),
  fileId: z.string().min(1),
  fileName: z.string(),
  tab: z.string().min(1),
  /** The tab's first row, as `textOfRows` formats it. */
  columns: z.string().max(5_000),
  /** As `textOfRows` formats them: one line per row. */
  rows: z.string().min(1).max(20_000),
  /** Row count of the tab at draft time. */
  rowsBefore: z.int().min(0),
});
type Document = z.output<typeof documentSchema>;

/** Precondition: the tab still has the columns the card shows. */
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
    irreversible: "Steward can't remove added rows. The sheet's version history has the previous version.",
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
  async perform({ mailbox, fileId, tab, rows }, account, key) {
    const values = rowsOfText(rows).map((row) => row.map(cellOf));
    const range = await appendRows(account, mailbox, fileId, { tab, rows: values });
    const from = firstRowOf(range ?? "");
    return { providerId: from === null ? null : idOf({ fileId, tab, from, count: values.length }, key) };
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
        wanted.every((row, index) => isRow(below[at + index] ?? [], row)) ? [from + at] : [],
      );
      const others = rowsOfOthers({ fileId, tab }, options.takenProviderIds);
      const [place] = places;
      if (place !== undefined && places.length === 1 && !others.has(place)) {
        const id = idOf({ fileId, tab, from: place, count: wanted.length }, options.idempotencyKey ?? "");
        return { kind: "found", done: { providerId: id } };
      }
      // Identical rows twice or in another effect's place, or a row that may be ours but was edited: proves nothing either way.
      const mayBeOurs = below.some(
        (row, at) => others.get(from + at) !== "certain" && wanted.some((one) => sharesCell(row, one)),
      );
      return places.length > 0 || mayBeOurs ? { kind: "unknown" } : notFound(options);
    });
  },
});

/** Where an effect wrote its rows. */
interface Place {
  readonly fileId: string;
  readonly tab: string;
  readonly from: number;
  readonly count: number;
}

/** Includes file and effect: the same range occurs in many files, and again after rows were deleted. */
function idOf({ fileId, tab, from, count }: Place, key: string): string {
  return `${tab}!A${from}:A${from + count - 1} ${fileId} ${key}`;
}

const ID = /^(.*)!A(\d+):A(\d+) (\S+) \S*$/s;

/** Rows written by other effects, by tab. IDs from earlier releases name no file, so they are only possible matches. */
function rowsOfOthers(
  { fileId, tab }: Pick<Place, "fileId" | "tab">,
  ids: readonly string[],
): Map<number, "certain" | "maybe"> {
  const rows = new Map<number, "certain" | "maybe">();
  for (const id of ids) {
    const [, theirTab, first, last, file] = ID.exec(id) ?? [];
    const old = first === undefined && id.includes(tab) ? firstRowOf(id) : null;
    if (old !== null && !rows.has(old)) rows.set(old, "maybe");
    if (file !== fileId || theirTab !== tab) continue;
    for (let row = Number(first); row <= Number(last); row++) rows.set(row, "certain");
  }
  return rows;
}

/** The first row of a range in A1 notation; null if it has none. */
function firstRowOf(range: string): number | null {
  const row = /![A-Z]+(\d+)(?::[A-Z]+\d+)?$/.exec(range)?.[1];
  return row === undefined ? null : Number(row);
}

/** Whether any column has the same value in both. */
function sharesCell(cells: readonly SheetCell[], wanted: readonly string[]): boolean {
  return wanted.some((cell, at) => plain(cell) !== "" && plain(cells[at]) === plain(cell));
}

function plain(cell: SheetCell | undefined): string {
  return String(cell ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether a sheet row has these cells, ignoring trailing empty ones. */
function isRow(cells: readonly SheetCell[], wanted: readonly string[]): boolean {
  const width = Math.max(cells.length, wanted.length);
  return Array.from({ length: width }, (_, at) => plain(cells[at]) === plain(wanted[at])).every(Boolean);
}
