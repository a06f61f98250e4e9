/**
 * An action that a person takes themselves. The same person proposes and approves it in one step, through
 * the same ledger and with the same receipt as a proposal of the agent. No one else is asked. The agent is
 * notified but doesn't continue from it.
 */
import { HOUR_MS, isoTime } from "../kernel/clock.ts";
import type { Approval } from "./api/approval.ts";
import { carryOut } from "./decide.ts";
import { describe } from "./describe.ts";
import { markThreadStale } from "./mark-stale.ts";
import type { StaleReason } from "./stale-reasons.ts";
import type { ApprovalDeps, Resolved } from "./ports.ts";
import { approvalIdOf, columnsOf, insertApproval } from "./propose.ts";
import { startTime } from "./start-time.ts";
import { findLoaded } from "./store.ts";
import { DIRECT_RULE, type Arguments, type Person } from "./types.ts";

/** Runs now. Drafts that wait on this thread become stale for the given reason. */
interface Now {
  readonly supersedes: { readonly threadKey: string; readonly reason: StaleReason };
}

/** Runs at a later time, and only if no one has written on the thread by then. */
interface Later {
  readonly notBeforeMs: number;
  readonly threadKey: string;
}

/** `actId` is chosen by the client and makes a repeat safe. */
interface DirectAct {
  readonly actId: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  /** Stored in place of a tool name. */
  readonly tool: string;
  readonly arguments: Arguments;
  readonly resolution: Resolved;
  readonly by: Person;
  readonly when: Now | Later;
}

/** The approval of an earlier act with this ID; null if there is none. */
export async function findDirectAct(
  deps: ApprovalDeps,
  act: Pick<DirectAct, "actId" | "conversationId">,
): Promise<Approval | null> {
  const id = await approvalIdOf(deps.db.tenantId, act.conversationId, callIdOf(act));
  return (await findLoaded(deps, id)) === null ? null : carryOut(deps, id);
}

/**
 * Executes the act. A repeat with the same ID returns the first result. Failures of the action are returned
 * as the approval's status, not thrown.
 */
export async function actDirectly(deps: ApprovalDeps, act: DirectAct): Promise<Approval> {
  const { resolution, conversationId, conversationTitle, tool, by, when } = act;
  const toolCallId = callIdOf(act);
  const id = await approvalIdOf(deps.db.tenantId, conversationId, toolCallId);
  if ((await findLoaded(deps, id)) === null) {
    const described = describe(deps.effects, resolution, conversationId);
    const policy = await deps.policy();
    await insertApproval(deps, {
      id,
      conversationId,
      conversationTitle,
      turnId: toolCallId,
      runId: toolCallId,
      messageId: null,
      agent: "person",
      toolCallId,
      tool,
      ...columnsOf(described),
      threadKey: isLater(when) ? when.threadKey : null,
      proposedArguments: act.arguments,
      evidence: [],
      rule: DIRECT_RULE,
      expiresAt: isoTime((isLater(when) ? when.notBeforeMs : deps.clock.now()) + HOUR_MS),
      approval: {
        by: { kind: "user", ...by },
        startsAt: startTime(deps, policy, described.effects, isLater(when) ? when : {}),
      },
    });
    if (!isLater(when)) await markThreadStale(deps, when.supersedes.threadKey, when.supersedes.reason);
  }
  return carryOut(deps, id);
}

function isLater(when: Now | Later): when is Later {
  return "notBeforeMs" in when;
}

function callIdOf({ actId }: Pick<DirectAct, "actId">): string {
  return `direct:${actId}`;
}
