/** What the web server needs of the deployment, made from its bindings. Cheap: nothing is opened before a route asks for it. */
import { tenantDb, deploymentDb } from "../platform/db/index.ts";
import type { HttpServices } from "./http-services.ts";
import { systemClock as clock } from "../kernel/clock.ts";
import { systemIds as ids } from "../kernel/ids.ts";
import { tenantObjectName } from "../kernel/tenant-names.ts";
import { alertAdmins } from "../notifications/index.ts";
import { archiveStore } from "../platform/archive-store.ts";
import { configOf } from "../platform/config.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger as logger } from "../platform/logger.ts";
import { offerTo } from "../agent/tools/agent-tools.ts";
import { boundFields, destinationTitle, powers, toolTitle } from "../agent/tools/powers.ts";
import { approvalDeps } from "../approvals/open.ts";
import { handOutSlots } from "./jobs.ts";
import { mailServices } from "../messaging/wiring/mail-services.ts";
import { mcpParts } from "../mcp/wiring/mcp.ts";
import { notificationDeps } from "../notifications/open.ts";
import { operatorParts } from "../team/wiring/operator.ts";
import { projectParts } from "../projects/wiring/project-parts.ts";
import { scheduleDeps } from "../agent/schedules/open.ts";
import { searchObject } from "../knowledge/open.ts";
import { settingsParts } from "./settings-parts.ts";
import { readTenantLimits } from "../agent/wiring/tenant-limits.ts";
import { textServices } from "../messaging/texts/open.ts";
import { webhookServices } from "../messaging/wiring/webhooks.ts";
import { verifierOf } from "../team/wiring/verifier.ts";
import { workspace } from "../workspace/open.ts";
import { conversationsOf } from "../agent/open.ts";

/** Makes the services of a deployment. Throws `not_configured`. */
export function httpServices(env: Env): HttpServices {
  const config = configOf(env);
  const db = (tenantId: string) => tenantDb(env, tenantId);
  const basics = {
    config,
    clock,
    ids,
    logger,
    db,
    powers,
    boundFields,
    offerTo,
    toolTitle,
    destinationTitle,
  };
  return {
    ...basics,
    assets: env.ASSETS,
    mayAsk: async (limit, network) => {
      const counted = limit === "entry" ? env.ENTRY_REQUESTS : env.PUBLIC_REQUESTS;
      return (await counted.limit({ key: network })).success;
    },
    auth: { system: deploymentDb(env), db, clock, ids, verify: verifierOf(env, config) },
    conversation: (tenantId, id) => conversationsOf(env, tenantId)(id),
    tenant: async (tenantId) => env.TENANTS.getByName(await tenantObjectName(tenantId)),
    tenantLimits: (tenantId) => readTenantLimits(env, tenantId),
    search: (tenantId) => searchObject(env, tenantId),
    ...mcpParts(env),
    texts: (tenantId) => textServices(env, tenantId),
    approvals: (tenantId) => approvalDeps(env, tenantId),
    notifications: (tenantId) => notificationDeps(env, tenantId),
    ...webhookServices(env),
    mail: (tenantId) => mailServices(env, tenantId),
    archive: (tenantId) => archiveStore(env.FILES, tenantId),
    workspace: (tenantId) => workspace(env, tenantId),
    ...operatorParts(env),
    ...settingsParts(env),
    ...projectParts(env),
    schedules: (tenantId, timeZone) => scheduleDeps(env, tenantId, timeZone),
    handOutSlot: (tenantId, due) => handOutSlots(env, tenantId, [due]),
    alertAdmins: (tenantId, alert) => alertAdmins(notificationDeps(env, tenantId), alert),
  };
}
