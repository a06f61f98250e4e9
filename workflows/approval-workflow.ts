/**
 * One instance per approval: waits, wakes `advance`, and alerts people if its run could not. The decision is always read from D1: a late, early, duplicate or foreign
 * event only wakes the instance. The class name, step names and event type are persisted: never rename them.
 */
import { waitUntil, WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { approvalDeps } from "../src/approvals/open.ts";
import { advance, alertOfDraft } from "../src/approvals/index.ts";
import { decisionEvent } from "../src/approvals/approval-workflow.ts";
import { AppError } from "../src/kernel/errors.ts";
import { contextOf } from "../src/platform/context.ts";
import type { ApprovalParams, Env } from "../src/platform/env.ts";
import { systemLogger } from "../src/platform/logger.ts";

/** Maximum wake-ups per instance; afterwards only the reconciler drives an open approval. */
const ROUNDS = 100;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 7 * 24 * 3_600_000;
/** By then the run that drafted it has alerted people; if it died, the workflow does. */
const ALERT_AFTER_MS = 20_000;
/** Steps may run again: everything they call is idempotent. */
const STEP = {
  retries: { limit: 5, delay: "5 seconds", backoff: "exponential" },
  timeout: "2 minutes",
} as const;

const ERASED = { status: "erased", waitMs: null } as const;

/** What the work answers; null if the approval or its team is gone, which no repeat brings back. */
async function unlessErased<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

export class ApprovalWorkflow extends WorkflowEntrypoint<Env, ApprovalParams> {
  override async run(event: Readonly<WorkflowEvent<ApprovalParams>>, step: WorkflowStep): Promise<void> {
    const { tenantId, approvalId } = event.payload;
    for (let round = 0; round < ROUNDS; round++) {
      const waitMs = await this.#advance(step, round, event.payload);
      if (waitMs === null) return;
      const longestMs = round === 0 ? ALERT_AFTER_MS : LONGEST_WAIT_MS;
      const timeout = Math.min(Math.max(waitMs, SHORTEST_WAIT_MS), longestMs);
      try {
        await step.waitForEvent(`wait ${round}`, { type: decisionEvent(approvalId), timeout });
      } catch {
        systemLogger.info("approval.wait_over", { tenantId, approvalId });
        if (round === 0) await this.#notify(step, event.payload);
      }
    }
  }

  /** Alerts the team, if the run that drafted it could not. */
  async #notify(step: WorkflowStep, { tenantId, approvalId }: ApprovalParams): Promise<void> {
    await step.do("notify", STEP, async () => {
      const deps = await approvalDeps(contextOf(this.env, { keepAlive: waitUntil }).tenant(tenantId));
      await unlessErased(async () => alertOfDraft(deps, approvalId));
    });
  }

  /** Delay before the next round in ms; null when settled. A step that failed permanently is retried after a minute. */
  async #advance(step: WorkflowStep, round: number, params: ApprovalParams): Promise<number | null> {
    const { tenantId, approvalId } = params;
    try {
      const progress = await step.do(`advance ${round}`, STEP, async () => {
        const deps = await approvalDeps(contextOf(this.env, { keepAlive: waitUntil }).tenant(tenantId));
        const driven = await unlessErased(() => advance(deps, approvalId));
        return driven === null ? ERASED : { status: driven.status, waitMs: driven.waitMs };
      });
      return progress.waitMs;
    } catch (error) {
      systemLogger.error("approval.step_failed", { tenantId, approvalId, attempt: round, error });
      return 60_000;
    }
  }
}
