/** Sheet rows as cards show them and as they are sent: one line per row, cells separated by bars. Pure. */

/** One line: line breaks become spaces, bars in cells are escaped. */
function lineOf(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.replace(/\s+/g, " ").trim().replace(/[\\|]/g, "\\$&"))
    .join(" | ")
    .trimEnd();
}

export function textOfRows(rows: readonly (readonly string[])[]): string {
  return rows.map(lineOf).join("\n");
}

/** Parses rows; cells are trimmed. */
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

/** The value to send: plain numbers as numbers so that formulas can sum them; everything else, including dates and formulas, as text. */
export function cellOf(text: string): string | number {
  return NUMBER.test(text) ? Number(text) : text;
}
