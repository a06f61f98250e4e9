/**
 * Kinds of background work. Features declare theirs in `work.ts` together with the code that does it; the
 * clock finds the teams with due work, dispatches it and limits its time.
 */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { isoTime } from "../../kernel/clock.ts";
import type { TenantContext } from "../context.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { QueueName, Task, WorkResult } from "./types.ts";

/** The query for due work: rows of `table` that match `where`, with their tenant in `tenant`. */
export interface DueWork {
  readonly table: SQLiteTable;
  readonly tenant: SQLiteColumn;
  readonly where: (nowMs: number) => SQL;
  /** When a row became due, the first column of an index; null if rows have no such time. */
  readonly since: SQLiteColumn | null;
  /** When a row last changed, for rows that are due immediately. */
  readonly changed?: SQLiteColumn;
  /** Whether only the first database has the table. */
  readonly ofDirectory?: boolean;
}

export interface WorkKind {
  /** For the page that lists when each kind was dispatched; empty for work that only follows other work. */
  readonly title: string;
  readonly queue: QueueName;
  /** Time budget of a piece; it is aborted `GRACE_MS` after it. */
  readonly budgetMs: number;
  /** Null for work that is dispatched only by its creator. */
  readonly due: DueWork | null;
}

/** Time between the end of a budget and the abort. */
export const GRACE_MS = 3_000;
/** Newer texts and e-mails are still being processed by their own message. */
const DISPATCH_MS = 8_000;

/** Rows whose time in `column` has come. */
export const dueAt =
  (column: SQLiteColumn) =>
  (nowMs: number): SQL =>
    sql`${column} <= ${isoTime(nowMs)}`;

/** Rows that were accepted and not dispatched. The condition must match the partial indexes exactly. */
export const waiting =
  (state: SQLiteColumn, receivedAt: SQLiteColumn) =>
  (nowMs: number): SQL =>
    sql`${state} = 'received' and ${receivedAt} <= ${isoTime(nowMs - DISPATCH_MS)}`;

/** Does a kind's work for one team; see `Work`. */
export type DoWork = (ctx: TenantContext, task: Task) => Promise<WorkResult>;

/** A kind with its code. */
interface DeclaredWork extends WorkKind {
  readonly run: DoWork;
  /** Used instead of `run` for work from the urgent queue. */
  readonly runUrgent: DoWork;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** The feature's background work by kind. */
    readonly work?: Readonly<Record<string, DeclaredWork>>;
  }
}

/** A pair if urgent work is done differently. */
export function defineWork<Name extends string>(
  kinds: Readonly<Record<Name, WorkKind>>,
  runs: Readonly<Record<Name, DoWork | readonly [run: DoWork, runUrgent: DoWork]>>,
): Readonly<Record<Name, DeclaredWork>> {
  const declared = Object.entries<WorkKind>(kinds).map(([name, kind]) => {
    const given = runs[name as Name];
    const [run, runUrgent] = typeof given === "function" ? [given, given] : given;
    return [name, { ...kind, run, runUrgent }];
  });
  return Object.fromEntries(declared) as Record<Name, DeclaredWork>;
}

/** Names of all kinds, as keys; extended by each feature's `work.ts`. */
export interface WorkNames {}

/** Persisted. Any string in programs without features, such as browser tests. */
export type WorkName = keyof WorkNames extends never ? string : keyof WorkNames;

/** In the order of the operators' page. */
export const workKinds = fromFeatures(
  (features) =>
    new Map(features.flatMap(({ work = {} }) => Object.entries(work))) as unknown as ReadonlyMap<
      WorkName,
      DeclaredWork
    >,
);

export function queueOf(name: WorkName): QueueName {
  const kind = workKinds().get(name);
  if (kind === undefined) throw new TypeError(`there is no work ${String(name)}`);
  return kind.queue;
}

/** A kind by the name in a message; null if this release doesn't have it. */
export function findKind(name: string): DeclaredWork | null {
  return (workKinds() as ReadonlyMap<string, DeclaredWork>).get(name) ?? null;
}
