/** Composition of what reads the phone system's past: the backfill of old texts, and the summaries of calls. */
import { waitUntil } from "cloudflare:workers";
import { listQuoConnections } from "../connections/index.ts";
import { dbFor, systemDb, textBackfills } from "../db/index.ts";
import { identityFor } from "../inbox/index.ts";
import { quoHistory } from "../integrations/quo/history.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Backfill } from "../protocol/texts.ts";
import { advanceCall, startBackfill, stopBackfill, workOnBackfill } from "../texts/index.ts";
import { inboxDeps } from "./inbox.ts";
import { findAccount } from "./accounts.ts";
import { indexWaiting } from "./search.ts";

/** The provider takes ten calls a second of all we do (quo.com/docs, read 2026-11-21): live traffic goes first. */
const PACE_MS = 200;
const STRETCH_MS = 25_000;
const LEASE_MS = 90_000;
const BACKFILLS_AT_ONCE = 5;
const CALLS_AT_ONCE = 20;
const CALL_LEASE_MS = 2 * 60_000;

/** The cron's part: goes on with the backfills that are due, side by side, for a while. */
export async function continueBackfills(env: Env): Promise<void> {
  const nowMs = systemClock.now();
  const due = await systemDb(env.DB).leaseDueBackfills(
    isoTime(nowMs),
    isoTime(nowMs + LEASE_MS),
    BACKFILLS_AT_ONCE,
  );
  await Promise.all(
    due.map(({ tenantId, connectionId }) => workFor(env, tenantId, connectionId, nowMs + STRETCH_MS)),
  );
}

async function workFor(env: Env, tenantId: string, connectionId: string, untilMs: number): Promise<void> {
  const db = dbFor(env.DB, tenantId);
  const deps = { db, clock: systemClock, logger: systemLogger };
  const account = await findAccount(env, tenantId, "quo", connectionId);
  if (account === null) return stopBackfill(deps, connectionId);
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PACE_MS));
  await workOnBackfill({ ...deps, history: quoHistory(account), pause }, untilMs);
  await indexWaiting(env, tenantId);
}

/** Calls whose summary is due, or that wait to be handed on. One that fails stops no other; its lease is its back-off. */
export async function advanceCalls(env: Env): Promise<void> {
  const nowMs = systemClock.now();
  const due = await systemDb(env.DB).leaseDueCalls(
    isoTime(nowMs),
    isoTime(nowMs + CALL_LEASE_MS),
    CALLS_AT_ONCE,
  );
  for (const { tenantId, id } of due) {
    try {
      await advanceCall(callDeps(env, tenantId), id);
    } catch (error) {
      systemLogger.warn("texts.call_not_advanced", { tenantId, error });
    }
  }
  for (const tenantId of new Set(due.map((one) => one.tenantId))) await indexWaiting(env, tenantId);
}

function callDeps(env: Env, tenantId: string) {
  const inbox = inboxDeps(env, tenantId);
  return {
    db: inbox.db,
    clock: systemClock,
    routing: inbox.routing,
    receive: inbox.receive,
    identityOf: (number: string, about: { readonly eventId: string; readonly words: string }) =>
      identityFor(inbox, number, about),
    history: async (connectionId: string) => {
      const account = await findAccount(env, tenantId, "quo", connectionId);
      return account === null ? null : quoHistory(account);
    },
  };
}

/** How far each of the tenant's phone systems has been read. */
export async function listBackfills(env: Env, tenantId: string): Promise<Backfill[]> {
  const db = dbFor(env.DB, tenantId);
  const [connections, rows] = await Promise.all([listQuoConnections(db), db.rows(textBackfills)]);
  return connections.map(({ id, label, lines }) => {
    const row = rows.find(({ connectionId }) => connectionId === id);
    return {
      connectionId: id,
      label,
      lines: lines.map((line) => ({
        id: line.phoneNumberId,
        label: line.label,
        shown: formatNumber(line.number),
      })),
      state: row?.state ?? "never",
      conversations: row?.conversations ?? 0,
      texts: row?.texts ?? 0,
      added: row?.added ?? 0,
      problem: row?.problem ?? null,
      startedByName: row?.startedByName ?? null,
      startedAt: row?.startedAt ?? null,
      updatedAt: row?.updatedAt ?? null,
    };
  });
}

/** Begins or goes on. Throws `not_found` for a connection that is not the tenant's. */
export async function beginBackfill(
  env: Env,
  tenantId: string,
  connectionId: string,
  byName: string,
): Promise<void> {
  const db = dbFor(env.DB, tenantId);
  if (!(await listQuoConnections(db)).some(({ id }) => id === connectionId))
    throw new AppError("not_found", "There is no such phone system.");
  await startBackfill({ db, clock: systemClock }, connectionId, byName);
  waitUntil(
    continueBackfills(env).catch((error: unknown) => {
      systemLogger.warn("texts.backfill_failed", { tenantId, connectionId, error });
    }),
  );
}

/** Stops it. Throws `not_found` as above. */
export async function endBackfill(env: Env, tenantId: string, connectionId: string): Promise<void> {
  const db = dbFor(env.DB, tenantId);
  if (!(await listQuoConnections(db)).some(({ id }) => id === connectionId))
    throw new AppError("not_found", "There is no such phone system.");
  await stopBackfill({ db, clock: systemClock }, connectionId);
}
