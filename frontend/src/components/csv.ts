/** Tables for a spreadsheet. Pure. */
import { stringify } from "csv-stringify/browser/esm/sync";

/** What a spreadsheet would compute instead of show. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Phone numbers in E.164, and numbers. */
const PLAIN = /^(?:\+\d{7,15}(?:; \+\d{7,15})*|[+-]\d+(?:\.\d+)?)$/;

/** The lines of a CSV file; formulas are marked so that a spreadsheet shows them as text. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((row) =>
    row.map((cell) => (FORMULA.test(cell) && !PLAIN.test(cell) ? `'${cell}` : cell)),
  );
  return stringify(safe, { bom: true });
}
