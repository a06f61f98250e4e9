/**
 * Masks mentions in rows that are not the person's own: every table of the team is scanned in windows. A row
 * whose key contains their data is deleted. Scans all rows of a table on purpose: background work, never
 * within a request.
 */
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { allTables } from "../../platform/db/all-tables.ts";
import { columnName } from "../../platform/db/casing.ts";
import type { Place, Row, Treatment } from "../../platform/erasure.ts";
import { fromFeatures } from "../../kernel/features.ts";
import { audit, ByIds, type Statement, type TenantDb, type TenantTable } from "../../platform/db/index.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { projectChanges } from "../../projects/tables/projects.ts";
import { erasures } from "../tables/erasure.ts";
import { texts } from "../../messaging/tables/inbox.ts";
import type { KeptMention } from "../api/erasure.ts";
import { takenOutOf } from "./hits.ts";
import { ERASED, type Mark } from "./mark.ts";

/** Rows of a table, of any team, per window. */
const WINDOW = 1_000;

/** What is done with rows of every table, by its name. */
export const treatments = fromFeatures((features): Readonly<Record<string, Treatment>> => {
  const declared = features.flatMap(({ erases = {} }) => Object.entries(erases));
  return Object.fromEntries(declared.map(([name, { treatment }]) => [name, treatment]));
});

/** Where each table's rows are shown. */
export const places = fromFeatures((features): Readonly<Record<string, Place>> => {
  const declared = features.flatMap(({ erases = {} }) => Object.entries(erases));
  return Object.fromEntries(
    declared.flatMap(([name, { place }]) => (place === undefined ? [] : [[name, place]])),
  );
});

