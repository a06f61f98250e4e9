/**
 * What the product asks of its databases, counted by the databases themselves: each statement of D1 with the trip it was part of and the rows it read
 * and wrote, and each statement of an object's SQLite. For tests inside workerd, where the whole product shares an isolate, and so the classes that
 * send statements.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { runInDurableObject } from "cloudflare:test";
import { testEnv } from "./worker.ts";

interface Meta {
  readonly rows_read?: number;
  readonly rows_written?: number;
}

interface Result {
  readonly meta?: Meta;
}

/** Sends statements to D1; one result for each. */
type Send = (
  this: unknown,
  endpoint: string,
  sql: string | readonly string[],
  params: readonly unknown[] | readonly (readonly unknown[])[],
  ...more: unknown[]
) => Promise<Result | readonly Result[]>;

/** A statement as it was asked. */
export interface Asked {
  readonly where: "d1" | "object";
  readonly sql: string;
  readonly params: string;
  /** The stretch of work that asked: a request, a message of a queue, a run, a call of an object. */
  readonly by: string;
  /** The functions that asked, the innermost first, where no stretch is known. */
  readonly from: string;
  /** D1: the number of the trip. An object: its own number. */
  readonly group: number;
  rowsRead: number;
  rowsWritten: number;
}

const stretches = new AsyncLocalStorage<string>();
let stretch = 0;

/** Does a stretch of work, whose statements are told apart from those of others. */
export function asStretch<Result>(name: string, work: () => Result): Result {
  return stretches.run(`${name}#${++stretch}`, work);
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Makes each call of these methods a stretch of its own. Disposing undoes it. */
export function stretchesOf(name: string, owner: object, methods: readonly string[]): Disposable {
  const methodsOf = owner as Record<string, Method>;
  const before = methods.map((method) => [method, methodsOf[method]] as const);
  for (const [method, own] of before)
    methodsOf[method] = function (...given) {
      return asStretch(`${name}.${method}`, () => own?.apply(this, given));
    };
  return {
    [Symbol.dispose]() {
      for (const [method, own] of before) if (own !== undefined) methodsOf[method] = own;
    },
  };
}

/** Statements counted until it is disposed of. */
export class CostCount {
  readonly asked: Asked[] = [];
}

function callers(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  const own = stack.split("\n").filter((line) => !/node_modules|cost-count|platform\/db\//.test(line));
  return own
    .slice(1, 13)
    .map((line) => /at (?:async )?(\S+)/.exec(line)?.[1] ?? "?")
    .join(" < ");
}

/** Counts from now on, until it is disposed of. */
export async function countCosts(): Promise<CostCount & Disposable> {
  const count = new CostCount();
  const { dbSession } = testEnv.DB.prepare("select 1") as unknown as { readonly dbSession: object };
  const sender = Object.getPrototypeOf(dbSession) as { _sendOrThrow: Send };
  const { _sendOrThrow: send } = sender;
  let trips = 0;
  sender._sendOrThrow = async function (endpoint, sql, params, ...more) {
    const group = ++trips;
    const by = stretches.getStore() ?? "-";
    const from = by === "-" ? callers() : "";
    const answer = await send.call(this, endpoint, sql, params, ...more);
    const many = typeof sql !== "string";
    const results = Array.isArray(answer) ? (answer as readonly Result[]) : [answer as Result];
    for (const [place, text] of (many ? sql : [sql]).entries()) {
      const meta = results[place]?.meta;
      count.asked.push({
        where: "d1",
        sql: text,
        params: JSON.stringify(many ? params[place] : params),
        by,
        from,
        group,
        rowsRead: meta?.rows_read ?? 0,
        rowsWritten: meta?.rows_written ?? 0,
      });
    }
    return answer;
  };
  const restoreObjects = await countObjects(count);
  return Object.assign(count, {
    [Symbol.dispose]() {
      sender._sendOrThrow = send;
      restoreObjects();
    },
  });
}

interface Cursor {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  toArray(): unknown[];
}

async function countObjects(count: CostCount): Promise<() => void> {
  const stub = (testEnv.TENANTS as unknown as DurableObjectNamespace).getByName("counter");
  const prototype = await runInDurableObject(
    stub,
    (_, state) =>
      Object.getPrototypeOf(state.storage.sql) as { exec: (sql: string, ...bindings: unknown[]) => Cursor },
  );
  const { exec } = prototype;
  const objects = new Map<unknown, number>();
  prototype.exec = function (this: unknown, sql, ...bindings) {
    const group = objects.get(this) ?? objects.size + 1;
    objects.set(this, group);
    const cursor = exec.call(this, sql, ...bindings);
    const asked: Asked = {
      where: "object",
      sql,
      params: JSON.stringify(bindings),
      by: stretches.getStore() ?? "-",
      from: "",
      group,
      rowsRead: 0,
      rowsWritten: 0,
    };
    count.asked.push(asked);
    const { toArray } = cursor;
    Object.defineProperty(cursor, "toArray", {
      value() {
        const rows = toArray.call(cursor);
        asked.rowsRead = cursor.rowsRead;
        asked.rowsWritten = cursor.rowsWritten;
        return rows;
      },
    });
    return cursor;
  };
  return () => {
    prototype.exec = exec;
  };
}

/** What one thing cost. */
export interface Cost {
  readonly statements: number;
  readonly trips: number;
  /** Reads of D1 that a stretch of work asked again with the same values, though it had not written to that table meanwhile. */
  readonly askedTwice: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly objectStatements: number;
  readonly objectRowsWritten: number;
  /** Statements of the object that asked most. */
  readonly largestObject: number;
}

/** Adds up what was asked, and which reads were asked twice. */
export function costOf(asked: readonly Asked[]): { readonly cost: Cost; readonly twice: readonly string[] } {
  const d1 = asked.filter(({ where }) => where === "d1");
  const objects = asked.filter(({ where }) => where === "object");
  const sum = (of: readonly Asked[], key: "rowsRead" | "rowsWritten"): number =>
    of.reduce((total, one) => total + one[key], 0);
  const twice = askedTwice(d1);
  const cost = {
    statements: d1.length,
    trips: new Set(d1.map(({ group }) => group)).size,
    askedTwice: twice.length,
    rowsRead: sum(d1, "rowsRead"),
    rowsWritten: sum(d1, "rowsWritten"),
    objectStatements: objects.length,
    objectRowsWritten: sum(objects, "rowsWritten"),
    largestObject: Math.max(
      0,
      ...[...Map.groupBy(objects, ({ group }) => group).values()].map(({ length }) => length),
    ),
  };
  return { cost, twice };
}

function askedTwice(d1: readonly Asked[]): string[] {
  const twice: string[] = [];
  for (const own of Map.groupBy(d1, ({ by }) => by).values()) {
    const known = new Map<string, string>();
    for (const { sql, params, from } of own) {
      if (/^\s*select\b/i.test(sql)) {
        const key = `${sql} ${params}`;
        if (known.has(key))
          twice.push(
            `${sql.replace(/^select .*? from /is, "select … from ")} :: ${params}${from === "" ? "" : `, from ${from}`}`,
          );
        known.set(key, sql);
        continue;
      }
      const [, written = ""] = /\b(?:into|update|from)\s+"?(\w+)/i.exec(sql) ?? [];
      for (const [key, read] of known) if (read.includes(`"${written}"`)) known.delete(key);
    }
  }
  return twice;
}
