/**
 * The subset of SQLite that object tables need, over Durable Object storage in production and `node:sqlite`
 * in unit tests.
 */
import type { DurableObjectStorage } from "@cloudflare/workers-types";

/** A value SQLite stores. */
export type SqlValue = string | number | null;

/** Synchronous SQL over one database. */
export interface ObjectSql {
  /** Runs one statement and returns its rows. */
  rows<Row = Record<string, SqlValue>>(statement: string, ...bindings: readonly SqlValue[]): Row[];
  /** Atomic; may be nested. */
  transaction<Result>(work: () => Result): Result;
}

/** SQL over a Durable Object's storage. */
export function objectSql(storage: DurableObjectStorage): ObjectSql {
  return {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) =>
      storage.sql.exec(statement, ...bindings).toArray() as Row[],
    transaction: (work) => storage.transactionSync(work),
  };
}

/** The complete schema by migration steps, learned from the isolate's first new object. */
const wholes = new WeakMap<readonly (readonly string[])[], readonly string[]>();

/**
 * Migrates an object's tables atomically. `steps` are ordered and forward-only: a released one is never
 * changed. Idempotent.
 */
export function migrateObject(sql: ObjectSql, steps: readonly (readonly string[])[]): void {
  const version = versionOf(sql);
  if (version >= steps.length) return;
  sql.transaction(() => {
    // The first column's name differs between objects, so no statement names it.
    sql.rows(
      "CREATE TABLE IF NOT EXISTS schema_version (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL)",
    );
    const whole = version === 0 ? wholes.get(steps) : undefined;
    const before = version === 0 && whole === undefined ? madeIn(sql) : null;
    for (const statement of whole ?? steps.slice(version).flat()) sql.rows(statement);
    if (before !== null) learn(sql, steps, before);
    sql.rows("INSERT OR REPLACE INTO schema_version VALUES (1, ?)", steps.length);
  });
}

/** The number of applied steps. */
function versionOf(sql: ObjectSql): number {
  const [table] = sql.rows("SELECT name FROM sqlite_master WHERE name = 'schema_version'");
  if (table === undefined) return 0;
  return sql.rows<{ version: number }>("SELECT version FROM schema_version")[0]?.version ?? 0;
}

interface Made {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Schema objects in creation order. SQLite creates its own (`sqlite_sequence`) itself. */
function madeIn(sql: ObjectSql): Made[] {
  return sql.rows<Made>(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY rowid",
  );
}

/**
 * Altering tables takes most of the migration time, so the resulting schema is cached. Rows and virtual
 * tables are created only by the steps.
 */
function learn(sql: ObjectSql, steps: readonly (readonly string[])[], before: readonly Made[]): void {
  const known = new Set(before.map(({ name }) => name));
  const made = madeIn(sql).filter(({ name }) => !known.has(name));
  const isPlain = made.every(
    ({ type, name, sql: text }) =>
      !/^create virtual/i.test(text) &&
      (type !== "table" || sql.rows(`SELECT 1 FROM "${name}" LIMIT 1`).length === 0),
  );
  if (isPlain)
    wholes.set(
      steps,
      made.map(({ sql: text }) => text),
    );
}
