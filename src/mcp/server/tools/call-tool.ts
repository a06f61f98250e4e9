/**
 * A client's tool call, run through the gate as the grant's member. What the client has read is unknown, so the call counts as influenced
 * by external content, and no argument counts as the member's own words. External effects return the approval to be decided.
 */
import { MCP_CONVERSATION } from "../../../approvals/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Json } from "../../../kernel/hash.ts";
import { RPC, RpcError, type CallResult, type GrantHolder, type Params, type ServedTool } from "../index.ts";
import type { Approval } from "../../../approvals/api/approval.ts";
import type { McpScope } from "../../api/mcp.ts";
import type { ToolAnswer } from "../../../agent/runs/index.ts";
import { MCP_AGENT, findTool, servedNames } from "../../../agent/tools/catalogue.ts";
import type { ServedDeps } from "./ports.ts";
import { scopeOf } from "./served-tools.ts";
import { userActor } from "../../../platform/audit/index.ts";

/** Reports the outcome of a proposal. */
export const APPROVAL_STATUS: ServedTool = {
  name: "approval_status",
  title: "Check an approval",
  description:
    "What became of something you proposed: whether it still waits, was approved, edited, rejected (with the reason), sent or failed.",
  inputSchema: {
    type: "object",
    properties: {
      approvalId: { type: "string", description: "As the tool that proposed it answered" },
    },
    required: ["approvalId"],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** Throws RpcError (403) if the grant lacks the scope; the error data names the scope, so that a client can request it. */
export function requireScope({ grant }: GrantHolder, scope: McpScope): void {
  if (grant.scopes.includes(scope)) return;
  throw new RpcError(RPC.refused, "This access doesn't allow that.", { status: 403, data: { scope } });
}

/** Throws RpcError for a tool that isn't served. */
export async function callTool(deps: ServedDeps, name: string, args: Params): Promise<CallResult> {
  if (name === APPROVAL_STATUS.name) return approvalStatus(deps, args);
  const entry = servedNames().includes(name) ? findTool(name) : null;
  if (entry === null) throw new RpcError(RPC.invalidParams, "There's no such tool.");
  const { holder } = deps;
  requireScope(holder, scopeOf(entry.tool));
  const { user, tenant, grant } = holder;
  const callId = `mcp_${deps.newId()}`;
  const answered = await deps.runTool(
    { id: callId, name, input: args as Readonly<Record<string, Json>> },
    {
      tenantId: tenant.id,
      timeZone: tenant.timeZone,
      conversationId: placeOf(holder),
      conversationTitle: `${grant.name}, for ${user.name}`,
      runId: callId,
      agent: MCP_AGENT,
      speaker: userActor(user),
      recentTexts: [],
    },
  );
  // Record changes have no approval or conversation, so they are audited here.
  if (entry.tool.effect === "internal" && answered.status === "ok") {
    await deps.audit({
      id: `audit.${callId}`,
      actor: userActor(user),
      action: "access.used",
      subject: { kind: "access", id: grant.id },
      sentence: `${grant.name}, for ${user.name}: ${entry.tool.done}.`,
    });
  }
  return resultOf(answered, deps.appOrigin);
}

/** Stands in for a conversation in a grant's proposals. */
function placeOf({ grant }: GrantHolder): string {
  return `${MCP_CONVERSATION}${grant.id}`;
}

function resultOf({ approvals, content, isError }: ToolAnswer, appOrigin: string): CallResult {
  const [approval] = approvals;
  if (approval === undefined) {
    return { content: [{ type: "text", text: content }], ...(isError ? { isError } : {}) };
  }
  return structured({
    ...(JSON.parse(content) as Readonly<Record<string, Json>>),
    link: linkTo(approval.id, appOrigin),
    next: "Somebody on the team decides. Ask approval_status with this approvalId for what became of it.",
  });
}

function structured(data: Readonly<Record<string, Json>>): CallResult {
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data };
}

function linkTo(approvalId: string, appOrigin: string): string {
  return `${appOrigin}/approvals/${approvalId}`;
}

/** Without `records:read`, a grant sees only its own proposals. */
async function approvalStatus(deps: ServedDeps, args: Params): Promise<CallResult> {
  const { holder, appOrigin } = deps;
  const id = args["approvalId"];
  const approval = typeof id === "string" ? await approvalOrNull(deps, id) : null;
  const isSeen = holder.grant.scopes.includes("records:read") || approval?.conversationId === placeOf(holder);
  if (approval === null || !isSeen) {
    return { content: [{ type: "text", text: "There's no approval with that id." }], isError: true };
  }
  const { status, title, target, edited, decidedBy, reason, staleReason, expiresAt } = approval;
  return structured({
    approvalId: approval.id,
    status,
    title,
    to: target,
    edited,
    ...(decidedBy === null ? {} : { decidedBy: decidedBy.name }),
    ...(reason === null ? {} : { reason }),
    ...(staleReason === null ? {} : { staleReason }),
    ...(status === "pending" ? { expiresAt } : {}),
    link: linkTo(approval.id, appOrigin),
  });
}

async function approvalOrNull(deps: ServedDeps, id: string): Promise<Approval | null> {
  try {
    return await deps.approval(id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
