/** A team on its way to another database. */
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { databasesOf, moveOn } from "../../platform/db/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger as logger } from "../../platform/logger.ts";

/** Goes on with it. */
export function moveTenant(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  return moveOn({ databases: databasesOf(env), clock, logger }, tenantId, untilMs);
}
