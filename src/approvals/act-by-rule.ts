/**
 * External actions of the system itself: labels on e-mails, commits of the GitHub mirror, the text to an
 * on-call member. An admin's standing rule approves them, and they run at once through the same ledger as
 * any other effect. No model is involved, and no conversation is notified.
 */
import { STEWARD } from "../platform/audit/index.ts";
import { HOUR_MS, isoTime } from "../kernel/clock.ts";
import type { Approval } from "./api/approval.ts";
import { carryOut } from "./decide.ts";
import { describe } from "./describe.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";
import { approvalIdOf, columnsOf, insertApproval } from "./propose.ts";
import { SYSTEM_CONVERSATION } from "./system-conversations.ts";
import { startTime } from "./start-time.ts";

export interface SystemAct {
  /** Caller-chosen ID. A repeat with the same ID does nothing. */
  readonly id: string;
  /** Stored in place of a tool name. Persisted. */
  readonly tool: string;
  /** What it belongs to, such as "GitHub mirror". */
  readonly conversationTitle: string;
  /** The standing rule that allows it, such as `standing.github_mirror`. Persisted. */
  readonly rule: string;
  readonly effect: EffectBytes;
}

/** Executes the act. A repeat returns the approval of the first call. */
export async function actByRule(deps: ApprovalDeps, act: SystemAct): Promise<Approval> {
  const { id: toolCallId, tool, conversationTitle, rule, effect } = act;
  const id = await approvalIdOf(deps.db.tenantId, SYSTEM_CONVERSATION, toolCallId);
  const resolution = { kind: "resolved", effects: [effect], observed: [], lints: [], urgent: false } as const;
  const described = describe(deps.effects, resolution, SYSTEM_CONVERSATION);
  const policy = await deps.policy();
  await insertApproval(deps, {
    id,
    conversationId: SYSTEM_CONVERSATION,
    conversationTitle,
    turnId: toolCallId,
    runId: toolCallId,
    messageId: null,
    agent: STEWARD.id,
    toolCallId,
    tool,
    ...columnsOf(described),
    // Without a thread key, new messages don't make it stale.
    threadKey: null,
    proposedArguments: {},
    evidence: [],
    rule,
    expiresAt: isoTime(deps.clock.now() + policy.approvalExpiryHours * HOUR_MS),
    approval: { by: STEWARD, startsAt: startTime(deps, policy, described.effects, { holdSeconds: 0 }) },
  });
  return carryOut(deps, id);
}
