/** Derives the limits of a tenant's counters from its policy, agent settings and time zone. */
import { disabledAgents } from "../index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { TenantLimits } from "../api/objects.ts";

function limitsOf(policy: Policy, timeZone: string, disabled: readonly string[]): TenantLimits {
  return {
    disabledAgents: disabled,
    toolCallsPerHour: policy.toolCallsPerHour,
    monthlyBudgetMicroUsd: Math.floor(policy.monthlyBudgetUsd * 1_000_000),
    timeZone,
  };
}

/** Throws `not_found` for an unknown tenant. */
export async function readTenantLimits(ctx: TenantContext): Promise<TenantLimits> {
  const db = ctx.db;
  const [tenant, { policy }, disabled] = await Promise.all([
    ctx.deployment.system.findTenant(ctx.tenantId),
    getPolicy(db),
    disabledAgents(db),
  ]);
  if (tenant === null) throw new AppError("not_found", "That team doesn’t exist.");
  return limitsOf(policy, tenant.timeZone, disabled);
}
