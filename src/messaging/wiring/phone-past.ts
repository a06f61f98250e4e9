/** Composition of what reads the phone system's past: the backfill of old texts, what became of new ones, and the summaries of calls. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { quoHistory } from "../../integrations/quo/history.ts";
import type { TenantContext } from "../../platform/context.ts";
import {
  advanceCalls as advanceCallsOf,
  continueBackfills as continueBackfillsOf,
  lookUpArrivals as lookUpArrivalsOf,
  type PastWorld,
} from "../texts/index.ts";
import { inboxDeps } from "../open-inbox.ts";
import { findAccount } from "../../integrations/open.ts";

/** The provider takes ten calls a second of all we do (quo.com/docs, read 2026-11-21): live traffic goes first. */
const PACE_MS = 200;

/** What reading one tenant's past is given. Cheap. */
export function pastWorld(ctx: TenantContext): PastWorld {
  const inbox = inboxDeps(ctx);
  return {
    db: inbox.db,
    clock: ctx.clock,
    logger: ctx.log,
    inbox,
    history: async (connectionId) => {
      const account = await findAccount(ctx, "quo", connectionId);
      return account === null ? null : quoHistory(account);
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, PACE_MS)),
  };
}

/** Goes on with the backfills that are due. */
export async function continueBackfills(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const result = await continueBackfillsOf(pastWorld(ctx), untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Asks what became of texts that were sent, and has those that didn't arrive dispatched. */
export async function lookUpArrivals(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const world = pastWorld(ctx);
  return lookUpArrivalsOf(
    {
      ...world,
      dispatch: (key) => ctx.handOut("inbox.sweep", [key]),
    },
    untilMs,
  );
}

/** Does what is due for calls. */
export async function advanceCalls(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const result = await advanceCallsOf(pastWorld(ctx), untilMs);
  await ctx.wake("events.consume");
  return result;
}
