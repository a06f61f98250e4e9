/** What the page of connections is given. */
import { deploymentDb } from "../../platform/db/index.ts";
import type { ConnectionPages } from "../../features/http-services.ts";
import { connect } from "../connect.ts";
import { connectionViews } from "../connection-views.ts";
import { disconnect, testConnection, type ConnectionPagesDeps } from "../manage-connections.ts";
import { finishConsent, startConsent } from "../oauth/consent.ts";
import { endConsent } from "../oauth/revocation.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import { accountDeps } from "../open.ts";

/** What the use cases of the page are given. Cheap. */
export function connectionPagesDeps(env: Env, tenantId: string): ConnectionPagesDeps {
  return {
    ...accountDeps(env, tenantId),
    ids: systemIds,
    appUrl: env.APP_URL.replace(/\/+$/, ""),
    // Zero is older than any version: the clock gives the team its regular work anew.
    isTaken: async (vendor, accountId) =>
      (await deploymentDb(env).listConsented(vendor, accountId)).some((one) => one.tenantId !== tenantId),
    jobsChanged: () => deploymentDb(env).noteJobs(tenantId, 0),
  };
}

/** Makes it. Cheap. */
export function connectionPages(env: Env, tenantId: string): ConnectionPages {
  const deps = connectionPagesDeps(env, tenantId);
  return {
    list: () => connectionViews(deps),
    test: (vendor) => testConnection(deps, vendor),
    disconnect: (vendor, by) => disconnect(deps, vendor, by),
    startConsent: (vendor, owner, allow) => startConsent(deps, vendor, owner, allow),
    finishConsent: (vendor, params, owner) => finishConsent(deps, vendor, params, owner),
    endConsent: (vendor, id, owner) => endConsent(deps, vendor, id, owner),
    connect: (vendor, approach, team) => connect(deps, vendor, approach, team),
  };
}
