/** What reads the phone system's past, as pages and the clock use it: the backfill of old texts, and the summaries of calls. */
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

/** What is needed of the world; one tenant's. */
export interface PastWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly inbox: InboxDeps;
  /** A phone system's history; null where it is not connected any more. */
  readonly history: (connectionId: string) => Promise<PhoneHistory | null>;
  /** Waits between two calls to the provider. */
  readonly pause: () => Promise<void>;
}

/** Goes on with the backfills that are due, side by side, until a time. */
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

/** Calls whose summary is due, or that wait to be dispatched. One that fails stops no other; its lease is its back-off. */
export async function advanceCalls(world: PastWorld, untilMs: number): Promise<WorkResult> {
  const { db, clock, logger, inbox } = world;
  const deps = {
    db,
    clock,
    history: world.history,
    routing: inbox.routing,
    receive: inbox.receive,
    identityOf: (number: string, about: { readonly eventId: string; readonly words: string }) =>
      identityFor(inbox, number, about),
  };
  const advanceSafely = (id: string): Promise<unknown> =>
    advanceCall(deps, id).catch((error: unknown) =>
      logger.warn("texts.call_not_advanced", { tenantId: db.tenantId, error }),
    );
  const how = { untilMs, leaseMs: CALL_LEASE_MS, batchSize: BATCH_SIZE };
  return workThrough(world, calls, how, (due) => Promise.all(due.map(({ id }) => advanceSafely(id))));
}

/** How far each of the tenant's phone systems has been read. */
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

/** Begins or goes on; `wake` hands the work out. Throws `not_found` for a connection that is not the tenant's. */
export async function beginBackfill(
  world: Pick<PastWorld, "db" | "clock">,
  { connectionId, byName }: { readonly connectionId: string; readonly byName: string },
  wake: () => Promise<void>,
): Promise<void> {
  await requireConnection(world.db, connectionId);
  await startBackfill(world, connectionId, byName);
  await wake();
}

/** Stops it. Throws `not_found` as above. */
export async function endBackfill(
  world: Pick<PastWorld, "db" | "clock">,
  connectionId: string,
): Promise<void> {
  await requireConnection(world.db, connectionId);
  await stopBackfill(world, connectionId);
}

async function requireConnection(db: TenantDb, connectionId: string): Promise<void> {
  if (!(await listQuoConnections(db)).some(({ id }) => id === connectionId))
    throw new AppError("not_found", "That phone system isn't connected.");
}
