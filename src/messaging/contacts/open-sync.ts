/** Composition of reading the phone system's contacts into our own tables. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { continueSyncs } from "./index.ts";
import { pageOfContacts } from "../../integrations/quo/read.ts";
import type { TenantContext } from "../../platform/context.ts";
import { findAccount } from "../../integrations/open.ts";

/** The provider takes ten calls a second of all we do (quo.com/docs, read 2026-11-21): live traffic goes first. */
const PACE_MS = 200;

/** Goes on with the readings that are due. */
export function syncContacts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const world = {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    source: async (connectionId: string) => {
      const account = await findAccount(ctx, "quo", connectionId);
      return account === null ? null : (after: string | null) => pageOfContacts(account, after);
    },
    pause: () => new Promise<void>((resolve) => setTimeout(resolve, PACE_MS)),
  };
  return continueSyncs(world, untilMs);
}
