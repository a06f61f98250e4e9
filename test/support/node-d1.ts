/**
 * D1 in this process, on Node's SQLite: for tests of what needs records and none of the Worker's other bindings. The statements, the tables and
 * D1's limits are the real ones; `test/contracts/d1.ts` runs on this and on D1 in workerd, and proves that they agree.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { TENANTS } from "../../sandbox/world/company.ts";
import { seedStatements } from "../../scripts/seed-statements.ts";
import { refuseScans } from "./no-scans.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");

/** What workerd allows a database (developers.cloudflare.com/d1/platform/limits, and `setupSecurity` in workerd's `util/sqlite.c++`, 2026-11). */
const LIMITS = {
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  functionArg: 32,
  attach: 0,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
} as const;

/** An empty database with its tables. */
export function nodeD1(): D1Database {
  return open(migrated());
}

/** A database without tables. */
export function bareD1(): D1Database {
  return new NodeD1(new DatabaseSync(":memory:", { limits: LIMITS })) as unknown as D1Database;
}

/** A database with its tables and the demo's two companies, whose connections hold no credentials. */
export async function demoD1(): Promise<D1Database> {
  return open(await (seeded ??= seed()));
}

/** The records of the test that runs: those of the demo's companies, reset by `freshRecords`. */
export let records: D1Database;

/** Resets the records: to be called before each test that uses them. */
export async function freshRecords(): Promise<void> {
  records = await demoD1();
}

let image: Uint8Array | null = null;
let seeded: Promise<Uint8Array> | null = null;

/** A database file after all migrations, made once. */
function migrated(): Uint8Array {
  if (image !== null) return image;
  const db = new DatabaseSync(":memory:");
  for (const name of readdirSync(MIGRATIONS).toSorted())
    if (name.endsWith(".sql")) db.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
  image = db.serialize();
  db.close();
  return image;
}

async function seed(): Promise<Uint8Array> {
  const db = new DatabaseSync(":memory:");
  db.deserialize(migrated());
  for (const { sql, params } of await seedStatements(
    TENANTS.map(({ id, name, domain, timeZone, people, quo }) => ({
      id,
      name,
      domain,
      timeZone,
      people,
      quo,
    })),
    () => Promise.resolve("sealed"),
    Date.now(),
  ))
    db.prepare(sql).run(...params);
  const bytes = db.serialize();
  db.close();
  return bytes;
}

function open(bytes: Uint8Array): D1Database {
  const db = new DatabaseSync(":memory:", { limits: LIMITS });
  db.deserialize(bytes);
  return new NodeD1(db) as unknown as D1Database;
}

type Row = Record<string, unknown>;

/** D1's answer to a statement, as far as anything here reads it. */
interface Answer {
  readonly success: true;
  readonly results: Row[];
  readonly meta: { readonly changes: number; readonly last_row_id: number };
}

class NodeD1 {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  prepare(sql: string): NodeStatement {
    return new NodeStatement(this, sql, []);
  }

  /** One transaction: all of it or nothing. */
  batch(statements: readonly NodeStatement[]): Promise<Answer[]> {
    return this.turn(() => {
      this.#db.exec("begin immediate");
      try {
        const answers = statements.map(({ sql, values }) => answerOf(this.run(sql, values)));
        this.#db.exec("commit");
        return answers;
      } catch (error) {
        this.#db.exec("rollback");
        throw error;
      }
    });
  }

  /** Does something as a call over the network would: not at once, and calls of others come before or after it as chance has it. */
  async turn<Result>(work: () => Result): Promise<Result> {
    for (let turns = Math.ceil(Math.random() * 3); turns > 0; turns--) await nextTurn();
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new Error(`D1_ERROR: ${error.message}`, { cause: error });
    }
  }

  run(sql: string, values: readonly SQLInputValue[]): Raw {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      refuseScans(this.#db, sql);
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#prepared.set(sql, statement);
    }
    const columns = statement.columns().map(({ name }) => name);
    if (columns.length > 0)
      return { columns, rows: statement.all(...values) as unknown as unknown[][], changes: 0, lastId: 0 };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { columns, rows: [], changes: Number(changes), lastId: Number(lastInsertRowid) };
  }
}

interface Raw {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  readonly lastId: number;
}

function answerOf({ columns, rows, changes, lastId }: Raw): Answer {
  const results = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
  return { success: true, results, meta: { changes, last_row_id: lastId } };
}

class NodeStatement {
  readonly #d1: NodeD1;
  readonly sql: string;
  readonly values: readonly SQLInputValue[];

  constructor(d1: NodeD1, sql: string, values: readonly SQLInputValue[]) {
    this.#d1 = d1;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: readonly unknown[]): NodeStatement {
    return new NodeStatement(this.#d1, this.sql, values.map(valueOf));
  }

  all(): Promise<Answer> {
    return this.#d1.turn(() => answerOf(this.#d1.run(this.sql, this.values)));
  }

  run(): Promise<Answer> {
    return this.all();
  }

  raw(): Promise<readonly (readonly unknown[])[]> {
    return this.#d1.turn(() => this.#d1.run(this.sql, this.values).rows);
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all()).results;
    if (row === undefined) return null;
    return column === undefined ? row : row[column];
  }
}

/** A value as D1 takes it. Throws for what it takes not. */
function valueOf(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported`);
}
