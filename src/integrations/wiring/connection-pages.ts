import type { ConnectionPages } from "../../features/http-services.ts";
import { connect } from "../connect.ts";
import { connectionViews } from "../connection-views.ts";
import { disconnect, testConnection, type ConnectionPagesDeps } from "../manage-connections.ts";
import { finishConsent, startConsent } from "../oauth/consent.ts";
import { endConsent } from "../oauth/revocation.ts";
import type { TenantContext } from "../../platform/context.ts";
import { accountDeps } from "../open.ts";

/** Cheap: opens nothing. */
export function connectionPagesDeps(ctx: TenantContext): ConnectionPagesDeps {
  return {
    ...accountDeps(ctx),
    ids: ctx.ids,
    appUrl: ctx.config.appUrl,
    // Zero is older than any version, so the scheduler rebuilds the team's jobs.
    isTaken: async (vendor, accountId) =>
      (await ctx.deployment.system.listConsented(vendor, accountId)).some(
        (one) => one.tenantId !== ctx.tenantId,
      ),
    jobsChanged: () => ctx.deployment.system.noteJobs(ctx.tenantId, 0),
  };
}

export function connectionPages(ctx: TenantContext): ConnectionPages {
  const deps = connectionPagesDeps(ctx);
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
