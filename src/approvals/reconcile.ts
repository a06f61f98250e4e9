/**
 * Drives due approvals whose Workflow died or is late. A few are leased at a time. One that fails is due
 * again when its lease ends and doesn't stop the others.
 */
import { workThrough, type WorkResult } from "../platform/work/index.ts";
import { approvals } from "./tables/approvals.ts";
import { advance } from "./advance.ts";
import { show } from "./announce.ts";
import { houseNow, readWaiting } from "./house-rules.ts";
import type { ApprovalDeps } from "./ports.ts";
import { requestDecision } from "./request-decision.ts";
import { amend, get, type Loaded } from "./store.ts";
import { view } from "./view.ts";

/** Approvals driven in parallel. A provider that hangs holds its place until the timeout. */
const BATCH_SIZE = 4;
/** Longer than the time budget of one run, so that only a dead run loses its lease. */
const LEASE_MS = 30_000;

/** Drives due approvals until none is left or the time is up. Throws if the tables can't be reached. */
export async function reconcile(deps: ApprovalDeps, untilMs: number): Promise<WorkResult> {
  const how = { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE };
  return workThrough(deps, approvals, how, (due) => Promise.all(due.map(({ id }) => reconcileOne(deps, id))));
}

async function reconcileOne(deps: ApprovalDeps, approvalId: string): Promise<void> {
  const { tenantId } = deps.db;
  try {
    const loaded = await withHouseRules(deps, await get(deps, approvalId));
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

/** A pending draft as rules that came into force since it was made leave it. Pages that show it hear of those that bind it. */
async function withHouseRules(deps: ApprovalDeps, loaded: Loaded): Promise<Loaded> {
  const { row, effects } = loaded;
  if (row.status !== "pending" || (await deps.policy()).houseRules.length === 0) return loaded;
  const lints = await readWaiting(deps, { ...row, effects });
  const amended = lints === null ? null : await amend(deps, row, { lints });
  const read = amended === null ? loaded : { row: amended, effects };
  const { binding } = await houseNow(deps, row.conversationId, { ...read.row, effects });
  if (amended !== null || binding.length > 0) await show(deps, read);
  return read;
}
