/**
 * Kinds of background work. Each feature defines its own in its `work.ts` and declares them with what is done for them; the clock finds the teams that
 * have some, hands it out and bounds it.
 */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { isoTime } from "../../kernel/clock.ts";
import type { TenantContext } from "../context.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { QueueName, Task, WorkResult } from "./types.ts";

/** Where a kind's due work is found by an index: rows of `table` that `where` holds for, by the tenant in `tenant`. */
export interface DueWork {
  readonly table: SQLiteTable;
  readonly tenant: SQLiteColumn;
  readonly where: (nowMs: number) => SQL;
  /** Since when a due row waits, first in an index of such rows; null where rows do not say. */
  readonly since: SQLiteColumn | null;
  /** When a row was changed last, for rows that are due at once and by no time of their own: those wait since then. */
  readonly changed?: SQLiteColumn;
  /** The table is the deployment's directory, in the first database alone. */
  readonly ofDirectory?: boolean;
}

export interface WorkKind {
  /** For the page where people see when it was last handed out; empty for work that only follows other work. */
  readonly title: string;
  readonly queue: QueueName;
  /** How long a piece of it works before it gives way; it is given up `GRACE_MS` later. */
  readonly budgetMs: number;
  /** Null for work that is handed out by whoever makes it alone. */
  readonly due: DueWork | null;
}

/** Between the end of a budget and being given up. */
export const GRACE_MS = 3_000;
/** Younger texts and e-mails are still with the message that was sent for them. */
const DISPATCH_MS = 8_000;

/** Rows whose time in `column` has come. */
export const dueAt =
  (column: SQLiteColumn) =>
  (nowMs: number): SQL =>
    sql`${column} <= ${isoTime(nowMs)}`;

/** Rows that were accepted and not dispatched; the words of the condition are those of the partial indexes. */
export const waiting =
  (state: SQLiteColumn, receivedAt: SQLiteColumn) =>
  (nowMs: number): SQL =>
    sql`${state} = 'received' and ${receivedAt} <= ${isoTime(nowMs - DISPATCH_MS)}`;

/** Does a kind's work for one team. As `Work`. */
export type DoWork = (ctx: TenantContext, task: Task) => Promise<WorkResult>;

/** A kind and what is done for it. */
interface DeclaredWork extends WorkKind {
  readonly run: DoWork;
  /** In the place of `run` where it came by the queue of what cannot wait. */
  readonly runUrgent: DoWork;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Its background work by the names of its kinds. */
    readonly work?: Readonly<Record<string, DeclaredWork>>;
  }
}

/** What each kind's work is; a pair where urgent work is done differently. */
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

/** Names of all kinds, as keys; each feature's `work.ts` adds its own. */
export interface WorkNames {}

/** The name of a kind. Persisted. Any name for programs that read no feature, such as tests in a browser. */
export type WorkName = keyof WorkNames extends never ? string : keyof WorkNames;

/** Every kind by its name, in the order of the page about them. */
export const workKinds = fromFeatures(
  (features) =>
    new Map(features.flatMap(({ work = {} }) => Object.entries(work))) as unknown as ReadonlyMap<
      WorkName,
      DeclaredWork
    >,
);

/** The queue that carries a kind. */
export function queueOf(name: WorkName): QueueName {
  const kind = workKinds().get(name);
  if (kind === undefined) throw new TypeError(`there is no work ${String(name)}`);
  return kind.queue;
}

/** A kind by a name that came with a message; null for one this release does not know. */
export function findKind(name: string): DeclaredWork | null {
  return (workKinds() as ReadonlyMap<string, DeclaredWork>).get(name) ?? null;
}
