/** Composition of the tools: the gate with the tenant's policy, admission and approvals behind it. */
import { notifier } from "../../platform/notify.ts";
import type { RunTool } from "../ports.ts";
import { findProposal, listDrafts, withdrawForAgent } from "../../approvals/index.ts";
import { auditStatement } from "../../platform/audit/index.ts";
import { sampleOf } from "../../approvals/earned/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { recordQuotes } from "../../platform/privacy.ts";
import { grantedTools } from "../tools/agent-tools.ts";
import { tenantGate } from "../tools/tenant-gate.ts";
import { EFFECTS } from "../../approvals/wiring/actions.ts";
import { admission } from "./admission.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { approvalServices } from "../../approvals/services.ts";
import { judge } from "./judge.ts";
import { proposing } from "./proposing.ts";
import { tenantHandle } from "../tools/tenant.ts";

/** The gate of one tenant. Services are opened once a run; a call is judged and proposed in the context of its step. */
export function runTool(ctx: TenantContext, stepOf: () => TenantContext = () => ctx): RunTool {
  const db = ctx.db;
  const gate = tenantGate({
    tenant: tenantHandle(ctx, {
      drafts: {
        list: (query) => listDrafts({ db, effects: EFFECTS }, query),
        withdraw: async (asked) => withdrawForAgent(await approvalDeps(ctx), asked),
      },
    }),
    grants: grantedTools,
    effects: EFFECTS,
    lack: (effects) => approvalServices(ctx).lack(effects),
    judge: (call) => judge(stepOf())(call),
    admitToolCall: (id, countedAs) => admission(ctx).admitToolCall(id, countedAs),
    findProposal: async ({ id }, { conversationId }) =>
      findProposal(await approvalDeps(stepOf()), conversationId, id),
    propose: (asked) => proposing(stepOf())(asked),
    sample: (rule, call) => sampleOf(db, rule, { ...call, nowMs: ctx.clock.now() }),
    audit: async (entry) => void (await db.batch([auditStatement(db, entry, ctx.clock.now())])),
    alertAdmins: (code) => notifier(ctx).alertAdmins({ code }),
    clock: ctx.clock,
    logger: ctx.log,
  });
  return async (call, scope) => {
    const answer = await gate(call, scope);
    // Before the answer is kept or shown anywhere.
    if (answer.quotes !== undefined) await recordQuotes(db, scope.conversationId, answer.quotes);
    return answer;
  };
}
