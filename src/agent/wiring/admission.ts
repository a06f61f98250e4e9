/** Admission as the agent loop sees it: the tenant's object behind the port. */
import type { AdmissionPort } from "../ports.ts";
import { tenantObjectName } from "../../kernel/tenant-names.ts";
import type { Env } from "../../platform/env.ts";
import type { TenantRpc } from "../api/objects.ts";

/** The tenant's object. */
export async function tenantObject(env: Env, tenantId: string): Promise<TenantRpc> {
  return env.TENANTS.getByName(await tenantObjectName(tenantId));
}

/** Spending and calls of one tenant. Every method may be repeated with the same id. */
export function admission(env: Env, tenantId: string): AdmissionPort {
  return {
    admitModelStep: async (step) => (await tenantObject(env, tenantId)).admitModelStep(tenantId, step),
    settle: async (reservationId, costMicroUsd) =>
      (await tenantObject(env, tenantId)).settle(tenantId, reservationId, costMicroUsd),
    admitToolCall: async (toolCallId, countedAs) =>
      (await tenantObject(env, tenantId)).admitToolCall(tenantId, toolCallId, countedAs),
  };
}
