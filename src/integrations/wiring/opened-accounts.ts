/** How a tenant's tools open vendor accounts, within the capabilities an admin granted. */
import { notConnected, requireAllowed } from "../allowance.ts";
import { openAccount, readOnly } from "../open-account.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Tenant } from "../../agent/tools/tenant.ts";
import { accountDeps } from "../open.ts";

/** The returned function throws `not_configured` if the vendor isn't connected. */
export function openedAccounts(ctx: TenantContext): Tenant["account"] {
  const deps = accountDeps(ctx);
  return async (vendor, capability) => {
    const found = await openAccount(readOnly(deps), vendor);
    await requireAllowed(deps.db, vendor, capability);
    if (found !== null) return found;
    throw new AppError("not_configured", notConnected(vendor));
  };
}
