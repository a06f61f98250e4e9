/** Composes the resolver of calls. Separate from `tools.ts`, because approvals need it and tools need approvals. */
import type { ResolveCall } from "../../approvals/ports.ts";
import type { TenantContext } from "../../platform/context.ts";
import { createResolver } from "../tools/resolve-call.ts";
import { tenantHandle } from "../tools/tenant.ts";

export function resolveCall(ctx: TenantContext): ResolveCall {
  const tenant = tenantHandle(ctx);
  return createResolver(ctx.tenantId, (toolset, acting) => toolset.open(tenant, acting));
}
