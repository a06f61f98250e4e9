/** Files of comma-separated values, and those with semicolons or tabs that spreadsheets write. Pure. */
import Papa from "papaparse";

/** Rows of cells; lines with nothing in them are left out. */
export function parseCsv(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), {
    skipEmptyLines: "greedy",
    delimitersToGuess: [",", ";", "\t"],
  });
  return data;
}
