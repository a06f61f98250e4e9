/** What the web server needs of the deployment, made from its bindings. Cheap: nothing is opened before a route asks for it. */
import type { HttpServices } from "./http-services.ts";
import { alertAdmins } from "../notifications/index.ts";
import type { DeploymentContext, TenantContext } from "../platform/context.ts";
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
import { settingsParts } from "./settings-parts.ts";
import { readTenantLimits } from "../agent/wiring/tenant-limits.ts";
import { textServices } from "../messaging/texts/open.ts";
import { webhookServices } from "../messaging/wiring/webhooks.ts";
import { verifierOf } from "../team/wiring/verifier.ts";
import { workspace } from "../workspace/open.ts";

/** Makes the services of a deployment. Throws `not_configured`. */
export function httpServices(deployment: DeploymentContext): HttpServices {
  const { config, clock, ids, log: logger } = deployment;
  const db = (tenantId: string) => deployment.tenant(tenantId).db;
  const of =
    <Service>(make: (ctx: TenantContext) => Service) =>
    (tenantId: string) =>
      make(deployment.tenant(tenantId));
  return {
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
    assets: deployment.assets,
    mayAsk: (limit, network) => deployment.mayCall(limit, network),
    auth: { system: deployment.system, db, clock, ids, verify: verifierOf(deployment) },
    conversation: (tenantId, id) => deployment.tenant(tenantId).objects.conversation(id),
    tenant: of((ctx) => ctx.objects.team()),
    tenantLimits: of(readTenantLimits),
    search: of((ctx) => ctx.objects.search()),
    ...mcpParts(deployment),
    texts: of(textServices),
    approvals: of(approvalDeps),
    notifications: of(notificationDeps),
    ...webhookServices(deployment),
    mail: of(mailServices),
    archive: of((ctx) => ctx.files.archive),
    workspace: of(workspace),
    ...operatorParts(deployment),
    ...settingsParts(deployment),
    ...projectParts(deployment),
    schedules: (tenantId, timeZone) => scheduleDeps(deployment.tenant(tenantId), timeZone),
    handOutSlot: (tenantId, due) => handOutSlots(deployment.tenant(tenantId), [due]),
    alertAdmins: (tenantId, alert) => alertAdmins(notificationDeps(deployment.tenant(tenantId)), alert),
  };
}