/** Every table with team rows, in a fixed order. */
export const walkedTables = fromFeatures(
  (): readonly { readonly name: string; readonly table: TenantTable }[] =>
    allTables()
      .filter((table): table is TenantTable => "tenantId" in table)
      .map((table) => ({ name: getTableName(table), table }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
);

/** The result of a scanned window. */
interface WalkedPage {
  readonly changed: number;
  readonly left: readonly KeptMention[];
  /** Where to continue: a table and row number; null at the end. */
  readonly next: readonly [string, number] | null;
}

/**
 * Masks the person in the next window of rows, together with the statement that records how many there were,
 * and where words surround the masked data. Idempotent. Without `note` it changes nothing and returns what it
 * found.
 */
export async function walkMentions(
  db: TenantDb,
  erasureId: string,
  mark: Mark,
  [name, after]: readonly [string, number],
  note: ((count: number, left: readonly KeptMention[]) => Statement) | null,
): Promise<WalkedPage> {
  const tables = walkedTables();
  const at = tables.findIndex((candidate) => candidate.name >= name);
  const walked = tables[at];
  if (walked === undefined) return { changed: 0, left: [], next: null };
  const nextName = tables[at + 1]?.name;
  const over: WalkedPage = { changed: 0, left: [], next: nextName === undefined ? null : [nextName, 0] };
  const treatment = treatments()[walked.name] ?? "mask";
  if (treatment === "keep" || (treatment === "list" && note !== null)) return over;
  const from = walked.name === name ? after : 0;
  const { last, isKey } = await windowOf(db, erasureId, walked, from);
  if (last === null) return over;
  const isWanted = note === null ? mark.isListed : treatment === "index" ? mark.isNamed : mark.isIn;
  const found = await rowsIn(db, walked.table, isWanted, [from, last]);
  const next = [walked.name, last] as const;
  if (note === null) return { changed: 0, left: leftIn(walked.name, mark, found), next };
  if (found.length === 0) return { changed: 0, left: [], next };
  const staying = found.filter((row) => !isGone(walked.table, treatment, mark, row, isKey));
  // The audit log's sentence is replaced entirely.
  const told = walked.table === audit ? [] : staying.filter(mark.isAmidWords);
  const left = leftIn(walked.name, mark, told).map(takenOutOf);
  const changes = found.map((row) => statementFor(db, walked.table, treatment, mark, row, isKey));
  await db.batch([...changes, note(found.length, left)]);
  return { changed: found.length, left, next };
}

/** Whether a field is part of the row's key: masking it could make two rows equal. */
type IsKey = (field: string) => boolean;

/**
 * The last row number of a window, and the table's keys as the database has them; null if no rows follow. Reads
 * only numbers, of any team.
 */
async function windowOf(
  db: TenantDb,
  erasureId: string,
  { name, table }: { readonly name: string; readonly table: TenantTable },
  from: number,
): Promise<{ readonly last: number | null; readonly isKey: IsKey }> {
  const numbers = sql`select rowid as number from ${table} where rowid > ${from} order by rowid limit ${WINDOW}`;
  const keys = sql`select name from pragma_table_info(${name}) where pk > 0
    union select part.name from pragma_index_list(${name}) as listed join pragma_index_info(listed.name) as part where listed."unique" = 1`;
  const [row] = await db.pick(
    {
      last: sql<number | null>`(select max(number) from (${numbers}))`.as("last"),
      keys: sql<string>`(select json_group_array(name) from (${keys}))`.as("keys"),
    },
    erasures,
    eq(erasures.id, erasureId),
  );
  const last = row?.["last"] ?? null;
  const named = new Set(JSON.parse(String(row?.["keys"] ?? "[]")) as string[]);
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  return {
    last: last === null ? null : Number(last),
    isKey: (field) => {
      const column = columns[field];
      return column !== undefined && named.has(columnName(column));
    },
  };
}

async function rowsIn(
  db: TenantDb,
  table: TenantTable,
  isWanted: Mark["isIn"],
  [from, to]: readonly [number, number],
): Promise<Row[]> {
  const columns = getTableColumns(table);
  const inWindow = new ByIds(sql`rowid > ${from} and rowid <= ${to}`);
  const rows: Row[] = await db.pick(
    { ...columns, rowNumber: sql<number>`rowid`.as("row_number") },
    table,
    inWindow,
  );
  return rows.filter((row) => isWanted({ ...row, rowNumber: null }));
}

/** Maximum rows of a window listed individually; beyond it only their count. */
const MOST_TOLD = 50;

/** Files, and records with their own page, individually; others as a count. */
function leftIn(name: string, mark: Mark, found: readonly Row[]): KeptMention[] {
  if (found.length === 0) return [];
  const place = places()[name];
  if (place === undefined) throw new TypeError(`${name} has no place on a certificate`);
  const { what, path, of } = place;
  const ids = found.map((row) => (name === "workspace_files" ? row["id"] : row["fileId"]));
  if (typeof ids[0] === "string")
    return [...new Set(ids)].map((id) => ({ what, path: null, fileId: String(id), count: 1 }));
  if (of === undefined || found.length > MOST_TOLD)
    return [{ what, path, fileId: null, count: found.length }];
  return found.map((row) => ({ what, path: pageOf(row, of, mark) ?? path, fileId: null, count: 1 }));
}

/** The page of a row, unless its address contains their data. */
function pageOf(row: Row, of: NonNullable<Place["of"]>, mark: Mark): string | null {
  const page = of(row);
  return page === null || mark.isListed(decodeURIComponent(page)) ? null : page;
}

/** Whether a row is deleted entirely. */
function isGone(table: TenantTable, treatment: Treatment, mark: Mark, row: Row, isKey: IsKey): boolean {
  if (treatment === "index" || isOnlyTheirs(table, row, mark)) return true;
  return (
    (treatment === "drop" && mark.isKeyIn({ ...row, rowNumber: null })) ||
    Object.entries(row).some(([name, value]) => isKey(name) && mark.isKeyIn(value))
  );
}

function statementFor(
  db: TenantDb,
  table: TenantTable,
  treatment: Treatment,
  mark: Mark,
  { rowNumber, ...row }: Row,
  isKey: IsKey,
): Statement {
  const isIt = sql`rowid = ${rowNumber}`;
  if (isGone(table, treatment, mark, row, isKey)) return db.remove(table, isIt);
  // A name in a key column is kept and listed.
  const masked = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      mark.isIn(value) && !isKey(name) ? [[name, mark.without(value)]] : [],
    ),
  );
  const set = {
    ...masked,
    ...sentenceless(table),
    ...unsalted(table),
    ...withoutThem(table, row, mark),
    ...withoutQuotes(table, row, mark),
  };
  // If nothing can be masked, the row is unchanged.
  return db.update(table, (Object.keys(set).length === 0 ? { tenantId: db.tenantId } : set) as never, isIt);
}

/** Their messages are evidence on other people's drafts. */
function withoutQuotes(table: TenantTable, row: Row, mark: Mark): Row {
  if (table !== approvals || !Array.isArray(row["evidence"])) return {};
  return { evidence: row["evidence"].filter((evidence) => !mark.isNamed(evidence)) };
}

/** An audit sentence about them contains their name too. */
function sentenceless(table: TenantTable): Row {
  return table === audit ? { sentence: "Erased at a person’s request.", changes: null } : {};
}

/** A record's change keeps its seal, which can no longer be compared with its content. */
function unsalted(table: TenantTable): Row {
  return table === projectChanges ? { salt: null } : {};
}

/** Their text that arrived while their rows were being deleted. */
function isOnlyTheirs(table: TenantTable, row: Row, mark: Mark): boolean {
  if (table !== texts || !mark.isIn(row["contactNumber"])) return false;
  return row["direction"] === "incoming" || row["others"] === null;
}

/** Our text to several people now belongs to the first of the others. */
function withoutThem(table: TenantTable, row: Row, mark: Mark): Row {
  if (table !== texts || !Array.isArray(row["others"])) return {};
  const others = row["others"].filter((number) => !mark.isIn(number));
  if (!mark.isIn(row["contactNumber"])) return { others: others.length === 0 ? [ERASED] : others };
  const [first = ERASED, ...rest] = others;
  return { contactNumber: first, others: rest.length === 0 ? null : rest };
}
