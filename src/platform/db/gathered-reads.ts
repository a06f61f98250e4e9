/**
 * Combines concurrent reads into one round trip, and runs identical reads once. Use cases keep their own
 * queries; a caller that needs several uses `Promise.all`. Only plain reads of columns are combined,
 * because a batch returns rows by column name, which expressions may share. `settledReads` additionally
 * caches tables of settings for one piece of work, until it writes to them.
 */
import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";

/** Columns of one table, each named once. */
const PLAIN_READ = /^select "\w+"(?:, "\w+")* from /;
const READ = /^\s*select\b/i;
const TABLE = /\b(?:from|join|into|update)\s+"?(\w+)/gi;
/** Tables of settings and members: written rarely, read by everything. */
const SETTLED: ReadonlySet<string> = new Set([
  "settings",
  "agent_configs",
  "on_call_settings",
  "routing_settings",
  "users",
  "push_subscriptions",
  "connections",
  "contact_keys",
  "contacts",
  "contact_syncs",
]);
/** How long a piece of work caches them. */
const KEPT_MS = 5_000;
/** Maximum cached reads; beyond it, the cache is cleared. */
const MOST_KEPT = 200;
/** Reads issued within this many microtask turns share a round trip. */
const TURNS = 4;

interface Waiting {
  readonly statement: D1PreparedStatement;
  readonly rows: Promise<unknown[][]>;
  readonly resolve: (rows: unknown[][]) => void;
  readonly reject: (error: unknown) => void;
}

/** The cached rows of one piece of work. */
class Kept {
  readonly #now: () => number;
  readonly #reads = new Map<
    string,
    { readonly rows: Promise<unknown[][]>; readonly tables: Tables; readonly untilMs: number }
  >();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): Promise<unknown[][]> | undefined {
    const known = this.#reads.get(key);
    return known !== undefined && this.#now() < known.untilMs ? known.rows : undefined;
  }

  keep(key: string, sql: string, rows: Promise<unknown[][]>): void {
    const tables = tablesOf(sql);
    if (![...tables].every((table) => SETTLED.has(table))) return;
    if (this.#reads.size >= MOST_KEPT) this.#reads.clear();
    this.#reads.set(key, { rows, tables, untilMs: this.#now() + KEPT_MS });
    rows.catch(() => this.#reads.delete(key));
  }

  /** Drops the tables of a statement that writes. */
  wrote(sql: string): void {
    if (READ.test(sql)) return;
    const written = tablesOf(sql);
    for (const [key, { tables }] of this.#reads)
      if ([...tables].some((table) => written.has(table))) this.#reads.delete(key);
  }
}

type Tables = ReadonlySet<string>;

/** Cached by SQL text. */
const tablesBySql = new Map<string, Tables>();
const MOST_TEXTS = 2_000;

function tablesOf(sql: string): Tables {
  const known = tablesBySql.get(sql);
  if (known !== undefined) return known;
  const tables = new Set([...sql.matchAll(TABLE)].map(([, table = ""]) => table.toLowerCase()));
  tables.delete("json_each");
  if (tablesBySql.size >= MOST_TEXTS) tablesBySql.clear();
  tablesBySql.set(sql, tables);
  return tables;
}

class Gathering {
  readonly d1: D1Database;
  readonly #kept: Kept | null;
  readonly #waiting = new Map<string, Waiting>();

  constructor(d1: D1Database, kept: Kept | null) {
    this.d1 = d1;
    this.#kept = kept;
  }

  /** The rows of a plain read, from the next round trip. */
  ask(statement: D1PreparedStatement, sql: string, values: readonly unknown[]): Promise<unknown[][]> {
    const key = JSON.stringify([sql, ...values]);
    const known = this.#waiting.get(key)?.rows ?? this.#kept?.find(key);
    if (known !== undefined) return known;
    const { promise: rows, resolve, reject } = Promise.withResolvers<unknown[][]>();
    if (this.#waiting.size === 0) void this.#leave();
    this.#waiting.set(key, { statement, rows, resolve, reject });
    this.#kept?.keep(key, sql, rows);
    return rows;
  }

  /** Runs statements that may write. Their tables are not cached during or before it. */
  async send<Result>(statements: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const kept = this.#kept;
    if (kept === null) return work();
    for (const sql of statements) kept.wrote(sql);
    try {
      return await work();
    } finally {
      for (const sql of statements) kept.wrote(sql);
    }
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

  /** False if one failed, and the round trip with it. */
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
  readonly sql: string;
  readonly #values: readonly unknown[];
  /** The database's own statement. */
  readonly own: D1PreparedStatement;

  constructor(gathering: Gathering, sql: string, values: readonly unknown[]) {
    this.#gathering = gathering;
    this.sql = sql;
    this.#values = values;
    const prepared = gathering.d1.prepare(sql);
    this.own = values.length === 0 ? prepared : prepared.bind(...values);
  }

  bind(...values: readonly unknown[]): GatheredStatement {
    return new GatheredStatement(this.#gathering, this.sql, values);
  }

  raw<Row extends unknown[]>(): Promise<Row[]> {
    if (!PLAIN_READ.test(this.sql)) return this.#send(() => this.own.raw<Row>());
    return this.#gathering.ask(this.own, this.sql, this.#values) as Promise<Row[]>;
  }

  all<Row>(): Promise<D1Result<Row>> {
    return this.#send(() => this.own.all<Row>());
  }

  run<Row>(): Promise<D1Result<Row>> {
    return this.#send(() => this.own.run<Row>());
  }

  first<Row>(): Promise<Row | null> {
    return this.#send(() => this.own.first<Row>());
  }

  #send<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#gathering.send([this.sql], work);
  }
}

const gatherings = new WeakMap<D1Database, D1Database>();

export function gatheredReads(d1: D1Database): D1Database {
  const known = gatherings.get(d1);
  if (known !== undefined) return known;
  const view = viewOf(new Gathering(d1, null));
  gatherings.set(d1, view);
  return view;
}

/** The same with caching, for one piece of work. `now` in ms. */
export function settledReads(d1: D1Database, now: () => number): D1Database {
  const view = viewOf(new Gathering(d1, new Kept(now)));
  // It combines reads itself.
  gatherings.set(view, view);
  return view;
}

function viewOf(gathering: Gathering): D1Database {
  return {
    prepare: (sql: string) => new GatheredStatement(gathering, sql, []),
    batch: (statements: readonly GatheredStatement[]) =>
      gathering.send(
        statements.map(({ sql }) => sql),
        () => gathering.d1.batch(statements.map(({ own }) => own)),
      ),
  } as unknown as D1Database;
}
