/** What a tenant's counters are held against, from its policy, its agents' settings and its time zone. */
import { disabledAgents } from "../index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { Policy } from "../../approvals/api/policy.ts";
import type { TenantLimits } from "../api/objects.ts";

function limitsOf(policy: Policy, timeZone: string, disabled: readonly string[]): TenantLimits {
  return {
    disabledAgents: disabled,
    toolCallsPerHour: policy.toolCallsPerHour,
    monthlyBudgetMicroUsd: Math.floor(policy.monthlyBudgetUsd * 1_000_000),
    timeZone,
  };
}

/** Reads the limits from the records. Throws `not_found` for a tenant that is none. */
export async function readTenantLimits(ctx: TenantContext): Promise<TenantLimits> {
  const db = ctx.db;
  const [tenant, { policy }, disabled] = await Promise.all([
    ctx.deployment.system.findTenant(ctx.tenantId),
    getPolicy(db),
    disabledAgents(db),
  ]);
  if (tenant === null) throw new AppError("not_found", "That team doesn't exist.");
  return limitsOf(policy, tenant.timeZone, disabled);
}
