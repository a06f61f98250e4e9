/** What a tenant's counters are held against, from its policy and its time zone. */
import { dbFor, systemDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";
import { getPolicy } from "../policy/index.ts";
import type { Policy } from "../protocol/account.ts";
import type { TenantLimits } from "../protocol/objects.ts";

function limitsOf(policy: Policy, timeZone: string): TenantLimits {
  return {
    toolCallsPerHour: policy.toolCallsPerHour,
    monthlyBudgetMicroUsd: Math.floor(policy.monthlyBudgetUsd * 1_000_000),
    timeZone,
  };
}

/** Reads the limits from the records. Throws `not_found` for a tenant that is none. */
export async function readTenantLimits(env: Env, tenantId: string): Promise<TenantLimits> {
  const [tenant, { policy }] = await Promise.all([
    systemDb(env.DB).findTenant(tenantId),
    getPolicy(dbFor(env.DB, tenantId)),
  ]);
  if (tenant === null) throw new AppError("not_found", "There is no such team.");
  return limitsOf(policy, tenant.timeZone);
}
