/** Where a team's days begin. */
import { deploymentDb } from "../db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import type { Env } from "../env.ts";

/** A team's zone is set when the team is made; an operator who changes it waits so long. */
const KEPT_MS = 60_000;

const zones = new ShortMemory<string>({ keptMs: KEPT_MS, most: 10_000, now: () => systemClock.now() });

/** The zone the team's days begin in; null for a tenant that is none. */
export function findZone(env: Env, tenantId: string): Promise<string | null> {
  return zones.get(tenantId, async () => (await deploymentDb(env).findTenant(tenantId))?.timeZone ?? null);
}

/** The same. Throws `not_found` for a tenant that is none. */
export async function zoneOf(env: Env, tenantId: string): Promise<string> {
  const timeZone = await findZone(env, tenantId);
  if (timeZone === null) throw new AppError("not_found", "That team doesn't exist.");
  return timeZone;
}
