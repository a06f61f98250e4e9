/**
 * Composition of the tools: the gate with the tenant's policy, admission, approvals and phone system behind
 * it.
 */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import type { IsRead, RunTool, SummarizeCall, ToolCall, TurnScope } from "../agents/ports.ts";
import { grantsOf } from "../agents/registry.ts";
import { approvalIdOf, getApproval, propose } from "../approvals/index.ts";
import { auditStatement } from "../audit/index.ts";
import { dbFor, type TenantDb } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { formatNumber } from "../kernel/phone.ts";
import { alertAdmins } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { decidePolicy, getPolicy } from "../policy/index.ts";
import type { Policy, ToolPower } from "../protocol/account.ts";
import type { Approval, Lint } from "../protocol/approval.ts";
import { groupOf } from "../texts/index.ts";
import { createGate } from "../tools/execute.ts";
import { modelTools } from "../tools/model-tools.ts";
import { powers } from "../tools/powers.ts";
import { isRead, summarizeCall } from "../tools/summarize.ts";
import { admission } from "./admission.ts";
import { approvalDeps } from "./approvals.ts";
import { codeSandbox } from "./code.ts";
import { openMail } from "./google.ts";
import { notificationDeps } from "./notifications.ts";
import { texting } from "./resolver.ts";
import { teamFiles } from "./workspace.ts";
import { scheduleDeps } from "./schedules.ts";
import { timeZoneOf } from "./jobs.ts";
import { recordsOf } from "./text-records.ts";

/** Tools as a tenant's turns and pages use them. */
export interface ToolRuntime {
  readonly runTool: RunTool;
  readonly summarize: SummarizeCall;
  readonly isRead: IsRead;
  /** The tools of an agent in fixed order, byte for byte the same each time. */
  modelTools(agent: string): Tool[];
  powers(policy: Policy): ToolPower[];
}

/** Makes the runtime of one tenant. Make one per turn or request: it keeps the phone system it opened. */
export async function toolRuntime(env: Env, tenantId: string): Promise<ToolRuntime> {
  const db = dbFor(env.DB, tenantId);
  const runTool = createGate({
    tenantId,
    clock: systemClock,
    logger: systemLogger,
    texting: texting(env, tenantId),
    schedules: async () => scheduleDeps(env, tenantId, await timeZoneOf(env, tenantId)),
    mailFor: (conversationId, speaker) => openMail(env, tenantId, { conversationId, speaker }),
    runCode: codeSandbox(env),
    files: () => teamFiles(env, tenantId),
    texts: recordsOf(env, tenantId),
    grants: grantsOf,
    judge: async (call) => decidePolicy(call, { policy: (await getPolicy(db)).policy }),
    admission: admission(env, tenantId),
    findProposal: (call, scope) => findProposal(env, tenantId, call, scope),
    propose: async ({ call, scope, resolution, rule, allowed }) =>
      propose(await approvalDeps(env, tenantId), {
        scope,
        toolCallId: call.id,
        tool: call.name,
        arguments: call.input,
        resolution,
        rule,
        allowed,
        lints: await groupLints(db, resolution.threadKey),
      }),
    audit: async (entry) => {
      await db.batch([auditStatement(db, entry, systemClock.now())]);
    },
    alertAdmins: (code) => alertAdmins(notificationDeps(env, tenantId), { code }),
  });
  return {
    runTool,
    summarize: summarizeCall,
    isRead,
    modelTools: (agent) => modelTools(grantsOf(agent)),
    powers,
  };
}

/** A reply to somebody whose last text went to a group reaches nobody else of it: whoever approves is told. */
async function groupLints(db: TenantDb, threadKey: string | null): Promise<Lint[]> {
  if (threadKey?.startsWith("sms:") !== true) return [];
  const others = (await groupOf(db, threadKey.slice("sms:".length))).map(formatNumber);
  if (others.length === 0) return [];
  const message = `Their last text went to a group, also to ${others.join(", ")}. This goes to them alone.`;
  return [{ code: "group_text", level: "warning", message, path: null }];
}

async function findProposal(
  env: Env,
  tenantId: string,
  call: ToolCall,
  scope: TurnScope,
): Promise<Approval | null> {
  try {
    const id = await approvalIdOf(tenantId, scope.conversationId, call.id);
    return await getApproval(await approvalDeps(env, tenantId), id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
