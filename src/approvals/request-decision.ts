/** Puts a stored approval before people: its Workflow, and the alert on their devices. */
import type { ApprovalDeps } from "./ports.ts";
import { isAtRest } from "./state.ts";
import { get } from "./store.ts";
import { view } from "./view.ts";

/**
 * Starts the Workflow of an approval that is not at rest and alerts the team where it is pending. Repeats alert once. The alert is not waited
 * for, so that a slow push service slows no turn; the Workflow's first step sends what did not go out.
 */
export async function requestDecision(deps: ApprovalDeps, id: string): Promise<void> {
  const { row } = await get(deps, id);
  if (isAtRest(row.status)) return;
  await deps.workflow.start(id);
  const alerting = alertForDecision(deps, id).catch((error: unknown) => {
    deps.logger.warn("approval.ring_failed", { approvalId: id, error });
  });
  deps.keepAlive(alerting);
}

/** Alerts the team of a pending approval; for any other it does nothing. Repeats alert once for each `round`: the first is 0. */
export async function alertForDecision(deps: ApprovalDeps, id: string, round = 0): Promise<void> {
  const loaded = await get(deps, id);
  if (loaded.row.status === "pending") await deps.notify(await view(deps, loaded), "requested", round);
}
