/** Composition of what clients of the Model Context Protocol are served: the team's gate, policy, approvals and files behind one grant. */
import { getApproval } from "../../approvals/index.ts";
import { auditStatement } from "../../platform/audit/index.ts";
import { listConnected } from "../../integrations/connections/index.ts";
import { openCredential, sealCredential } from "../../integrations/connections/sealed.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { localDay } from "../../kernel/local-time.ts";
import type { ClientSeal, GrantHolder, Served } from "../server/index.ts";
import { configOf } from "../../platform/config.ts";
import type { Env } from "../../platform/env.ts";
import { readProjectWithTasks } from "../../projects/index.ts";
import { served } from "../server/tools/index.ts";
import { admission } from "../../agent/wiring/admission.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { judge } from "../../approvals/wiring/judge.ts";
import { runTool } from "../../agent/wiring/tools.ts";
import { workspace } from "../../workspace/open.ts";

/** What a grant's holder is served, for one request. */
function servedTo(env: Env, holder: GrantHolder): Served {
  const { id, timeZone } = holder.tenant;
  const db = tenantDb(env, id);
  const { appOrigin, version } = configOf(env);
  return served({
    holder,
    appOrigin,
    version,
    newId: () => systemIds.newId(),
    runTool: (call, scope) => runTool(env, id)(call, scope),
    judge: judge(env, id),
    admit: (callId, countedAs) => admission(env, id).admitToolCall(callId, countedAs),
    audit: async (entry) => void (await db.batch([auditStatement(db, entry, systemClock.now())])),
    connected: () => listConnected(db),
    approval: async (approvalId) => getApproval(await approvalDeps(env, id), approvalId),
    files: () => workspace(env, id),
    project: (its) => readProjectWithTasks(db, its, localDay(systemClock.now(), timeZone)),
  });
}

/** No team is known when a client makes it. */
const REGISTRATION = { tenantId: "deployment", connectionId: "mcp", field: "client" };

/** Registrations of clients, sealed with the deployment's key. */
function oauthClients(env: Env): ClientSeal {
  return {
    seal: (text) => sealCredential(env.MASTER_KEYS, REGISTRATION, text),
    open: (sealed) => openCredential(env.MASTER_KEYS, REGISTRATION, sealed),
  };
}

/** What the web server needs of it. */
export function mcpParts(env: Env) {
  return {
    oauthClients: oauthClients(env),
    served: (holder: GrantHolder) => servedTo(env, holder),
    mayRequest: async ({ grant }: GrantHolder) => (await env.MCP_REQUESTS.limit({ key: grant.id })).success,
  };
}
