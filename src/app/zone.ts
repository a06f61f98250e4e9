/** Where a team's days begin. */
import { deploymentDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";

/** The zone the team's days begin in. Throws `not_found` for a tenant that is none. */
export async function zoneOf(env: Env, tenantId: string): Promise<string> {
  const tenant = await deploymentDb(env).findTenant(tenantId);
  if (tenant === null) throw new AppError("not_found", "That team doesn't exist.");
  return tenant.timeZone;
}
