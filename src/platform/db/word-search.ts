/**
 * Rows found by words, for tables that keep a row a word of each thing (`contact_words`, `entity_words`, `account_words`). What is read follows what is
 * shown: the rarest word leads, and of a word that many have, things come in the order of its index, a block at a time.
 */
import { and, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TenantDb, TenantTable } from "./tenant-db.ts";

/** Things that are put in order together, for each that is shown and at most: where fewer are found, that is all of them. */
const ORDERED_FOR_ONE = 4;
const MOST_ORDERED = 60;
/** No page begins behind so many. */
const MAX_FOUND = 2_000;

/** A word of a question: a whole one, or how one begins. */
export interface SoughtWord {
  readonly word: string;
  readonly isWhole: boolean;
}

/** Where words are kept. */
export interface WordTable {
  readonly table: TenantTable;
  readonly word: SQLiteColumn;
  /** Whose word it is. */
  readonly id: SQLiteColumn;
  /** Ids that count as the one in `id`, where a thing has several records and each word may stand in any of them. */
  readonly sameAs?: (db: TenantDb) => SQL;
}

/** Ids of the things that have every word and meet `also`, an SQL condition on their id: the first `most` in the order of the index, each once. */
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
      and(fits(words.word, leading), ...others.map((other) => alsoHas(db, words, other)), also),
    )
    .limit(most);
  return [...new Set(rows.map((row) => String(row["id"])))];
}

/**
 * A page of what words find. `find` reads the first so many in the order of the index, `inOrder` sorts a block of them: of a question that few things
 * answer, all.
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

/** Words that few have before words that many have. One alone needs no look. */
async function rarestFirst(
  db: TenantDb,
  { table, word }: WordTable,
  sought: readonly SoughtWord[],
): Promise<readonly SoughtWord[]> {
  if (sought.length < 2) return sought;
  const counts = (await db.batch(
    sought.map((one) => db.pick({ word }, table, fits(word, one)).limit(MOST_ORDERED)),
  )) as unknown[][];
  return sought
    .map((one, index) => ({ one, count: counts[index]?.length ?? 0 }))
    .toSorted((left, right) => left.count - right.count)
    .map(({ one }) => one);
}

/** A beginning is a range of the index; nothing follows the last character there is. */
function fits(column: SQLiteColumn | SQL, { word, isWhole }: SoughtWord): SQL {
  return isWhole
    ? sql`${column} = ${word}`
    : sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;
}

function alsoHas(db: TenantDb, { table, word, id, sameAs }: WordTable, sought: SoughtWord): SQL {
  const also = (column: SQLiteColumn): SQL => sql`also.${sql.identifier(column.name)}`;
  const isTheirs = sameAs === undefined ? sql`${also(id)} = ${id}` : sql`${also(id)} in (${sameAs(db)})`;
  return sql`exists (select 1 from ${table} also where also.tenant_id = ${db.tenantId} and ${isTheirs} and ${fits(also(word), sought)})`;
}
