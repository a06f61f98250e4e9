/**
 * In which database a team lives. Bindings named `DB`, `DB_2`, … are databases of the same tables: the first holds the directory (`tenant_homes`)
 * and what the clock notes of itself; everything else of a team stands together in one of them. With one binding nothing is looked up.
 */
import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import { systemClock, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import { systemDb, type SystemDb } from "./system-db.ts";
import { settledReads } from "./gathered-reads.ts";
import { dbFor, type TenantDb } from "./tenant-db.ts";

/** For how long an isolate believes what it last read of the directory. A move waits for longer before it relies on a change (src/platform/db/move.ts). */
export const HOME_KEPT_MS = 5_000;
/** Steps of a move in which the team's rows stay as they are. */
const STILL = new Set(["stopping", "copying", "switching", "opening"]);
/** What a page or a sender is told to wait for before it tries again. */
const RETRY_SECONDS = 30;

/** The databases of a deployment by the names of their bindings, the first one first. */
export type Databases = ReadonlyMap<string, D1Database>;

interface Home {
  readonly database: string;
  readonly isStill: boolean;
}

const found = new WeakMap<object, Databases>();

/** The databases among the bindings. One more is one more binding. */
export function databasesOf(env: { readonly DB: D1Database }): Databases {
  const known = found.get(env) ?? findDatabases(env);
  found.set(env, known);
  return known;
}

function findDatabases(env: { readonly DB: D1Database }): Databases {
  const others = Object.entries(env)
    .flatMap(([name, binding]) => {
      const [, place] = /^DB_([2-9]|[1-9]\d+)$/.exec(name) ?? [];
      return place === undefined ? [] : [{ name, place: Number(place), binding: binding as D1Database }];
    })
    .toSorted((a, b) => a.place - b.place);
  return new Map([["DB", env.DB], ...others.map(({ name, binding }) => [name, binding] as const)]);
}

const bindings = new WeakMap<object, object>();

/**
 * The same bindings for one piece of work: a request, a step of a run or of a Workflow, what the clock handed out. What people set, and who they are, it
 * asks once and believes for a few seconds, or until it changes it. Give it to all that does the work, and to nothing that outlives it.
 */
export function forOnePiece<Env extends { readonly DB: D1Database }>(env: Env): Env {
  if (bindings.has(env)) return env;
  const views = new Map(
    [...databasesOf(env)].map(([name, d1]) => [name, settledReads(d1, () => systemClock.now())] as const),
  );
  const piece = Object.create(env, { DB: { value: views.get("DB"), enumerable: true } }) as Env;
  bindings.set(piece, env);
  found.set(piece, views);
  directories.set(piece.DB, homesOf(env.DB));
  return piece;
}

/** The bindings of the deployment, where these are those of a piece of work. */
export function ofDeployment<Env extends object>(env: Env): Env {
  return (bindings.get(env) as Env | undefined) ?? env;
}

/** The team's view of the database it lives in. Cheap: the directory is asked once a statement needs it. */
export function tenantDb(
  env: { readonly DB: D1Database; readonly MASTER_KEYS: string },
  tenantId: string,
): TenantDb {
  const databases = databasesOf(env);
  if (databases.size === 1) return dbFor(env.DB, tenantId, env.MASTER_KEYS);
  return dbFor(routed(databases, homesOf(env.DB), tenantId), tenantId, env.MASTER_KEYS);
}

/** The questions that are asked before a team is known, of all databases. */
export function deploymentDb(env: { readonly DB: D1Database }): SystemDb {
  const [first = env.DB, ...others] = databasesOf(env).values();
  return systemDb(first, others);
}

/** The directory behind an isolate's memory. */
export interface Homes {
  find(tenantId: string): Promise<Home>;
}

/** Reads the directory of this database. */
export function directory(d1: D1Database, clock: Clock): Homes {
  const memory = new ShortMemory<Home>({ keptMs: HOME_KEPT_MS, most: 10_000, now: () => clock.now() });
  const ask = async (tenantId: string): Promise<Home> => {
    const row = await d1
      .prepare("select database, step from tenant_homes where tenant_id = ?")
      .bind(tenantId)
      .first<{ database: string; step: string | null }>();
    return { database: row?.database ?? "DB", isStill: row !== null && STILL.has(row.step ?? "") };
  };
  return { find: (tenantId) => memory.get(tenantId, () => ask(tenantId)) };
}

const directories = new WeakMap<D1Database, Homes>();

function homesOf(d1: D1Database): Homes {
  const known = directories.get(d1) ?? directory(d1, systemClock);
  directories.set(d1, known);
  return known;
}

/** A database that is the one the team lives in, looked up for each statement. While the team moves it can be read alone. */
export function routed(databases: Databases, homes: Homes, tenantId: string): D1Database {
  const open = async (statements: readonly string[]): Promise<D1Database> => {
    const { database, isStill } = await homes.find(tenantId);
    if (isStill && statements.some(changes))
      throw new AppError(
        "unavailable",
        "Your team’s records are being moved, so nothing can be changed for a moment. Nothing is lost. Try again in half a minute.",
        { details: { retryAfterSeconds: RETRY_SECONDS } },
      );
    const home = databases.get(database);
    if (home === undefined) throw new Error(`${database} has no binding`);
    return home;
  };
  const view = {
    prepare: (sql: string) => new RoutedStatement(open, sql, []),
    async batch(statements: readonly RoutedStatement[]): Promise<D1Result[]> {
      const d1 = await open(statements.map(({ sql }) => sql));
      return d1.batch(statements.map((statement) => statement.on(d1)));
    },
  };
  return view as unknown as D1Database;
}

/** Leases of work are of the moment and move nowhere: work may be taken, and finds then that it can change nothing. */
function changes(sql: string): boolean {
  return !/^\s*select\b/i.test(sql) && !/^(?:insert into|update|delete from) "work_leases"/i.test(sql);
}

class RoutedStatement {
  readonly #open: (statements: readonly string[]) => Promise<D1Database>;
  readonly sql: string;
  readonly #values: readonly unknown[];

  constructor(
    open: (statements: readonly string[]) => Promise<D1Database>,
    sql: string,
    values: readonly unknown[],
  ) {
    this.#open = open;
    this.sql = sql;
    this.#values = values;
  }

  bind(...values: readonly unknown[]): RoutedStatement {
    return new RoutedStatement(this.#open, this.sql, values);
  }

  on(d1: D1Database): D1PreparedStatement {
    return d1.prepare(this.sql).bind(...this.#values);
  }

  async all<Row>(): Promise<D1Result<Row>> {
    return (await this.#here()).all<Row>();
  }

  async run<Row>(): Promise<D1Result<Row>> {
    return (await this.#here()).run<Row>();
  }

  async raw<Row extends unknown[]>(): Promise<Row[]> {
    return (await this.#here()).raw<Row>();
  }

  async first<Row>(): Promise<Row | null> {
    return (await this.#here()).first<Row>();
  }

  async #here(): Promise<D1PreparedStatement> {
    return this.on(await this.#open([this.sql]));
  }
}
