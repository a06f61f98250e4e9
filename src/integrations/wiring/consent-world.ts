/** What connections made by consent are kept alive with. */
import type { AccountDeps } from "../open-account.ts";
import { oauthClients } from "../oauth/clients.ts";
import { systemIds } from "../../kernel/ids.ts";
import { alertAdmins } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { outsideHttp } from "../../platform/wiring/outside.ts";

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
