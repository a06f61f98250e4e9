/** Ranges in A1 notation (developers.google.com/workspace/sheets/api/guides/concepts, read 2026-11-23). */
import { GoogleError } from "../errors.ts";

/** Rows and columns from 0, the ends excluded. */
export interface Area {
  readonly tab: string | null;
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

const column = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The letters of a column, from 0. */
export function lettersOf(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${lettersOf(Math.floor(index / 26) - 1)}${lettersOf(index % 26)}`;
}

/** Reads a range; `titles` are the tabs there are: their names are ranges too. Throws GoogleError 400. */
export function readRange(range: string, titles: readonly string[]): Area {
  const whole = { fromRow: 0, toRow: Infinity, fromColumn: 0, toColumn: Infinity };
  const [, quoted, bare, cells] = /^(?:(?:'((?:[^']|'')*)'|([^'!]+))!)?(.*)$/s.exec(range) ?? [];
  const tab = quoted?.replaceAll("''", "'") ?? bare ?? null;
  const alone = cells?.replace(/^'((?:[^']|'')*)'$/s, "$1").replaceAll("''", "'") ?? "";
  if (tab === null && titles.includes(alone)) return { tab: alone, ...whole };
  const found = /^([A-Z]{1,3})?(\d{1,7})?(?::([A-Z]{1,3})?(\d{1,7})?)?$/i.exec(cells ?? "");
  const isKnown = tab === null || titles.includes(tab);
  if (found === null || cells === "" || !isKnown)
    throw new GoogleError(400, `Unable to parse range: ${range}`, "badRequest");
  const [, c1, r1, c2, r2] = found;
  const isOne = !(cells ?? "").includes(":");
  return {
    tab,
    fromRow: r1 === undefined ? 0 : Number(r1) - 1,
    toRow: isOne && r1 !== undefined ? Number(r1) : r2 === undefined ? Infinity : Number(r2),
    fromColumn: c1 === undefined ? 0 : column(c1),
    toColumn: isOne && c1 !== undefined ? column(c1) + 1 : c2 === undefined ? Infinity : column(c2) + 1,
  };
}
