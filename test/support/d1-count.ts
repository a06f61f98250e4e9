/**
 * What statements read and write in D1, as the database itself says of each: its rows and those of its indexes. For tests inside workerd, where the whole product
 * shares an isolate and so the class that sends statements.
 */
import { testEnv } from "./worker.ts";

interface Result {
  readonly meta?: { readonly rows_read?: number; readonly rows_written?: number };
}

/** Sends statements; one result for each. */
type Send = (
  this: unknown,
  endpoint: string,
  sql: string | readonly string[],
  ...more: unknown[]
) => Promise<Result | readonly Result[]>;

/** Rows written, by what is done to which table. */
export class WriteCount {
  readonly rows = new Map<string, { statements: number; written: number }>();
  /** How often the database was asked, with one statement or a batch. */
  trips = 0;

  /** All rows written so far. */
  get total(): number {
    return [...this.rows.values()].reduce((sum, { written }) => sum + written, 0);
  }

  /** What wrote most, first. */
  lines(): string[] {
    return [...this.rows]
      .filter(([, { written }]) => written > 0)
      .toSorted(([, one], [, other]) => other.written - one.written)
      .map(([what, { statements, written }]) => `${written} by ${statements} × ${what}`);
  }

  add(sql: string, { meta }: Result): void {
    const [, verb = "?", table = "?"] =
      /^\s*(insert|update|delete|select)\b.*?(?:into|update|from)?\s*"(\w+)"/is.exec(sql) ?? [];
    const written = meta?.rows_written ?? 0;
    const key = `${verb} ${table}`;
    const line = this.rows.get(key) ?? { statements: 0, written: 0 };
    this.rows.set(key, { statements: line.statements + 1, written: line.written + written });
  }
}

/** Rows read, by statement. */
export class ReadCount {
  /** How often the database was asked, with one statement or a batch. */
  trips = 0;
  readonly #statements: { readonly sql: string; readonly read: number }[] = [];

  /** All rows read so far. */
  get total(): number {
    return this.#statements.reduce((sum, { read }) => sum + read, 0);
  }

  /** What read most, first. */
  lines(): string[] {
    return this.#statements
      .filter(({ read }) => read > 0)
      .toSorted((one, other) => other.read - one.read)
      .map(({ sql, read }) => `${read} by ${sql}`);
  }

  add(sql: string, { meta }: Result): void {
    this.#statements.push({ sql, read: meta?.rows_read ?? 0 });
  }
}

/** Counts what is written from now on, until it is disposed of. */
export function countWrites(): WriteCount & Disposable {
  return counting(new WriteCount());
}

/** Counts what is read from now on, until it is disposed of. */
export function countReads(): ReadCount & Disposable {
  return counting(new ReadCount());
}

function counting<Count extends { trips: number; add(sql: string, result: Result): void }>(
  count: Count,
): Count & Disposable {
  const { dbSession } = testEnv.DB.prepare("select 1") as unknown as { readonly dbSession: object };
  const sender = Object.getPrototypeOf(dbSession) as { _sendOrThrow: Send };
  const { _sendOrThrow: send } = sender;
  sender._sendOrThrow = async function (endpoint, sql, ...more) {
    count.trips += 1;
    const answer = await send.call(this, endpoint, sql, ...more);
    const results = Array.isArray(answer) ? (answer as readonly Result[]) : [answer as Result];
    for (const [place, result] of results.entries())
      count.add(typeof sql === "string" ? sql : (sql[place] ?? ""), result);
    return answer;
  };
  return Object.assign(count, {
    [Symbol.dispose]() {
      sender._sendOrThrow = send;
    },
  });
}
