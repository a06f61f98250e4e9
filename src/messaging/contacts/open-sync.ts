/** Wires the contact sync from the phone system. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { continueSyncs } from "./index.ts";
import { pageOfContacts } from "../../integrations/quo/read.ts";
import type { TenantContext } from "../../platform/context.ts";
import { findAccount } from "../../integrations/open.ts";
import { pause } from "../../kernel/time-limit.ts";

/**
 * The provider allows ten calls a second in total (quo.com/docs, read 2026-11-21): leave room for live
 * traffic.
 */
const PACE_MS = 200;

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
