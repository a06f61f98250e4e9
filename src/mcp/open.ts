/** Composition of the Model Context Protocol: a team’s own servers, and what clients are served behind one grant. */
import { notifier } from "../platform/notifier.ts";
import type { DeploymentContext, TenantContext } from "../platform/context.ts";
import type { ClientSeal, GrantHolder, Served } from "./server/index.ts";
import { openCredential, sealCredential, needsResealing } from "../integrations/connections/sealed.ts";
import { changedAlert, type ServerDeps } from "./servers/index.ts";
import { workspace } from "../workspace/open.ts";
import { runTool, judge, admission } from "../agent/open.ts";
import { approvalDeps } from "../approvals/open.ts";
import { served } from "./server/tools/index.ts";
import { readProjectWithTasks } from "../projects/index.ts";
import { listConnected } from "../integrations/connections/index.ts";
import { auditStatement } from "../platform/audit/index.ts";
import { getApproval } from "../approvals/index.ts";
import { dayOf } from "../kernel/calendar.ts";

/** Cheap: opens nothing. */
export function serverDeps(ctx: TenantContext): ServerDeps {
  const scopeOf = (connectionId: string) => ({ tenantId: ctx.tenantId, connectionId, field: "mcpToken" });
  const keys = ctx.config.masterKeys;
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    // A separate concurrency limit: hanging servers must not block the team's other calls.
    http: ctx.ownService("mcp"),
    seal: (id, token) => sealCredential(keys, scopeOf(id), token),
    async open(id, sealed) {
      const token = await openCredential(keys, scopeOf(id), sealed);
      const isOld = needsResealing(keys, sealed);
      return { token, resealed: isOld ? await sealCredential(keys, scopeOf(id), token) : null };
    },
    alertChanged: (server, once) => notifier(ctx).alertAdmins(changedAlert(server, once)),
  };
}

/** No team is known when a client makes it. */
const REGISTRATION = { tenantId: "deployment", connectionId: "mcp", field: "client" };

/** Registrations of clients, sealed with the deployment's key. */
export function clientSeal(deployment: DeploymentContext): ClientSeal {
  return {
    seal: (text) => sealCredential(deployment.config.masterKeys, REGISTRATION, text),
    open: (sealed) => openCredential(deployment.config.masterKeys, REGISTRATION, sealed),
  };
}

/** What a grant's holder is served, for one request. */
export function servedTo(ctx: TenantContext, holder: GrantHolder): Served {
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
    project: (its) => readProjectWithTasks(db, its, dayOf(ctx.clock.now(), timeZone)),
  });
}
