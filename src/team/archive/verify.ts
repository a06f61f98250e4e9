/**
 * Verifies an archive: every page exists, is in its place, and contains what was written, minus erased lines.
 */
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import { PageDamage, pageKey, unpackPage } from "./page.ts";
import { headOf, type PageRow } from "./archive-old.ts";

/** A deviation from what was written. */
export interface Finding {
  readonly kind: string;
  readonly page: number;
  readonly problem: string;
}

/** The result of a verification. */
export interface Proof {
  readonly pages: number;
  readonly lines: number;
  readonly erased: number;
  readonly findings: readonly Finding[];
  /**
   * The last page of each kind with its hash. Stored elsewhere, it later proves that nothing was cut off the
   * end.
   */
  readonly heads: readonly string[];
}

/**
 * Proves pages of a team, given their rows of `archive_pages` and a way to their bytes: all, or those that follow `before`. `known` are heads of an earlier
 * proof, such as `audit:12:<hash>`.
 */
export async function verifyArchive(
  team: string,
  rows: readonly PageRow[],
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>,
  known: readonly string[] = [],
  before: readonly PageRow[] = [],
): Promise<Proof> {
  const placeOf = ({ kind, page }: Pick<PageRow, "kind" | "page">): string => `${kind}:${page}`;
  const there = new Map([...before, ...rows].map((row) => [placeOf(row), row]));
  const findings: Finding[] = [];
  const heads: string[] = [];
  let lines = 0;
  let erased = 0;
  for (const [kind, all] of Map.groupBy(rows, (row) => row.kind)) {
    const pages = all.toSorted((a, b) => a.page - b.page);
    for (const row of pages) {
      if (row.state === "begun") continue;
      const previous = row.page === 1 ? "" : there.get(placeOf({ kind, page: row.page - 1 }))?.hash;
      const problem =
        previous === undefined ? "a page before it is missing" : await problemOf(team, row, previous, get);
      if (problem !== null) findings.push({ kind, page: row.page, problem });
      lines += row.lines;
      erased += row.erased;
    }
    const last = pages.findLast(({ state }) => state !== "begun");
    if (last !== undefined) heads.push(headName(last));
  }
  const named = new Set(rows.map(headName));
  for (const head of known) {
    const [kind = "", page = ""] = head.split(":");
    if (!named.has(head))
      findings.push({ kind, page: Number(page), problem: "it is not the page that was known" });
  }
  return { pages: rows.length, lines, erased, findings, heads };
}

function headName({ kind, page, hash }: PageRow): string {
  return `${kind}:${page}:${hash}`;
}

async function problemOf(
  team: string,
  row: PageRow,
  previous: string,
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<string | null> {
  if (row.previous !== previous) return "it does not follow the page before";
  try {
    const bytes = await get(pageKey(row));
    if (bytes === null) return "it is missing";
    const page = await unpackPage(bytes);
    if (canonicalJson(page.head) !== canonicalJson(headOf(team, row))) return "another page is in its place";
    if (page.lines.length !== row.lines) return `it has ${page.lines.length} lines instead of ${row.lines}`;
    if (page.hash !== row.hash) return "its lines are not those that were written";
    const erased = page.lines.filter((line) => line.row === undefined).length;
    if (erased !== row.erased) return `${erased} lines are erased instead of ${row.erased}`;
    return (await sha256Hex(bytes)) === row.digest ? null : "its bytes were changed";
  } catch (error) {
    return error instanceof PageDamage ? error.message : "it can't be fetched";
  }
}
