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
