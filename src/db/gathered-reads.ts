/**
 * A database whose reads that are asked for at the same moment go to it in one trip, and the same read once. Use cases stay what they are, each with
 * its own query; whoever needs several of them at once asks with `Promise.all`. Only plain reads of columns are gathered: a batch answers rows by the
 * names of their columns, which expressions may share. Everything else goes as it is asked.
 */
import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";

/** Columns of one table, each named once. */
const PLAIN_READ = /^select "\w+"(?:, "\w+")* from /;
/** Queries that are asked for together reach the database within so many turns of the microtask queue of each other. */
const TURNS = 4;

interface Waiting {
  readonly statement: D1PreparedStatement;
  readonly rows: Promise<unknown[][]>;
  readonly resolve: (rows: unknown[][]) => void;
  readonly reject: (error: unknown) => void;
}

class Gathering {
  readonly d1: D1Database;
  readonly #waiting = new Map<string, Waiting>();

  constructor(d1: D1Database) {
    this.d1 = d1;
  }

  /** The rows of a plain read, from the next trip. */
  ask(statement: D1PreparedStatement, sql: string, values: readonly unknown[]): Promise<unknown[][]> {
    const key = JSON.stringify([sql, ...values]);
    const known = this.#waiting.get(key);
    if (known !== undefined) return known.rows;
    const { promise: rows, resolve, reject } = Promise.withResolvers<unknown[][]>();
    if (this.#waiting.size === 0) void this.#leave();
    this.#waiting.set(key, { statement, rows, resolve, reject });
    return rows;
  }

  async #leave(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
    const together = [...this.#waiting.values()];
    this.#waiting.clear();
    const [first] = together;
    if (together.length > 1 && (await this.#goTogether(together))) return;
    if (together.length === 1 && first !== undefined) return goAlone(first);
    await Promise.all(together.map(goAlone));
  }

  /** False where one of them failed, and with it the trip. */
  async #goTogether(together: readonly Waiting[]): Promise<boolean> {
    let answers: D1Result<Record<string, unknown>>[];
    try {
      answers = await this.d1.batch<Record<string, unknown>>(together.map(({ statement }) => statement));
    } catch {
      return false;
    }
    for (const [place, { resolve }] of together.entries())
      resolve((answers[place]?.results ?? []).map((row) => Object.values(row)));
    return true;
  }
}

async function goAlone({ statement, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await statement.raw<unknown[]>());
  } catch (error) {
    reject(error);
  }
}

class GatheredStatement {
  readonly #gathering: Gathering;
  readonly #sql: string;
  readonly #values: readonly unknown[];
  /** The statement as the database has it. */
  readonly own: D1PreparedStatement;

  constructor(gathering: Gathering, sql: string, values: readonly unknown[]) {
    this.#gathering = gathering;
    this.#sql = sql;
    this.#values = values;
    const prepared = gathering.d1.prepare(sql);
    this.own = values.length === 0 ? prepared : prepared.bind(...values);
  }

  bind(...values: readonly unknown[]): GatheredStatement {
    return new GatheredStatement(this.#gathering, this.#sql, values);
  }

  raw<Row extends unknown[]>(): Promise<Row[]> {
    if (!PLAIN_READ.test(this.#sql)) return this.own.raw<Row>();
    return this.#gathering.ask(this.own, this.#sql, this.#values) as Promise<Row[]>;
  }

  all<Row>(): Promise<D1Result<Row>> {
    return this.own.all<Row>();
  }

  run<Row>(): Promise<D1Result<Row>> {
    return this.own.run<Row>();
  }

  first<Row>(): Promise<Row | null> {
    return this.own.first<Row>();
  }
}

const gatherings = new WeakMap<D1Database, D1Database>();

/** Gathers the reads of a database. */
export function gatheredReads(d1: D1Database): D1Database {
  const known = gatherings.get(d1);
  if (known !== undefined) return known;
  const gathering = new Gathering(d1);
  const view = {
    prepare: (sql: string) => new GatheredStatement(gathering, sql, []),
    batch: (statements: readonly GatheredStatement[]) => d1.batch(statements.map(({ own }) => own)),
  } as unknown as D1Database;
  gatherings.set(d1, view);
  return view;
}
