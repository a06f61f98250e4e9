/**
 * Copies a team's rows between databases: read in pages by row number, written by a statement that has no
 * effect once the team lives there, then counted and hashed on both sides. Idempotent. Scans all rows of a
 * team, and whole tables without an index by team; this is an operator's action, not a request's.
 */
import type { D1Database } from "@cloudflare/workers-types";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { toHex } from "../../kernel/hash.ts";
import { fromFeatures } from "../../kernel/features.ts";
import { columnName } from "./casing.ts";
import { allTables } from "./all-tables.ts";
import { workLeases } from "./tables/clock.ts";
import type { RowsHash } from "./tables/tenancy.ts";

const PAGE = 400;
/** Maximum text per statement; D1 accepts 2 MB. */
const MOST_CHARS = 500_000;

export type Value = string | number | null;
export type Row = readonly Value[];

/** A table with rows of teams. */
export interface TeamTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables that contain event numbers, which are specific to a database. */
export const NUMBERED: ReadonlySet<string> = new Set(["events", "event_cursors"]);
/** Tables that are not moved: leases are temporary. */
const STAYS: readonly SQLiteTable[] = [workLeases];

/** All tables with rows of teams by name, in the order of the move. */
export const teamTables = fromFeatures((): readonly TeamTable[] =>
  allTables()
    .filter((table) => !STAYS.includes(table) && "tenantId" in table)
    .map((table) => ({
      name: getTableName(table),
      columns: Object.values(getTableColumns(table)).map(columnName),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
);

export const NO_ROWS: RowsHash = { rows: 0, hash: "0".repeat(64) };

/** The rows of a page, and the number of the last one; a short page is the last. */
export interface RowsPage {
  readonly rows: readonly Row[];
  readonly after: number;
  readonly isLast: boolean;
}

/** The next rows of a team. `shift` is added to event numbers. */
export async function readRows(
  d1: D1Database,
  tenantId: string,
  table: TeamTable,
  { after, shift }: { readonly after: number; readonly shift: number },
): Promise<RowsPage> {
  const columns = table.columns.map((column) =>
    column === "seq" && NUMBERED.has(table.name) ? `seq + ${shift} as seq` : `"${column}"`,
  );
  const { results } = await d1
    .prepare(
      `select rowid as row_number, ${columns.join(", ")} from \`${table.name}\` where rowid in
         (select rowid from \`${table.name}\` where tenant_id = ? and rowid > ? order by rowid limit ${PAGE}) order by rowid`,
    )
    .bind(tenantId, after)
    .all<Record<string, Value>>();
  return {
    rows: results.map((row) => table.columns.map((column) => row[column] ?? null)),
    after: Number(results.at(-1)?.["row_number"] ?? after),
    isLast: results.length < PAGE,
  };
}

/** Inserts missing rows. Has no effect if the team lives there, because its rows may be newer. */
export async function writeRows(
  d1: D1Database,
  tenantId: string,
  table: TeamTable,
  rows: readonly Row[],
): Promise<void> {
  const into = `insert or ignore into \`${table.name}\` (${table.columns.map((column) => `"${column}"`).join(", ")})`;
  const isElsewhere = "not exists (select 1 from tenants where id = ?)";
  const values = table.columns.map((_, place) => `json_extract(value, '$[${place}]')`).join(", ");
  const statements = chunks(rows).map((chunk) => {
    const [only] = chunk;
    if (chunk.length === 1 && only !== undefined)
      return d1
        .prepare(`${into} select ${only.map(() => "?").join(", ")} where ${isElsewhere}`)
        .bind(...only, tenantId);
    return d1
      .prepare(`${into} select ${values} from json_each(?) where ${isElsewhere}`)
      .bind(JSON.stringify(chunk), tenantId);
  });
  if (statements.length > 0) await d1.batch(statements);
}

/** Splits rows by statement size; a larger row gets its own statement. */
function chunks(rows: readonly Row[]): Row[][] {
  const all: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = all.at(-1);
    if (last === undefined || size > room) {
      all.push([row]);
      room = MOST_CHARS - size;
    } else {
      last.push(row);
      room -= size;
    }
  }
  return all;
}

/** Deletes some rows of a team that doesn't live there. Returns whether none is left. */
export async function removeRows(d1: D1Database, tenantId: string, table: TeamTable): Promise<boolean> {
  const rows = `select rowid from \`${table.name}\` where tenant_id = ?1 limit ${PAGE}`;
  const { meta } = await d1
    .prepare(
      `delete from \`${table.name}\` where rowid in (${rows}) and not exists (select 1 from tenants where id = ?1)`,
    )
    .bind(tenantId)
    .run();
  return meta.changes === 0;
}

/** Number of a team's rows by table. */
export async function countRows(d1: D1Database, tenantId: string): Promise<string> {
  const counts = await d1.batch<{ n: number }>(
    teamTables().map(({ name }) =>
      d1.prepare(`select count(*) as n from \`${name}\` where tenant_id = ?`).bind(tenantId),
    ),
  );
  return counts.map(({ results }) => results[0]?.n).join(" ");
}

/** Adds rows to a hash, independent of their order. */
export async function hashWith(known: RowsHash, rows: readonly Row[]): Promise<RowsHash> {
  const sum = Uint8Array.from(known.hash.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const digests = await Promise.all(
    rows.map((row) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(row)))),
  );
  for (const digest of digests) {
    const bytes = new Uint8Array(digest);
    for (let place = 0; place < sum.length; place++) sum[place] = (sum[place] ?? 0) ^ (bytes[place] ?? 0);
  }
  return { rows: known.rows + rows.length, hash: toHex(sum) };
}

/** The highest event number in a team's rows. */
export async function highestEvent(from: D1Database, tenantId: string): Promise<number> {
  const numbers = await from.batch<{ seq: number | null }>(
    [...NUMBERED].map((name) =>
      from.prepare(`select max(seq) as seq from ${name} where tenant_id = ?`).bind(tenantId),
    ),
  );
  return Math.max(0, ...numbers.map(({ results }) => results[0]?.seq ?? 0));
}

/**
 * Reserves event numbers for a team's events, up to `highest`, that no other team's event will get. Returns
 * what to add to the team's own numbers.
 */
export async function reserveEvents(to: D1Database, tenantId: string, highest: number): Promise<number> {
  const place = "reserved:";
  const forget = to.prepare("delete from events where tenant_id = ? and id = ?").bind(tenantId, place);
  const [, , found] = await to.batch<{ seq: number }>([
    forget,
    to
      .prepare(
        `insert into events (seq, tenant_id, id, type, at, actor_kind, actor_id, payload, open)
         select coalesce((select max(seq) from events), 0) + ? + 1, ?, ?, '', '', 'system', '', '{}', 0
         where not exists (select 1 from tenants where id = ?)`,
      )
      .bind(highest, tenantId, place, tenantId),
    to.prepare("select seq from events where tenant_id = ? and id = ?").bind(tenantId, place),
    forget,
  ]);
  return (found?.results[0]?.seq ?? highest + 1) - highest - 1;
}
