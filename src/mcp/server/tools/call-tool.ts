/**
 * A client's call: the catalogue's tool through the gate, as the grant's member. What the client has read is not known, so it counts as text from outside
 * and nothing in its arguments as anybody's own words. What would act outside answers with the approval that somebody decides.
 */
import { MCP_CONVERSATION } from "../../../approvals/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Json } from "../../../kernel/hash.ts";
import { RPC, RpcError, type CallResult, type GrantHolder, type Params, type ServedTool } from "../index.ts";
import type { Approval } from "../../../approvals/api/approval.ts";
import type { McpScope } from "../../api/mcp.ts";
import type { ToolAnswer } from "../../../agent/runs/index.ts";
import { findTool } from "../../../features/toolsets.ts";
import type { ServedDeps } from "./ports.ts";
import { MCP_AGENT, scopeOf, servedNames } from "./served-tools.ts";

/** The tool that tells what became of a proposal. */
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

/** Throws RpcError (403) where the grant doesn't allow this; its data names the scope, so that a client can ask for it. */
export function requireScope({ grant }: GrantHolder, scope: McpScope): void {
  if (grant.scopes.includes(scope)) return;
  throw new RpcError(RPC.refused, "This access doesn't allow that.", { status: 403, data: { scope } });
}

/** Calls a tool. Throws RpcError for one that isn't served. */
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
      speaker: { kind: "user", id: user.id, name: user.name },
      recentTexts: [],
    },
  );
  // No approval and no conversation tells of a change of records.
  if (entry.tool.effect === "internal" && answered.status === "ok") {
    await deps.audit({
      id: `audit.${callId}`,
      actor: { kind: "user", id: user.id, name: user.name },
      action: "access.used",
      subject: { kind: "access", id: grant.id },
      sentence: `${grant.name}, for ${user.name}: ${entry.tool.done}.`,
    });
  }
  return resultOf(answered, deps.appOrigin);
}

/** Where what a grant proposes stands in the place of a conversation. */
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

/** Without the right to read records a grant sees its own proposals alone. */
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
