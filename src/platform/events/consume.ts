/**
 * Lets consumers read a tenant's open events in order, page by page, at least once, so their actions must
 * be idempotent. An event is closed once all have read it. A failing consumer keeps its position and
 * doesn't stop others, whose positions are stored in cursors. A new consumer starts with the open events.
 */
import { asc, sql } from "drizzle-orm";
import type { WorkResult } from "../work/index.ts";
import { eventCursors, events, type TenantDb } from "../db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { TenantContext } from "../context.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { EventRow } from "./event.ts";

const PAGE = 100;
/** Pages cached for the other consumers; most start at the same position. */
const KEPT_PAGES = 5;

export interface Consumer {
  /** Persisted with its cursor. */
  readonly name: string;
  /** Prefixes of the event types it reads, such as `texts.`. */
  readonly takes: readonly string[];
  /** Names of consumers that must read first, or `others` for all; the rest read in parallel. */
  readonly after?: readonly string[] | "others";
  /** Processes events, oldest first. After an error, they are delivered again. */
  readonly take: (events: readonly EventRow[]) => Promise<void>;
}

/** Dependencies, for one tenant. */
export interface ConsumeDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A page of open events after a position. */
type ReadPage = (seq: number) => Promise<readonly EventRow[]>;

/** Reads each page once for all consumers. */
function pagesOf(db: TenantDb): ReadPage {
  const kept = new Map<number, Promise<readonly EventRow[]>>();
  return (seq) => {
    const known = kept.get(seq);
    if (known !== undefined) return known;
    const page = Promise.resolve(
      db
        .rows(events, sql`open = 1 and ${events.seq} > ${seq}`)
        .orderBy(asc(events.seq))
        .limit(PAGE),
    );
    for (const oldest of kept.keys()) if (kept.size >= KEPT_PAGES) kept.delete(oldest);
    kept.set(seq, page);
    return page;
  };
}

/** A consumer's start and current position. */
interface Reading {
  readonly consumer: string;
  readonly from: number;
  readonly to: number;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** The feature's consumers. */
    readonly consumers?: (ctx: TenantContext) => readonly Consumer[];
  }
}

const declaredConsumers = fromFeatures((features) => features.flatMap(({ consumers = [] }) => consumers));

/** Runs all declared consumers; see `consumeEvents`. */
export function consume(ctx: TenantContext, untilMs: number): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, logger: ctx.log };
  const consumers = declaredConsumers().flatMap((consumersOf) => consumersOf(ctx));
  return consumeEvents(deps, consumers, untilMs);
}

/** Runs consumers until everything is read or the time is up. An error of one is thrown after all others are done. */
export async function consumeEvents(
  deps: ConsumeDeps,
  consumers: readonly Consumer[],
  untilMs: number,
): Promise<WorkResult> {
  for (;;) {
    const { more, came } = await readRound(deps, consumers, untilMs);
    // A consumer may have caused events for earlier consumers or for itself.
    if (!came || deps.clock.now() >= untilMs) return more || came ? "more" : "done";
  }
}

/** Runs every consumer in parallel, so that their queries share round trips. */
async function readRound(
  deps: ConsumeDeps,
  consumers: readonly Consumer[],
  untilMs: number,
): Promise<{ readonly more: boolean; readonly came: boolean }> {
  const pageAfter = pagesOf(deps.db);
  // Most consumers start with the first open event.
  const [cursors] = await Promise.all([deps.db.rows(eventCursors), pageAfter(0)]);
  const read = new Map<string, Promise<Reading & { readonly end: End }>>();
  const inOrder = consumers.toSorted(
    (one, other) => Number(one.after === "others") - Number(other.after === "others"),
  );
  for (const consumer of inOrder) {
    const { name } = consumer;
    const after = consumer.after === "others" ? [...read.keys()] : (consumer.after ?? []);
    const from = cursors.find((cursor) => cursor.consumer === name)?.seq ?? 0;
    const reading = async () => {
      await Promise.all(after.flatMap((other) => read.get(other) ?? []));
      const end = await readOn({ ...deps, pageAfter }, consumer, from, untilMs);
      return { consumer: name, from, to: end.seq, end };
    };
    read.set(name, reading());
  }
  const readings = await Promise.all(read.values());
  const failures = readings.flatMap(({ consumer, end: { failure } }) => {
    if (failure === undefined) return [];
    deps.logger.warn("events.not_consumed", { tenantId: deps.db.tenantId, hook: consumer, error: failure });
    return [failure];
  });
  const more = readings.some(({ end }) => end.more);
  const came = await settle(deps, readings);
  if (failures.length > 0) throw new Error("an event could not be consumed", { cause: failures[0] });
  return { more, came };
}

/** Where a consumer stopped. */
interface End {
  readonly seq: number;
  readonly more: boolean;
  readonly failure?: unknown;
}

/** Reads open events page by page. Never throws. */
async function readOn(
  { clock, pageAfter }: ConsumeDeps & { readonly pageAfter: ReadPage },
  { takes, take }: Consumer,
  from: number,
  untilMs: number,
): Promise<End> {
  let seq = from;
  try {
    for (;;) {
      if (clock.now() >= untilMs) return { seq, more: true };
      const page = await pageAfter(seq);
      const last = page.at(-1);
      if (last === undefined) return { seq, more: false };
      const mine = page.filter(({ type }) => takes.some((beginning) => type.startsWith(beginning)));
      if (mine.length > 0) await take(mine);
      seq = last.seq;
      if (page.length < PAGE) return { seq, more: false };
    }
  } catch (failure) {
    return { seq, more: false, failure };
  }
}

/**
 * Closes events that all have read, and stores the cursors of consumers ahead of others; usually there are
 * none. True if there are new unread events.
 */
async function settle({ db, clock }: ConsumeDeps, readings: readonly Reading[]): Promise<boolean> {
  const seen = Math.min(...readings.map(({ to }) => to));
  const ahead = readings.filter(({ from, to }) => to > seen && to > from);
  const updatedAt = isoTime(clock.now());
  const furthest = Math.max(...readings.map(({ to }) => to));
  const newer = sql`exists (select 1 from ${events} where ${events.tenantId} = ${db.tenantId} and open = 1 and ${events.seq} > ${furthest})`;
  const results = await db.batch([
    ...ahead.map(({ consumer, to }) =>
      db.insert(eventCursors, { consumer, seq: to, updatedAt }).onConflictDoUpdate({
        target: [eventCursors.tenantId, eventCursors.consumer],
        set: { seq: to, updatedAt } as never,
        setWhere: sql`${eventCursors.seq} < ${to}`,
      }),
    ),
    db
      .update(events, { open: false }, sql`open = 1 and ${events.seq} <= ${seen}`)
      .returning({ came: sql<number>`${newer}`.as("came") }),
  ]);
  const [closed] = (results.at(-1) ?? []) as readonly { readonly came: number }[];
  return closed?.came === 1;
}
