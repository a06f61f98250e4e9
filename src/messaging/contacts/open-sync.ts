/** Composition of reading the phone system's contacts into our own tables. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { continueSyncs } from "./index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { pageOfContacts } from "../../integrations/quo/read.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import { findAccount } from "../../integrations/open.ts";

/** The provider takes ten calls a second of all we do (quo.com/docs, read 2026-11-21): live traffic goes first. */
const PACE_MS = 200;

/** Goes on with the readings that are due. */
export function syncContacts(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const world = {
    db: tenantDb(env, tenantId),
    clock: systemClock,
    logger: systemLogger,
    source: async (connectionId: string) => {
      const account = await findAccount(env, tenantId, "quo", connectionId);
      return account === null ? null : (after: string | null) => pageOfContacts(account, after);
    },
    pause: () => new Promise<void>((resolve) => setTimeout(resolve, PACE_MS)),
  };
  return continueSyncs(world, untilMs);
}
