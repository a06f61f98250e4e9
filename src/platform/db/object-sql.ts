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

/** Brings an object's tables up to date, all or nothing. `steps` are ordered and forward-only: a released one is never changed, only followed. Repeats do nothing. */
export function migrateObject(sql: ObjectSql, steps: readonly (readonly string[])[]): void {
  sql.transaction(() => {
    // Objects differ in the name of the first column, which is why no statement here names it.
    sql.rows(
      "CREATE TABLE IF NOT EXISTS schema_version (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL)",
    );
    const done = sql.rows<{ version: number }>("SELECT version FROM schema_version")[0]?.version ?? 0;
    for (const statements of steps.slice(done)) for (const statement of statements) sql.rows(statement);
    sql.rows("INSERT OR REPLACE INTO schema_version VALUES (1, ?)", Math.max(done, steps.length));
  });
}
