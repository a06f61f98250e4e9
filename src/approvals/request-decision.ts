/** Puts a stored approval before people: its Workflow, and the alert on their devices. */
import type { Approval } from "./api/approval.ts";
import type { ApprovalDeps } from "./ports.ts";
import { isAtRest } from "./state.ts";
import { get, type Loaded } from "./store.ts";
import { view } from "./view.ts";

/**
 * Alerts the team of an approval that is pending, and starts its Workflow where it is not at rest. Repeats alert once. Resolves once the
 * alert is recorded, so that a slow push service delays no turn; the notification sweep delivers what is left.
 */
export async function requestDecision(deps: ApprovalDeps, approval: Approval): Promise<void> {
  const { id, status } = approval;
  if (isAtRest(status)) return;
  const { promise: recorded, resolve } = Promise.withResolvers<void>();
  const asked = status === "pending" ? deps.notify(approval, "requested", 0, resolve) : Promise.resolve();
  const alerting = asked
    .catch((error: unknown) => {
      deps.logger.warn("approval.ring_failed", { approvalId: id, error });
    })
    .finally(resolve);
  deps.keepAlive(alerting);
  await recorded;
  await deps.workflow.start(id);
}

/** Alerts the team of a pending approval; for any other it does nothing. Repeats alert once for each `round`: the first is 0. */
export async function alertForDecision(deps: ApprovalDeps, loaded: Loaded, round = 0): Promise<void> {
  if (loaded.row.status === "pending") await deps.notify(await view(deps, loaded), "requested", round);
}

/** The same where nobody has alerted the team yet: the proposal died before it could. */
export async function alertIfNone(deps: ApprovalDeps, id: string): Promise<void> {
  if (!(await deps.isAlerted(id))) await alertForDecision(deps, await get(deps, id));
}
