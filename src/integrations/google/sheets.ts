/** Reads a Google Sheet as one person: its tabs, and a tab's displayed values. */
import * as z from "zod";
import { orMissing } from "./drive.ts";
import { parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";

const sheetAnswer = z.object({
  properties: z.object({ title: z.string().default("") }),
  sheets: z
    .array(
      z.object({
        properties: z.object({
          title: z.string(),
          hidden: z.boolean().default(false),
          gridProperties: z
            .object({ rowCount: z.number().default(0), columnCount: z.number().default(0) })
            .prefault({}),
        }),
      }),
    )
    .default([]),
});
const valuesAnswer = z.object({
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))).default([]),
});

/** A tab. Row and column counts include empty ones. */
export interface SheetTab {
  readonly title: string;
  readonly isHidden: boolean;
  readonly rows: number;
  readonly columns: number;
}

/** A spreadsheet's name and tabs; null if the person can't see it. */
export async function readTabs(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
): Promise<{ readonly title: string; readonly tabs: readonly SheetTab[] } | null> {
  const answer = await orMissing(
    drive.sheets({
      mailbox: person,
      scope: "drive",
      method: "GET",
      path: `/${encodeURIComponent(id)}`,
      query: { fields: "properties/title,sheets/properties(title,hidden,gridProperties)" },
    }),
  );
  if (answer === null) return null;
  const { properties, sheets } = parseAnswer(sheetAnswer, answer);
  return {
    title: properties.title,
    tabs: sheets.map(({ properties: { title, hidden, gridProperties } }) => ({
      title,
      isHidden: hidden,
      rows: gridProperties.rowCount,
      columns: gridProperties.columnCount,
    })),
  };
}

/** A range in A1 notation: `'Rent roll'!A1:Z100`. */
export function rangeOf(tab: string, cells: string): string {
  return `'${tab.replaceAll("'", "''")}'!${cells}`;
}

/** Column letters; `column` is 1-based. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? last : `${columnLetters(Math.floor((column - 1) / 26))}${last}`;
}

/** Parses column letters: A is 1. */
export function columnNumber(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A raw cell value. */
export type SheetCell = string | number | boolean | null;

/** Displayed values of a range (formula results). Trailing empty rows and cells are omitted. */
export async function readValues(
  account: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
  range: string,
): Promise<readonly (readonly string[])[]> {
  const values = await valuesOf(account, person, { id, range, as: "FORMATTED_VALUE" });
  return values.map((row) => row.map((cell) => (cell === null ? "" : String(cell))));
}

/** Raw values: amounts as numbers. */
export function readRows(
  account: Pick<GoogleAccount, "drive">,
  person: string,
  id: string,
  range: string,
): Promise<readonly (readonly SheetCell[])[]> {
  return valuesOf(account, person, { id, range, as: "UNFORMATTED_VALUE" });
}

async function valuesOf(
  { drive }: Pick<GoogleAccount, "drive">,
  person: string,
  {
    id,
    range,
    as,
  }: { readonly id: string; readonly range: string; readonly as: "FORMATTED_VALUE" | "UNFORMATTED_VALUE" },
): Promise<readonly (readonly SheetCell[])[]> {
  const answer = await drive.sheets({
    mailbox: person,
    scope: "drive",
    method: "GET",
    path: `/${encodeURIComponent(id)}/values/${encodeURIComponent(range)}`,
    query: { majorDimension: "ROWS", valueRenderOption: as },
  });
  return parseAnswer(valuesAnswer, answer).values;
}
