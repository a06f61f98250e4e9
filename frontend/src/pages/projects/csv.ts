/** Files of comma-separated values (RFC 4180), and those with semicolons or tabs that spreadsheets write. Pure. */

/** Rows of cells; lines with nothing in them are left out. */
export function parseCsv(text: string): string[][] {
  const words = text.replace(/^\uFEFF/, "");
  const comma = delimiterOf(words);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.some((one) => one.trim() !== "")) rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let at = 0; at < words.length; at++) {
    const char = words[at] ?? "";
    if (quoted) {
      if (char !== '"') cell += char;
      else if (words[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
      else quoted = false;
    } else if (char === '"' && cell.trim() === "") [cell, quoted] = ["", true];
    else if (char === comma) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") endRow();
    else if (char !== "\r") cell += char;
  }
  endRow();
  return rows;
}

/** The one that the first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const [first = ""] = text.replace(/"[^"]*"/g, "").split("\n");
  const amount = (mark: string): number => first.split(mark).length;
  return [",", ";", "\t"].toSorted((one, other) => amount(other) - amount(one))[0] ?? ",";
}
