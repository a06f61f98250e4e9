/** What MCP clients are served: the team's gate, policy, approvals and files behind one grant. */
import { getApproval } from "../../approvals/index.ts";
import { auditStatement } from "../../platform/audit/index.ts";
import { listConnected } from "../../integrations/connections/index.ts";
import { openCredential, sealCredential } from "../../integrations/connections/sealed.ts";
import { localDay } from "../../kernel/local-time.ts";
import type { ClientSeal, GrantHolder, Served } from "../server/index.ts";
import type { DeploymentContext, TenantContext } from "../../platform/context.ts";
import { readProjectWithTasks } from "../../projects/index.ts";
import { served } from "../server/tools/index.ts";
import { admission } from "../../agent/wiring/admission.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { judge } from "../../approvals/wiring/judge.ts";
import { runTool } from "../../agent/wiring/tools.ts";
import { workspace } from "../../workspace/open.ts";

/** Per request. */
function servedTo(ctx: TenantContext, holder: GrantHolder): Served {
  const { timeZone } = holder.tenant;
  const { db } = ctx;
  const { appOrigin, version } = ctx.config;
  return served({
    holder,
    appOrigin,
    version,
    newId: () => ctx.ids.newId(),
    runTool: (call, scope) => runTool(ctx)(call, scope),
    judge: judge(ctx),
    admit: (callId, countedAs) => admission(ctx).admitToolCall(callId, countedAs),
    audit: async (entry) => void (await db.batch([auditStatement(db, entry, ctx.clock.now())])),
    connected: () => listConnected(db),
    approval: async (approvalId) => getApproval(await approvalDeps(ctx), approvalId),
    files: () => workspace(ctx),
    project: (its) => readProjectWithTasks(db, its, localDay(ctx.clock.now(), timeZone)),
  });
}

/** Registrations belong to the deployment: no team is known yet. */
const REGISTRATION = { tenantId: "deployment", connectionId: "mcp", field: "client" };

function oauthClients(deployment: DeploymentContext): ClientSeal {
  return {
    seal: (text) => sealCredential(deployment.config.masterKeys, REGISTRATION, text),
    open: (sealed) => openCredential(deployment.config.masterKeys, REGISTRATION, sealed),
  };
}

export function mcpParts(deployment: DeploymentContext) {
  return {
    oauthClients: oauthClients(deployment),
    served: (holder: GrantHolder) => servedTo(deployment.tenant(holder.tenant.id), holder),
    mayRequest: ({ grant }: GrantHolder) => deployment.mayCall("mcp", grant.id),
  };
}
