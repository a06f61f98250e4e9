/** The table of docs/capacity.md that is counted, not written by hand: as `npm run capacity` writes it and the test of COST reads it. */
import type { Cost } from "./cost-count.ts";

/** What one thing cost, by the name it has on the page. */
export type Counted = { readonly name: string } & Cost;

const BEGIN = "<!-- counted by test/worker/agent/usage/cost.test.ts: npm run capacity -->";
const END = "<!-- end of what is counted -->";

/** The columns in their order. */
const COLUMNS: readonly (readonly [keyof Cost, string])[] = [
  ["statements", "D1 statements"],
  ["trips", "D1 trips"],
  ["askedTwice", "asked twice"],
  ["rowsRead", "D1 rows read"],
  ["rowsWritten", "D1 rows written"],
  ["objectStatements", "objects’ statements"],
  ["largestObject", "of one object"],
  ["objectRowsWritten", "objects’ rows written"],
];

/** The page with what was counted. Throws where it has no place for it. */
export function writeCapacity(page: string, counted: readonly Counted[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error("docs/capacity.md has no marks around what is counted");
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  const table = [
    row(["one …", ...COLUMNS.map(([, title]) => title)]),
    row(["---", ...COLUMNS.map(() => "---")]),
    ...counted.map((one) => row([one.name, ...COLUMNS.map(([key]) => one[key])])),
  ].join("\n");
  return `${page.slice(0, from)}${BEGIN}\n\n${table}\n\n${page.slice(to)}`;
}

/** What the page says, by name. */
export function readCapacity(page: string): ReadonlyMap<string, Cost> {
  const lines = page.slice(page.indexOf(BEGIN), page.indexOf(END)).split("\n");
  const rows = lines.filter((line) => line.startsWith("|")).slice(2);
  return new Map(
    rows.map((line) => {
      const [name = "", ...cells] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      const cost = Object.fromEntries(COLUMNS.map(([key], place) => [key, Number(cells[place])]));
      return [name, cost as unknown as Cost];
    }),
  );
}
