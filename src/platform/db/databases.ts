/**
 * Finds the database of a team. Bindings named `DB`, `DB_2`, … are databases with the same tables. The
 * first contains the directory (`tenant_homes`) and the clock's own records; all other rows of a team are
 * in one database. With one binding, nothing is looked up.
 */
import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import { systemClock, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import { systemDb, type SystemDb } from "./system-db.ts";
import { settledReads } from "./gathered-reads.ts";
import { dbFor, type TenantDb } from "./tenant-db.ts";

/**
 * How long an isolate caches the directory. A move waits longer before it relies on a change
 * (src/platform/db/move.ts).
 */
export const HOME_KEPT_MS = 5_000;
/** Steps of a move during which the team's rows must not change. */
const STILL = new Set(["stopping", "copying", "switching", "opening"]);
/** Retry time for pages and senders. */
const RETRY_SECONDS = 30;

/** By binding name, the first one first. */
export type Databases = ReadonlyMap<string, D1Database>;

interface Home {
  readonly database: string;
  readonly isStill: boolean;
}

const found = new WeakMap<object, Databases>();

/** Finds all database bindings. */
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
 * The same bindings for one piece of work: a request, a step of a run or Workflow, or dispatched work.
 * Caches settings and members for a few seconds, or until they change. Pass it to everything that does the
 * work, and to nothing that outlives it.
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

/** The deployment's bindings behind those of a piece of work. */
export function ofDeployment<Env extends object>(env: Env): Env {
  return (bindings.get(env) as Env | undefined) ?? env;
}

/** The team's database. No I/O until a statement needs the directory. */
export function tenantDb(
  env: { readonly DB: D1Database; readonly MASTER_KEYS: string },
  tenantId: string,
): TenantDb {
  const databases = databasesOf(env);
  if (databases.size === 1) return dbFor(env.DB, tenantId, env.MASTER_KEYS);
  return dbFor(routed(databases, homesOf(env.DB), tenantId), tenantId, env.MASTER_KEYS);
}

/** Queries across the teams of all databases. */
export function deploymentDb(env: { readonly DB: D1Database }): SystemDb {
  const [first = env.DB, ...others] = databasesOf(env).values();
  return systemDb(first, others);
}

/** The directory, with the isolate's cache. */
export interface Homes {
  find(tenantId: string): Promise<Home>;
}

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

/** A database that routes each statement to the team's current one. Read-only while the team moves. */
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

/** Leases of work are temporary and not moved, so they can still be taken; their work then can't change anything. */
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
