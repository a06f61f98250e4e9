/**
 * One instance per approval: alerts, waits, and wakes `advance`. The decision is always read from D1: a late, early, duplicate or foreign
 * event only wakes the instance. The class name, step names and event type are persisted: never rename them.
 */
import { waitUntil, WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { approvalDeps } from "../src/approvals/open.ts";
import { advance, alertIfNone } from "../src/approvals/index.ts";
import { decisionEvent } from "../src/approvals/approval-workflow.ts";
import { contextOf } from "../src/platform/context.ts";
import type { ApprovalParams, Env } from "../src/platform/env.ts";
import { systemLogger } from "../src/platform/logger.ts";

/** Maximum wake-ups per instance; afterwards only the reconciler drives an open approval. */
const ROUNDS = 100;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 7 * 24 * 3_600_000;
/** Steps may run again: everything they call is idempotent. */
const STEP = {
  retries: { limit: 5, delay: "5 seconds", backoff: "exponential" },
  timeout: "2 minutes",
} as const;

export class ApprovalWorkflow extends WorkflowEntrypoint<Env, ApprovalParams> {
  override async run(event: Readonly<WorkflowEvent<ApprovalParams>>, step: WorkflowStep): Promise<void> {
    const { tenantId, approvalId } = event.payload;
    await step.do("notify", STEP, async () => {
      await alertIfNone(
        await approvalDeps(contextOf(this.env, { keepAlive: waitUntil }).tenant(tenantId)),
        approvalId,
      );
    });
    for (let round = 0; round < ROUNDS; round++) {
      const waitMs = await this.#advance(step, round, event.payload);
      if (waitMs === null) return;
      const timeout = Math.min(Math.max(waitMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
      try {
        await step.waitForEvent(`wait ${round}`, { type: decisionEvent(approvalId), timeout });
      } catch {
        systemLogger.info("approval.wait_over", { tenantId, approvalId });
      }
    }
  }

  /** Delay before the next round in ms; null when settled. A step that failed permanently is retried after a minute. */
  async #advance(step: WorkflowStep, round: number, params: ApprovalParams): Promise<number | null> {
    const { tenantId, approvalId } = params;
    try {
      const progress = await step.do(`advance ${round}`, STEP, async () => {
        const { status, waitMs } = await advance(
          await approvalDeps(contextOf(this.env, { keepAlive: waitUntil }).tenant(tenantId)),
          approvalId,
        );
        return { status, waitMs };
      });
      return progress.waitMs;
    } catch (error) {
      systemLogger.error("approval.step_failed", { tenantId, approvalId, attempt: round, error });
      return 60_000;
    }
  }
}
