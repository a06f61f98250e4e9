/**
 * A person does something outside themselves: proposal and decision in one act, by the same person, through the same ledger, with the same
 * receipt as anything the agent proposed. No one else is asked, and the agent hears of it and does not continue from it.
 */
import { isoTime } from "../kernel/clock.ts";
import type { Approval } from "./api/approval.ts";
import { carryOut } from "./decide.ts";
import { describe } from "./describe.ts";
import { markThreadStale } from "./mark-stale.ts";
import type { StaleReason } from "./stale-reasons.ts";
import type { ApprovalDeps, Resolved } from "./ports.ts";
import { approvalIdOf, columnsOf, insertApproval } from "./propose.ts";
import { startTime } from "./start-time.ts";
import { find } from "./store.ts";
import { DIRECT_RULE, type Arguments, type Person } from "./types.ts";

const HOUR_MS = 3_600_000;

/** Drafts that wait on this thread no longer fit, because of it. */
interface Now {
  readonly supersedes: { readonly threadKey: string; readonly reason: StaleReason };
}

/** Not before a time, and only if on this thread nothing has come and nobody has written by then. */
interface Later {
  readonly notBeforeMs: number;
  readonly threadKey: string;
}

/** What a person does themselves. `actId` is their client's own id of it. */
interface DirectAct {
  readonly actId: string;
  readonly conversationId: string;
  readonly conversationTitle: string;
  /** Names the act where a tool's name stands otherwise. */
  readonly tool: string;
  readonly arguments: Arguments;
  readonly resolution: Resolved;
  readonly by: Person;
  readonly when: Now | Later;
}

/** What a person did under this id before; null where nothing. */
export async function findDirectAct(
  deps: ApprovalDeps,
  act: Pick<DirectAct, "actId" | "conversationId">,
): Promise<Approval | null> {
  const id = await approvalIdOf(deps.db.tenantId, act.conversationId, callIdOf(act));
  return (await find(deps, id)) === null ? null : carryOut(deps, id);
}

/** Performs it; a repeat with the same id answers with what the first did. What does not go through is reported as a state, not thrown. */
export async function actDirectly(deps: ApprovalDeps, act: DirectAct): Promise<Approval> {
  const { resolution, conversationId, conversationTitle, tool, by, when } = act;
  const toolCallId = callIdOf(act);
  const id = await approvalIdOf(deps.db.tenantId, conversationId, toolCallId);
  if ((await find(deps, id)) === null) {
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
