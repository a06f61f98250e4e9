/**
 * Checks whether sent texts were delivered. Quo reports delivered texts (`message.delivered`) but not failed
 * ones, so a text without a final status is looked up a few times in the half hour after sending. The result
 * is processed like an event. Idempotent.
 */
import { eq } from "drizzle-orm";
import { workThrough, type WorkResult } from "../../platform/work/index.ts";
import { texts } from "../tables/inbox.ts";
import { deliveryStatements, isUndelivered, nextLookAt } from "../inbox/index.ts";
import type { PastWorld } from "./past.ts";

const LEASE_MS = 60_000;
const BATCH_SIZE = 20;
/** Time budget of one lookup and its pause. */
const LOOK_MS = 3_000;

type TextRow = typeof texts.$inferSelect;

/** Additional dependencies. */
interface ArrivalsWorld extends Pick<PastWorld, "db" | "clock" | "logger" | "history" | "pause"> {
  /** Queues the texts with a number for dispatch. */
  readonly dispatch: (number: string) => Promise<void>;
}

/**
 * Looks up the texts that are due. A failure does not stop the others; that text is retried at its next due
 * time.
 */
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
    logger.warn("texts.delivery_lookup_failed", { tenantId: db.tenantId, error });
    await db.update(texts, { dueAt }, eq(texts.id, row.id));
    return false;
  }
}
