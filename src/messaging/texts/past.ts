/** Background reads from the phone system: the backfill of old texts, and call summaries. */
import { leaseRows, workThrough, type WorkResult } from "../../platform/work/index.ts";
import { listQuoConnections } from "../../integrations/quo/connection.ts";
import { type PhoneHistory } from "../../integrations/connections/index.ts";
import { calls, textBackfills } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { identityFor, type InboxDeps } from "../inbox/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Backfill } from "../api/texts.ts";
import { startBackfill, stopBackfill, workOnBackfill } from "./backfill.ts";
import { advanceCall } from "./calls.ts";

const BACKFILL_LEASE_MS = 30_000;
const CALL_LEASE_MS = 2 * 60_000;
const BATCH_SIZE = 4;

export interface PastWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly inbox: InboxDeps;
  /** A phone system's history; null if it is no longer connected. */
  readonly history: (connectionId: string) => Promise<PhoneHistory | null>;
  /** Waits between provider calls. */
  readonly pause: () => Promise<void>;
}

/** Continues the due backfills in parallel, until a deadline. */
export async function continueBackfills(world: PastWorld, untilMs: number): Promise<WorkResult> {
  const { db, clock } = world;
  const nowMs = clock.now();
  const untilIso = isoTime(nowMs + BACKFILL_LEASE_MS);
  const due = await leaseRows(db, textBackfills, { nowIso: isoTime(nowMs), untilIso, limit: BATCH_SIZE });
  await Promise.all(
    due.map(async ({ connectionId }) => {
      const history = await world.history(connectionId);
      if (history === null) return stopBackfill(world, connectionId);
      await workOnBackfill({ ...world, history }, untilMs);
    }),
  );
  return clock.now() >= untilMs ? "more" : "done";
}

/**
 * Processes calls whose summary is due or that wait to be dispatched. A failure does not stop the others; its
 * lease acts as the back-off.
 */
export async function advanceCalls(world: PastWorld, untilMs: number): Promise<WorkResult> {
  const { db, clock, logger, inbox } = world;
  const deps = {
    db,
    clock,
    logger,
    history: world.history,
    routing: inbox.routing,
    receive: inbox.receive,
    identityOf: (number: string, about: { readonly eventId: string; readonly words: string }) =>
      identityFor(inbox, number, about),
  };
  const advanceSafely = (id: string): Promise<unknown> =>
    advanceCall(deps, id).catch((error: unknown) =>
      logger.warn("texts.call_processing_failed", { tenantId: db.tenantId, error }),
    );
  const how = { untilMs, leaseMs: CALL_LEASE_MS, batchSize: BATCH_SIZE };
  return workThrough(world, calls, how, (due) => Promise.all(due.map(({ id }) => advanceSafely(id))));
}

/** Backfill progress of each of the tenant's phone systems. */
export async function listBackfills({ db }: Pick<PastWorld, "db">): Promise<Backfill[]> {
  const [connections, rows] = await Promise.all([listQuoConnections(db), db.rows(textBackfills)]);
  return connections.map(({ id, label, lines }) => {
    const row = rows.find(({ connectionId }) => connectionId === id) ?? NEVER_READ;
    const { state, conversations, texts, added, problem, startedByName, startedAt, updatedAt } = row;
    return {
      connectionId: id,
      label,
      lines: lines.map((line) => ({
        id: line.phoneNumberId,
        label: line.label,
        shown: formatNumber(line.number),
      })),
      state,
      conversations,
      texts,
      added,
      problem,
      startedByName,
      startedAt,
      updatedAt,
    };
  });
}

const NEVER_READ = {
  state: "never",
  conversations: 0,
  texts: 0,
  added: 0,
  problem: null,
  startedByName: null,
  startedAt: null,
  updatedAt: null,
} as const;

/**
 * Starts or resumes a backfill; `wake` queues the work. Throws `not_found` for a connection of another
 * tenant.
 */
export async function beginBackfill(
  world: Pick<PastWorld, "db" | "clock">,
  { connectionId, byName }: { readonly connectionId: string; readonly byName: string },
  wake: () => Promise<void>,
): Promise<void> {
  await requireConnection(world.db, connectionId);
  await startBackfill(world, connectionId, byName);
  await wake();
}

/** Throws `not_found` as above. */
export async function endBackfill(
  world: Pick<PastWorld, "db" | "clock">,
  connectionId: string,
): Promise<void> {
  await requireConnection(world.db, connectionId);
  await stopBackfill(world, connectionId);
}

async function requireConnection(db: TenantDb, connectionId: string): Promise<void> {
  if (!(await listQuoConnections(db)).some(({ id }) => id === connectionId))
    throw new AppError("not_found", "That phone system isn’t connected.");
}
