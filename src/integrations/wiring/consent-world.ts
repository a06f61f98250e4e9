/** Dependencies for renewing OAuth access. */
import type { AccountDeps } from "../open-account.ts";
import { oauthClients } from "../oauth/clients.ts";
import { alertAdmins } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { notificationDeps } from "../../notifications/open.ts";

export function consentWorld(ctx: TenantContext): AccountDeps["consent"] {
  return {
    clients: oauthClients(ctx.config.vendorVariables),
    http: ctx.outside(),
    newId: () => ctx.ids.newId(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alert: (alert) => alertAdmins(notificationDeps(ctx), alert),
  };
}
