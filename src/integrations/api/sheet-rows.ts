/** Rows of a sheet as a card shows them and as they are sent: a line a row, cells between bars. Pure. */

/** Cells as one line: line breaks become spaces, a bar in a cell is escaped. */
function lineOf(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.replace(/\s+/g, " ").trim().replace(/[\\|]/g, "\\$&"))
    .join(" | ")
    .trimEnd();
}

/** Rows as text. */
export function textOfRows(rows: readonly (readonly string[])[]): string {
  return rows.map(lineOf).join("\n");
}

/** The rows of a text, cells trimmed. */
export function rowsOfText(text: string): string[][] {
  return text.split("\n").map((line) => {
    const cells = [""];
    for (let at = 0; at < line.length; at++) {
      const char = line[at] ?? "";
      if (char === "|") cells.push("");
      else cells[cells.length - 1] += char === "\\" ? (line[++at] ?? "") : char;
    }
    return cells.map((cell) => cell.trim());
  });
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;

/** A cell as it is sent: a plain number as a number, so that sums count it; anything else, dates and formulas too, as the words it is. */
export function cellOf(text: string): string | number {
  return NUMBER.test(text) ? Number(text) : text;
}
