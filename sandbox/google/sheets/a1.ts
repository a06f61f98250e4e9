/** A1 notation (developers.google.com/workspace/sheets/api/guides/concepts, read 2026-11-23). */
import { GoogleError } from "../errors.ts";

/** Zero-based, ends exclusive. */
export interface Area {
  readonly tab: string | null;
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

function column(letters: string): number {
  let index = 0;
  for (let at = 0; at < letters.length; at++) index = index * 26 + letters.toUpperCase().charCodeAt(at) - 64;
  return index - 1;
}

/** Column letters of a zero-based index. */
export function lettersOf(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${lettersOf(Math.floor(index / 26) - 1)}${lettersOf(index % 26)}`;
}

const WHOLE = { fromRow: 0, toRow: Infinity, fromColumn: 0, toColumn: Infinity };
const bare = (title: string): string => title.replace(/^'(.*)'$/s, "$1").replaceAll("''", "'");

/** `titles` are the existing tabs, whose names are valid ranges too. Throws GoogleError 400. */
export function readRange(range: string, titles: readonly string[]): Area {
  const [, before, cells = ""] = /^(?:('(?:[^']|'')*'|[^'!]+)!)?(.*)$/s.exec(range) ?? [];
  if (before === undefined && titles.includes(bare(cells))) return { tab: bare(cells), ...WHOLE };
  const tab = before === undefined ? null : bare(before);
  if (tab !== null && !titles.includes(tab)) return invalid(range);
  return { tab, ...areaOf(cells) };
}

function areaOf(cells: string): Omit<Area, "tab"> {
  const [from, to = from, ...more] = cells.split(":").map(readCell);
  if (!from || !to || more.length > 0) return invalid(cells);
  return {
    fromRow: from.row ?? 0,
    toRow: to.row === null ? Infinity : to.row + 1,
    fromColumn: from.column ?? 0,
    toColumn: to.column === null ? Infinity : to.column + 1,
  };
}

/** A cell, column or row reference; null if invalid. */
function readCell(text: string): { readonly row: number | null; readonly column: number | null } | null {
  const [whole, letters, digits] = /^([A-Z]{1,3})?(\d{1,7})?$/i.exec(text) ?? [];
  if (whole === undefined || whole === "") return null;
  return {
    row: digits === undefined ? null : Number(digits) - 1,
    column: letters === undefined ? null : column(letters),
  };
}

function invalid(range: string): never {
  throw new GoogleError(400, `Unable to parse range: ${range}`, "badRequest");
}
