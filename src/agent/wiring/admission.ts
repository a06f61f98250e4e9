/** Admission as the agent loop sees it: the tenant's object behind the port. */
import type { AdmissionPort } from "../ports.ts";
import type { TenantContext } from "../../platform/context.ts";

/** Spending and calls of one tenant. Every method may be repeated with the same id. */
export function admission(ctx: TenantContext): AdmissionPort {
  return {
    admitModelStep: async (step) => (await ctx.objects.team()).admitModelStep(ctx.tenantId, step),
    settle: async (reservationId, costMicroUsd) =>
      (await ctx.objects.team()).settle(ctx.tenantId, reservationId, costMicroUsd),
    admitToolCall: async (toolCallId, countedAs) =>
      (await ctx.objects.team()).admitToolCall(ctx.tenantId, toolCallId, countedAs),
  };
}
