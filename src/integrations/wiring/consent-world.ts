/** Dependencies for renewing OAuth access. */
import { notifier } from "../../platform/notify.ts";
import type { AccountDeps } from "../open-account.ts";
import { oauthClients } from "../oauth/clients.ts";
import type { TenantContext } from "../../platform/context.ts";

export function consentWorld(ctx: TenantContext): AccountDeps["consent"] {
  return {
    clients: oauthClients(ctx.config.vendorVariables),
    http: ctx.outside(),
    newId: () => ctx.ids.newId(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alert: (alert) => notifier(ctx).alertAdmins(alert),
  };
}
