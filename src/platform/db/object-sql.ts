/** The little of SQLite a Durable Object's tables need: its own storage in production, `node:sqlite` in unit tests. */
import type { DurableObjectStorage } from "@cloudflare/workers-types";

/** A value SQLite stores. */
export type SqlValue = string | number | null;

/** Synchronous SQL over one database. */
export interface ObjectSql {
  /** Runs one statement and returns its rows. */
  rows<Row = Record<string, SqlValue>>(statement: string, ...bindings: readonly SqlValue[]): Row[];
  /** All or nothing; may be nested. */
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

/** What makes the tables of a new object as all steps leave them, by the steps; learned from the isolate's first new object. */
const wholes = new WeakMap<readonly (readonly string[])[], readonly string[]>();

/**
 * Brings an object's tables up to date, all or nothing. `steps` are ordered and forward-only: a released one is never changed, only followed. Repeats do
 * nothing.
 */
export function migrateObject(sql: ObjectSql, steps: readonly (readonly string[])[]): void {
  const version = versionOf(sql);
  if (version >= steps.length) return;
  sql.transaction(() => {
    // Objects differ in the name of the first column, which is why no statement here names it.
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

/** How many steps an object has taken. */
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

/** Altering tables takes most of the time of all steps, and their result is known after them. Rows and tables of modules are made by the steps alone. */
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
