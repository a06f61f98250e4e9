/**
 * What the system does outside by itself (labels on e-mails, commits of the mirror, the text to somebody on call): an effect like any other, approved
 * by an admin's standing rule, performed at once through the same ledger. No model is involved and no conversation hears of it.
 */
import { STEWARD } from "../platform/audit/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Approval } from "./api/approval.ts";
import { carryOut } from "./decide.ts";
import { describe } from "./describe.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";
import { approvalIdOf, columnsOf, insertApproval } from "./propose.ts";
import { SYSTEM_CONVERSATION } from "./standalone.ts";
import { startTime } from "./start-time.ts";

const HOUR_MS = 3_600_000;

export interface SystemAct {
  /** Its own id: a repeat does nothing new. */
  readonly id: string;
  /** Names the act where a tool's name stands otherwise. Persisted. */
  readonly tool: string;
  /** What it belongs to, such as "GitHub mirror". */
  readonly conversationTitle: string;
  /** The standing rule that allows it, such as `standing.github_mirror`. Persisted. */
  readonly rule: string;
  readonly effect: EffectBytes;
}

/** Performs it as far as it goes now; a repeat answers with what the first did. */
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
    // It is no draft: news on the thread does not outdate it.
    threadKey: null,
    proposedArguments: {},
    evidence: [],
    rule,
    expiresAt: isoTime(deps.clock.now() + policy.approvalExpiryHours * HOUR_MS),
    approval: { by: STEWARD, startsAt: startTime(deps, policy, described.effects, { holdSeconds: 0 }) },
  });
  return carryOut(deps, id);
}
