/**
 * The guarantee behind the Workflow: takes a tenant's approvals that are due and drives them on, whatever died in between. A few are leased at a
 * time; one that fails is due again when its lease ends, and stops no other.
 */
import { workThrough, type WorkResult } from "../platform/work/index.ts";
import { approvals } from "./tables/approvals.ts";
import { advance } from "./advance.ts";
import type { ApprovalDeps } from "./ports.ts";
import { requestDecision } from "./request-decision.ts";
import { get } from "./store.ts";
import { view } from "./view.ts";

/** Driven on side by side: an effect at a provider that hangs takes its whole time. */
const BATCH_SIZE = 4;
/** Longer than the work's budget; what died under a lease is driven on after it. */
const LEASE_MS = 30_000;

/** Drives on what is due until nothing is, or until a time. One that fails stops no other. Throws where the tables cannot be reached. */
export async function reconcile(deps: ApprovalDeps, untilMs: number): Promise<WorkResult> {
  const how = { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE };
  return workThrough(deps, approvals, how, (due) => Promise.all(due.map(({ id }) => reconcileOne(deps, id))));
}

async function reconcileOne(deps: ApprovalDeps, approvalId: string): Promise<void> {
  const { tenantId } = deps.db;
  try {
    const loaded = await get(deps, approvalId);
    const asked = await requestDecision(deps, await view(deps, loaded)).then(
      () => true,
      (error: unknown) => {
        deps.logger.error("approval.request_failed", { tenantId, approvalId, error });
        return false;
      },
    );
    await advance(deps, approvalId, { checkSoon: !asked, loaded });
    await deps.workflow.nudge(approvalId);
  } catch (error) {
    deps.logger.error("approval.reconcile_failed", { tenantId, approvalId, error });
  }
}
