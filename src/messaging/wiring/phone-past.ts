/** Wires background reads from the phone system: contacts, the backfill of old texts, delivery status of new ones, and call summaries. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { quoHistory } from "../../integrations/quo/history.ts";
import type { TenantContext } from "../../platform/context.ts";
import {
  advanceCalls as advanceCallsOf,
  continueBackfills as continueBackfillsOf,
  lookUpArrivals as lookUpArrivalsOf,
  type PastWorld,
} from "../texts/index.ts";
import { textInbox } from "../open-inbox.ts";
import { findAccount } from "../../integrations/open.ts";
import { pause } from "../../kernel/time-limit.ts";
import { continueSyncs } from "../contacts/index.ts";
import { pageOfContacts } from "../../integrations/quo/read.ts";

/**
 * The provider allows ten calls a second in total (quo.com/docs, read 2026-11-21): leave room for live
 * traffic.
 */
const PACE_MS = 200;

/** Does no I/O. */
function pastWorld(ctx: TenantContext): PastWorld {
  const inbox = textInbox(ctx);
  return {
    db: inbox.db,
    clock: ctx.clock,
    logger: ctx.log,
    inbox,
    history: async (connectionId) => {
      const account = await findAccount(ctx, "quo", connectionId);
      return account === null ? null : quoHistory(account);
    },
    pause: () => pause(PACE_MS),
  };
}

/** Continues the due backfills. */
export async function continueBackfills(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const result = await continueBackfillsOf(pastWorld(ctx), untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Looks up the delivery status of sent texts, and queues undelivered ones for dispatch. */
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

/** Does the due work of calls. */
export async function advanceCalls(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const result = await advanceCallsOf(pastWorld(ctx), untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Continues the syncs that are due. */
export function syncContacts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const world = {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    source: async (connectionId: string) => {
      const account = await findAccount(ctx, "quo", connectionId);
      return account === null ? null : (after: string | null) => pageOfContacts(account, after);
    },
    pause: () => pause(PACE_MS),
  };
  return continueSyncs(world, untilMs);
}
