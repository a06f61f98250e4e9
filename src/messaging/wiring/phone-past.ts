/** Composition of what reads the phone system's past: the backfill of old texts, what became of new ones, and the summaries of calls. */
import { consumeSoon } from "../../platform/wiring/queues.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { quoHistory } from "../../integrations/quo/history.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import {
  advanceCalls as advanceCallsOf,
  continueBackfills as continueBackfillsOf,
  lookUpArrivals as lookUpArrivalsOf,
  type PastWorld,
} from "../texts/index.ts";
import { inboxDeps } from "../open-inbox.ts";
import { findAccount } from "../../integrations/open.ts";
import { handOutSafely } from "../../platform/wiring/hand-out.ts";

/** The provider takes ten calls a second of all we do (quo.com/docs, read 2026-11-21): live traffic goes first. */
const PACE_MS = 200;

/** What reading one tenant's past is given. Cheap. */
export function pastWorld(env: Env, tenantId: string): PastWorld {
  const inbox = inboxDeps(env, tenantId);
  return {
    db: inbox.db,
    clock: systemClock,
    logger: systemLogger,
    inbox,
    history: async (connectionId) => {
      const account = await findAccount(env, tenantId, "quo", connectionId);
      return account === null ? null : quoHistory(account);
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, PACE_MS)),
  };
}

/** Goes on with the backfills that are due. */
export async function continueBackfills(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const result = await continueBackfillsOf(pastWorld(env, tenantId), untilMs);
  await consumeSoon(env, tenantId);
  return result;
}

/** Asks what became of texts that were sent, and has those that didn't arrive dispatched. */
export async function lookUpArrivals(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const world = pastWorld(env, tenantId);
  return lookUpArrivalsOf(
    {
      ...world,
      dispatch: (key) => handOutSafely(env, { tenantId, kind: "inbox.sweep", keys: [key] }),
    },
    untilMs,
  );
}

/** Does what is due for calls. */
export async function advanceCalls(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const result = await advanceCallsOf(pastWorld(env, tenantId), untilMs);
  await consumeSoon(env, tenantId);
  return result;
}
