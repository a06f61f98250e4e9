/** What connections made by consent are kept alive with. */
import type { AccountDeps } from "../integrations/open-account.ts";
import { oauthClients } from "../integrations/oauth/clients.ts";
import { systemIds } from "../kernel/ids.ts";
import { alertAdmins } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { notificationDeps } from "./notifications.ts";
import { outsideHttp } from "./outside.ts";

/** Makes it. Cheap. */
export function consentWorld(env: Env, tenantId: string): AccountDeps["consent"] {
  return {
    clients: oauthClients(env),
    http: outsideHttp(env, tenantId),
    newId: () => systemIds.newId(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    alert: (alert) => alertAdmins(notificationDeps(env, tenantId), alert),
  };
}
