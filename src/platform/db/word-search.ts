/**
 * Finds rows by words, in tables with one row per word of an item (`contact_words`, `entity_words`,
 * `account_words`). The rarest word is read first; for common words, items are read in index order, one
 * block at a time, so that the cost follows what is shown.
 */
import { and, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { columnName } from "./casing.ts";
import type { TenantDb, TenantTable } from "./tenant-db.ts";

/** Items sorted together per item shown; if fewer are found, the sorting is complete. */
const ORDERED_FOR_ONE = 4;
const MOST_ORDERED = 60;
/** Maximum offset of a page. */
const MAX_FOUND = 2_000;

/** A whole word or a prefix. */
export interface SoughtWord {
  readonly word: string;
  readonly isWhole: boolean;
}

export interface WordTable {
  readonly table: TenantTable;
  readonly word: SQLiteColumn;
  /** The ID of the word's item. */
  readonly id: SQLiteColumn;
  /** IDs equivalent to `id`, for items with several records that share their words. */
  readonly sameAs?: (db: TenantDb) => SQL;
}

/**
 * IDs of items that have every word and match `also`, an SQL condition on their ID: the first `most` in
 * index order, each once.
 */
export async function idsWithWords(
  db: TenantDb,
  words: WordTable,
  sought: readonly SoughtWord[],
  { most, also }: { readonly most: number; readonly also?: SQL | undefined },
): Promise<string[]> {
  const [leading, ...others] = await rarestFirst(db, words, sought);
  if (leading === undefined) return [];
  const rows = await db
    .pick(
      { id: words.id },
      words.table,
      and(matchesWord(words.word, leading), ...others.map((other) => alsoHas(db, words, other)), also),
    )
    .limit(most);
  return [...new Set(rows.map((row) => String(row["id"])))];
}

/**
 * A page of results. `find` reads the first rows in index order, and `inOrder` sorts a block of them; few
 * results are sorted completely.
 */
export async function pageOfFound<Row>(
  find: (most: number) => Promise<readonly Row[]>,
  inOrder: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ readonly items: Row[]; readonly next: number | null }> {
  const block = Math.min(MOST_ORDERED, ORDERED_FOR_ONE * limit);
  const most = Math.ceil((from + limit + 1) / block) * block;
  const rows = await find(most);
  const sorted: Row[] = [];
  for (let at = 0; at < rows.length; at += block) sorted.push(...(await inOrder(rows.slice(at, at + block))));
  const next = from + limit;
  return {
    items: sorted.slice(from, next),
    next: sorted.length > next && next < MAX_FOUND ? next : null,
  };
}

/** Rare words first. A single word needs no look-up. */
async function rarestFirst(
  db: TenantDb,
  { table, word }: WordTable,
  sought: readonly SoughtWord[],
): Promise<readonly SoughtWord[]> {
  if (sought.length < 2) return sought;
  const counts = (await db.batch(
    sought.map((one) => db.pick({ word }, table, matchesWord(word, one)).limit(MOST_ORDERED)),
  )) as unknown[][];
  return sought
    .map((one, index) => ({ one, count: counts[index]?.length ?? 0 }))
    .toSorted((left, right) => left.count - right.count)
    .map(({ one }) => one);
}

/** A prefix is an index range; U+10FFFF sorts after any character. */
function matchesWord(column: SQLiteColumn | SQL, { word, isWhole }: SoughtWord): SQL {
  return isWhole
    ? sql`${column} = ${word}`
    : sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;
}

function alsoHas(db: TenantDb, { table, word, id, sameAs }: WordTable, sought: SoughtWord): SQL {
  const also = (column: SQLiteColumn): SQL => sql`also.${sql.identifier(columnName(column))}`;
  const isTheirs = sameAs === undefined ? sql`${also(id)} = ${id}` : sql`${also(id)} in (${sameAs(db)})`;
  return sql`exists (select 1 from ${table} also where also.tenant_id = ${db.tenantId} and ${isTheirs} and ${matchesWord(also(word), sought)})`;
}
