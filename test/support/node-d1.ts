/** D1 over Node's own SQLite, with the product's migrations: what of D1 drizzle uses, for tests that need no workerd. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

const MIGRATIONS = resolve(import.meta.dirname, "../../migrations");

class Statement {
  readonly #database: DatabaseSync;
  readonly #sql: string;
  readonly #params: readonly SQLInputValue[];

  constructor(database: DatabaseSync, sql: string, params: readonly SQLInputValue[] = []) {
    this.#database = database;
    this.#sql = sql;
    this.#params = params;
  }

  bind(...params: SQLInputValue[]): Statement {
    return new Statement(this.#database, this.#sql, params);
  }

  async all() {
    return this.now();
  }

  async run() {
    return this.now();
  }

  async raw(): Promise<unknown[]> {
    const statement = this.#database.prepare(this.#sql);
    statement.setReturnArrays(true);
    return statement.all(...this.#params) as unknown[];
  }

  now() {
    const results = this.#database.prepare(this.#sql).all(...this.#params);
    return { success: true, results: results.map((row) => ({ ...row })), meta: {} };
  }
}

/** An empty database with every table. */
export function nodeD1(): D1Database {
  const database = new DatabaseSync(":memory:");
  for (const name of readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .toSorted()) {
    const statements = readFileSync(join(MIGRATIONS, name), "utf8").split("--> statement-breakpoint");
    for (const statement of statements) database.exec(statement);
  }
  return {
    prepare: (sql: string) => new Statement(database, sql),
    async batch(statements: readonly Statement[]) {
      database.exec("BEGIN");
      try {
        const results = statements.map((statement) => statement.now());
        database.exec("COMMIT");
        return results;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
  } as unknown as D1Database;
}
