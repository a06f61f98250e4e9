/** Withdraws a proposal before it is decided. */
import { STEWARD, type Actor } from "../platform/audit/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Approval } from "./api/approval.ts";
import { alreadyDecided } from "./conflicts.ts";
import { followDecision } from "./decide.ts";
import { endedSample, sampleTally } from "./decision-tallies.ts";
import type { ApprovalDeps } from "./ports.ts";
import { assertMayDecide } from "./who-decides.ts";
import { isReplacedBy, mayChange, newerDraft } from "./replace.ts";
import { get, ifWonBy, move } from "./store.ts";
import type { ApprovalRow, NamedDraft, Person } from "./types.ts";

/** Withdraws a pending approval. Idempotent. Throws `not_found`, `already_decided`. */
export async function withdraw(
  deps: ApprovalDeps,
  input: { readonly approvalId: string; readonly by: Actor; readonly reason?: string },
): Promise<Approval> {
  const { row, effects } = await get(deps, input.approvalId);
  const { kind, id, name } = input.by;
  if (kind === "user") await assertMayDecide(deps, effects, { by: { id, name } });
  const withdrawn = row.status === "withdrawn" ? row : await record(deps, row, input);
  return followDecision(deps, row.id, { loaded: { row: withdrawn, effects } });
}

/** A draft an agent withdraws, with the conversation and the reason. */
export interface AgentWithdrawal extends NamedDraft {
  readonly agent: string;
  readonly conversationId: string;
  /** The person speaking to the agent; null if no person is. */
  readonly speaker: Person | null;
  readonly reason: string;
}

/**
 * Withdraws a pending draft for an agent: one of its own conversation, or any if a member asked for it.
 * Effects on the conversation run in the background, because it may be the one that is asking. Returns the
 * draft's title. Throws `not_found`, `already_decided`, `forbidden`.
 */
export async function withdrawForAgent(deps: ApprovalDeps, asked: AgentWithdrawal): Promise<string> {
  const { row, effects } = await get(deps, asked.approvalId);
  if (row.conversationId !== asked.conversationId && asked.speaker !== null)
    await assertMayDecide(deps, effects, { by: asked.speaker });
  if (!(await mayChange(row, asked)))
    throw new AppError(
      "forbidden",
      "It belongs to another conversation. A person’s newest message has to ask for that and name the draft: ask them, or tell them to reject it themselves.",
    );
  const whose = row.conversationId === asked.conversationId ? "own" : "theirs";
  if (row.edited && !(await asked.onPersonsWord(row, whose)))
    throw new AppError("forbidden", "A person has edited it: only a person can have it withdrawn.");
  const newer = await newerDraft(deps, row);
  if (newer !== null) throw new AppError("already_decided", isReplacedBy(newer));
  if (row.status !== "withdrawn") {
    const name = asked.speaker === null ? STEWARD.name : `${STEWARD.name}, for ${asked.speaker.name}`;
    const by = { kind: "agent", id: asked.agent, name } as const;
    await record(deps, row, { by, reason: asked.reason });
  }
  deps.keepAlive(
    followDecision(deps, row.id).catch((error: unknown) => {
      deps.logger.warn("approval.advance_failed", { approvalId: row.id, error });
    }),
  );
  return row.title;
}

async function record(
  deps: ApprovalDeps,
  row: ApprovalRow,
  { by, reason }: { readonly by: Actor; readonly reason?: string },
): Promise<ApprovalRow> {
  if (row.status !== "pending") throw alreadyDecided(row);
  const sample = await sampleTally(deps, row);
  const withdrawn = await move(deps, row, {
    to: "withdrawn",
    set: {
      reason: reason ?? null,
      decidedById: by.id,
      decidedByName: by.name,
      decidedAt: isoTime(deps.clock.now()),
    },
    audit: [{ actor: by, action: "approval.withdrawn", sentence: `${by.name} withdrew: ${row.title}` }],
    follow: (moveId) => endedSample(deps, sample, { isFailed: true, won: ifWonBy(row.id, moveId) }),
  });
  if (withdrawn === null) throw alreadyDecided((await get(deps, row.id)).row);
  return withdrawn;
}
