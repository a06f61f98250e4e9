/**
 * Whether texts we sent arrived. Quo tells of those that did (`message.delivered`) and of none that didn't, so a text it has said nothing final of is
 * looked up a few times in the half hour after sending. What is found goes the way of an event. Safe to repeat.
 */
import { eq } from "drizzle-orm";
import { workThrough, type WorkResult } from "../../platform/work/index.ts";
import { texts } from "../tables/inbox.ts";
import { deliveryStatements, isUndelivered, nextLookAt } from "../inbox/index.ts";
import type { PastWorld } from "./past.ts";

const LEASE_MS = 60_000;
const BATCH_SIZE = 20;
/** A look and its pause. */
const LOOK_MS = 3_000;

type TextRow = typeof texts.$inferSelect;

/** What is needed beside the past. */
export interface ArrivalsWorld extends Pick<PastWorld, "db" | "clock" | "logger" | "history" | "pause"> {
  /** Has the texts with a number dispatched. */
  readonly dispatch: (number: string) => Promise<void>;
}

/** Looks up the texts that are due. One that fails stops no other, and is looked up at its next time. */
export function lookUpArrivals(world: ArrivalsWorld, untilMs: number): Promise<WorkResult> {
  const how = { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE, neededMs: LOOK_MS };
  return workThrough(world, texts, how, async (due) => {
    for (const row of due) {
      if (world.clock.now() + LOOK_MS >= untilMs) break;
      if (await isLost(world, row)) await world.dispatch(row.contactNumber);
      await world.pause();
    }
  });
}

async function isLost(world: ArrivalsWorld, row: TextRow): Promise<boolean> {
  const { db, clock, logger } = world;
  const dueAt = nextLookAt(row.receivedAt, clock.now());
  try {
    const history = await world.history(row.connectionId);
    const delivery = (await history?.textStatus(row.id)) ?? null;
    await db.batch([
      db.update(texts, { dueAt }, eq(texts.id, row.id)),
      ...(delivery === null ? [] : deliveryStatements(db, { id: row.id, delivery })),
    ]);
    return isUndelivered({ ...row, delivery });
  } catch (error) {
    logger.warn("texts.arrival_not_looked_up", { tenantId: db.tenantId, error });
    await db.update(texts, { dueAt }, eq(texts.id, row.id));
    return false;
  }
}
