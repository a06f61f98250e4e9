/** Connects the admission port to the tenant's object. */
import type { AdmissionPort } from "../ports.ts";
import type { TenantContext } from "../../platform/context.ts";

/** All methods are idempotent by ID. */
export function admission(ctx: TenantContext): AdmissionPort {
  return {
    admitModelStep: async (step) => (await ctx.objects.team()).admitModelStep(ctx.tenantId, step),
    settle: async (reservationId, costMicroUsd) =>
      (await ctx.objects.team()).settle(ctx.tenantId, reservationId, costMicroUsd),
    admitToolCall: async (toolCallId, countedAs) =>
      (await ctx.objects.team()).admitToolCall(ctx.tenantId, toolCallId, countedAs),
  };
}
