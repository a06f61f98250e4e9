/**
 * Consumers read a tenant's events in order, a page at a time, each behind a cursor of its own: at least once, so what they do may be repeated. One
 * that fails stays where it is and stops no other.
 */
import { asc, eq, lt, sql } from "drizzle-orm";
import type { WorkResult } from "../clock/index.ts";
import { eventCursors, events, type TenantDb } from "../db/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import type { EventRow } from "./event.ts";

const PAGE = 100;

/** Somebody who acts on events. */
export interface Consumer {
  /** Persisted with its cursor. */
  readonly name: string;
  /** Beginnings of the types it takes, such as `texts.`. */
  readonly takes: readonly string[];
  /** Acts on some events, oldest first. Throws where it could not: they come again. */
  readonly take: (events: readonly EventRow[]) => Promise<void>;
}

/** What consuming is given; one tenant's. */
export interface ConsumeDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Lets every consumer read on until all have read everything, or until a time. Throws, after all others, what one of them threw. */
export async function consumeEvents(
  deps: ConsumeDeps,
  consumers: readonly Consumer[],
  untilMs: number,
): Promise<WorkResult> {
  const failures: unknown[] = [];
  let more = false;
  const reached: number[] = [];
  for (const consumer of consumers) {
    try {
      const end = await readOn(deps, consumer, untilMs);
      reached.push(end.seq);
      more ||= end.more;
    } catch (error) {
      deps.logger.warn("events.not_consumed", { tenantId: deps.db.tenantId, hook: consumer.name, error });
      reached.push(await seqOf(deps.db, consumer.name));
      failures.push(error);
    }
  }
  await close(deps.db, Math.min(...reached));
  if (failures.length > 0) throw new Error("an event could not be consumed", { cause: failures[0] });
  return more ? "more" : "done";
}

async function readOn(
  { db, clock }: ConsumeDeps,
  { name, takes, take }: Consumer,
  untilMs: number,
): Promise<{ readonly seq: number; readonly more: boolean }> {
  for (;;) {
    const seq = await seqOf(db, name);
    if (clock.now() >= untilMs) return { seq, more: true };
    const page = await db
      .rows(events, sql`${events.seq} > ${seq}`)
      .orderBy(asc(events.seq))
      .limit(PAGE);
    const last = page.at(-1);
    if (last === undefined) return { seq, more: false };
    const mine = page.filter(({ type }) => takes.some((beginning) => type.startsWith(beginning)));
    if (mine.length > 0) await take(mine);
    await moveCursor(db, name, { from: seq, to: last.seq, now: isoTime(clock.now()) });
  }
}

async function seqOf(db: TenantDb, consumer: string): Promise<number> {
  return (await db.find(eventCursors, eq(eventCursors.consumer, consumer)))?.seq ?? 0;
}

/** Two that read at once take the same page, and move on once. */
async function moveCursor(
  db: TenantDb,
  consumer: string,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: string },
): Promise<void> {
  await db.insert(eventCursors, { consumer, seq: to, updatedAt: now }).onConflictDoUpdate({
    target: [eventCursors.tenantId, eventCursors.consumer],
    set: { seq: to, updatedAt: now } as never,
    setWhere: sql`${eventCursors.seq} = ${from}`,
  });
}

/** Everybody has seen the events up to there. */
async function close(db: TenantDb, seq: number): Promise<void> {
  await db.update(events, { open: false }, sql`open = 1 and ${events.seq} <= ${seq}`);
}

/** Statement that forgets old events everybody has seen, so many at once. */
export function forgetEvents(db: TenantDb, beforeIso: string, limit: number) {
  const old = sql`${lt(events.at, beforeIso)} and open = 0`;
  return db.remove(
    events,
    sql`seq in (select seq from ${events} where ${events.tenantId} = ${db.tenantId} and ${old} limit ${limit})`,
  );
}
