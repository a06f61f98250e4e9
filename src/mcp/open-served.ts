/** Composition of what clients of the Model Context Protocol are served: the team's gate, policy, approvals and files behind one grant. */
import { workspace } from "../workspace/open.ts";
import { runTool } from "../agent/wiring/tools.ts";
import { judge } from "../agent/wiring/judge.ts";
import { approvalDeps } from "../approvals/open.ts";
import { admission } from "../agent/wiring/admission.ts";
import { served } from "./server/tools/index.ts";
import { readProjectWithTasks } from "../projects/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { GrantHolder, Served } from "./server/index.ts";
import { listConnected } from "../integrations/connections/index.ts";
import { auditStatement } from "../platform/audit/index.ts";
import { getApproval } from "../approvals/index.ts";
import { dayOf } from "../kernel/calendar.ts";

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
